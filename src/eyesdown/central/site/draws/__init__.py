"""Who is asked for a draw, what they may say, and draws whose balls come one by one."""
