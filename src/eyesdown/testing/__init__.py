"""The shipped test kit: strategies, scripted dice, the .eyes notation, the whole-site simulator.

Takes  scripts and seeds.
Gives  replays.
Never  anything the product itself needs.
"""
