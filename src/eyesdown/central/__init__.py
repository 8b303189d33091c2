"""The Central Site: clock, dice and disk. Sequencer, journal, stores, sealing.

Takes  commands with client-made ids.
Gives  answers after commit.
Never  a rule.
"""
