"""Selling cards and scorecards, admission, withdrawn cards."""
