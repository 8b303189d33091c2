"""Cards as files: CSV, JSON Lines, Parquet."""
