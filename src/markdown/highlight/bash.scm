; Captures are named after the classes of `CLASSES`; `plain` ends the colour around it.
(comment) @c

[(string) (raw_string) (ansi_c_string) (heredoc_start) (heredoc_body) (heredoc_end)] @s
[(command_substitution) (process_substitution) (expansion)] @plain

[(number) (file_descriptor)] @n

(command_name) @f
(function_definition name: (word) @f)

[
  "case" "do" "done" "elif" "else" "esac" "fi" "for" "function" "if" "in" "select" "then" "until" "while"
  "declare" "export" "local" "readonly" "typeset" "unset" "unsetenv"
] @k
