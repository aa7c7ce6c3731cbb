; Captures are named after the classes of `CLASSES`; `plain` ends the colour around it.
(comment) @c

(string) @s
[(escape_sequence) (escape_interpolation)] @e
(interpolation) @plain

[(integer) (float) (none) (true) (false)] @n

(call function: [(identifier) @f (attribute attribute: (identifier) @f)])
(function_definition name: (identifier) @f)
(decorator ["@" (identifier) (attribute)] @f)
(decorator (call function: [(identifier) (attribute)] @f))

(class_definition name: (identifier) @t)
(class_definition superclasses: (argument_list [(identifier) @t (attribute attribute: (identifier) @t)]))
(type [(identifier) @t (attribute attribute: (identifier) @t) (subscript value: (identifier) @t)])
(type (generic_type (identifier) @t))
(type (binary_operator (identifier) @t))

((identifier) @k (#any-of? @k "self" "cls"))

[
  "and" "as" "assert" "async" "await" "break" "case" "class" "continue" "def" "del" "elif" "else" "except" "exec"
  "finally" "for" "from" "global" "if" "import" "in" "is" "is not" "lambda" "match" "nonlocal" "not" "not in" "or" "pass"
  "print" "raise" "return" "try" "type" "while" "with" "yield"
] @k

; Documentation. Last, because of the captures of a node the last one counts.
(module . (comment)* . (expression_statement . (string) @c .))
(function_definition body: (block . (expression_statement . (string) @c .)))
(class_definition body: (block . (expression_statement . (string) @c .)))
