"""The inspector's desk: any row, game, account and refusal of every tenant, to read only.

Takes what the desk's index finds and what the stores hold. Gives pages and exports with their
hashes. Every look is itself on record; nothing else is ever written.
"""
