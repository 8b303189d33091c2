"""Keno: bets, entries, the life of a game, settlement one by one and over millions.

Takes  a book, a state, a command.
Gives  events; a refusal is one of them.
Never  a clock, dice, a disk.
"""
