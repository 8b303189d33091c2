"""Signing on: who is known, where attempts come from, and the two steps."""
