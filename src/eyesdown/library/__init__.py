"""What `import eyesdown` gives: the rules as a dozen functions, checked like the command line.

Takes  plain values: a bet as a dict, numbers as a list, a day as a date or ISO text.
Gives  answers as objects with `.as_json()`; what a rule refuses is a `Refusal` in `.refused`.
Never  a rule of its own; never an exception for a caller's mistake other than `BadInput`.
"""
