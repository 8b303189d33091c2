"""Exact odds, and simulation where exactness ends.

Takes  a book's tables, a bet, a seed.
Gives  fractions, distributions, intervals.
Never  a float before a human asks for one.
"""
