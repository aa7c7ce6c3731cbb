; Captures are named after the classes of `CLASSES`; `plain` ends the colour around it.
; JavaScript is read as TypeScript too.
[(comment) (html_comment) (hash_bang_line)] @c

[(string) (template_string) (regex) (template_literal_type)] @s
(escape_sequence) @e
[(template_substitution) (template_type)] @plain

[(number) (true) (false) (null) (undefined)] @n

(call_expression function: [(identifier) @f (member_expression property: (property_identifier) @f)])
[
  (function_declaration name: (identifier) @f)
  (function_signature name: (identifier) @f)
  (function_expression name: (identifier) @f)
  (generator_function_declaration name: (identifier) @f)
  (method_definition name: (property_identifier) @f)
  (method_signature name: (property_identifier) @f)
  (abstract_method_signature name: (property_identifier) @f)
]
(variable_declarator name: (identifier) @f value: [(arrow_function) (function_expression)])
(pair key: (property_identifier) @f value: [(arrow_function) (function_expression)])
(decorator [(identifier) @f (call_expression function: (identifier) @f)])

[(type_identifier) (predefined_type)] @t
(new_expression constructor: [(identifier) @t (member_expression property: (property_identifier) @t)])
(extends_clause value: (identifier) @t)
(enum_declaration name: (identifier) @t)

[(this) (this_type) (super)] @k
[
  "abstract" "as" "asserts" "async" "await" "break" "case" "catch" "class" "const" "continue" "debugger" "declare" "default"
  "delete" "do" "else" "enum" "export" "extends" "finally" "for" "from" "function" "get" "if" "implements" "import" "in"
  "infer" "instanceof" "interface" "is" "keyof" "let" "namespace" "new" "of" "override" "private" "protected" "public"
  "readonly" "return" "satisfies" "set" "static" "switch" "throw" "try" "type" "typeof" "using" "var" "void" "while" "with"
  "yield"
] @k
