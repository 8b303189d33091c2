"""Journals on disk: the contract, SQLite, PostgreSQL, memory, and the bytes in them."""
