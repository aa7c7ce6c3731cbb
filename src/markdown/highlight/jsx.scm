; What TSX has beside TypeScript.
(jsx_opening_element name: (_) @t)
(jsx_closing_element name: (_) @t)
(jsx_self_closing_element name: (_) @t)
(jsx_attribute (property_identifier) @a)
