"""What each viewer may see.

Takes  events and state.
Gives  views with named fields.
Never  a decision.
"""
