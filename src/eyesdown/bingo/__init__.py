"""The bingo mechanism shared by four books: commands, events, state, decide and evolve.

Takes  a book, a state, a command.
Gives  events; a refusal is one of them.
Never  a clock, dice, a disk; what one book alone says.
"""
