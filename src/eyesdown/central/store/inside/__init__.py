"""What is inside the two databases: their schemas, and the parts of a SQLite file."""
