"""Making cards: exactly uniform tickets, strips and 75-ball cards, and certified series.

Takes  random words and a series plan.
Gives  cards, series, master tables, lookups.
Never  a generator of its own; chance is handed in.
"""
