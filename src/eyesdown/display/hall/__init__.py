"""What people see of a bingo hall."""
