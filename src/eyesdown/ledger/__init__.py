"""Double entry in whole cents; one bridge file from events to postings.

Takes  events.
Gives  balanced postings, balances, statements.
Never  what a game is, outside the bridge.
"""
