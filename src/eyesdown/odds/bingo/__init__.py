"""Exact odds of bingo cards, alone and in a crowd."""
