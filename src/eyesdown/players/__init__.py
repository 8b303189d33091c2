"""Who may play, and how much: limits, time-outs, exclusion.

Takes  what players have decided and used so far, and a moment.
Gives  whether they may play, and their limits after a change.
Never  a game's state.
"""
