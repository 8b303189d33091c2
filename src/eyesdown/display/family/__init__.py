"""What family tables show and say, in English and in French."""
