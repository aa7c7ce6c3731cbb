; Captures are named after the classes of `CLASSES`.
(comment) @c
(string) @s
(pair key: (string) @a)
(escape_sequence) @e
[(number) (true) (false) (null)] @n
