"""The shipped test kit: the .eyes notation, scripted sites and customers, and those who break one.

Takes  scripts and seeds.
Gives  replays, loads, and what a kill, a bad disk, a rush or an insider did to a site.
Never  a rule.
"""
