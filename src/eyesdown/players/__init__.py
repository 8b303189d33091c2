"""Who may play: age, roles, limits, time-outs, exclusion.

Takes  facts about a person and a day.
Gives  refusals that cite.
Never  a game's state.
"""
