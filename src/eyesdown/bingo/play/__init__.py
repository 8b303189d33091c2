"""Calling numbers, corrections, electronic scorecards, patterns."""
