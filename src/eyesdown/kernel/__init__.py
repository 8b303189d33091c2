"""The words every room shares.

Owns   Clause and Refusal, whole-cent arithmetic, id types, what is written down and its canonical
       bytes, the exception tree.
Takes  nothing from any other room.
Gives  small frozen values that any room may store.
Never  a clock, dice, a disk, a float near money.
"""
