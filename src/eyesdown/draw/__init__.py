"""Draw orders and their evidence.

Takes  entropy or balls keyed by two people.
Gives  an ordered draw with what proves it.
Never  a game's rules.
"""
