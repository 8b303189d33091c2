"""Who may play, and how much: limits, time-outs, exclusion.

Takes  what a player decided, what he has used, and a moment.
Gives  whether he may, and what he decided from then on.
Never  a game's state.
"""
