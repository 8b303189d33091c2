"""Exact odds, and simulation where exactness ends.

Owns   exact laws of keno and bingo, simulation in seeded blocks, generator checks, charts.
Takes  a book's tables, a bet, a seed, draws.
Gives  fractions, distributions, intervals, pictures.
Never  a float before a person reads the figure; never its own pay table.
"""
