"""Keno for its pages: the questions, times, serials and random numbers that only keno has."""
