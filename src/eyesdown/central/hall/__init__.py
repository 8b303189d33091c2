"""A bingo hall as a tenant: its games and its promotions on one journal."""
