"""What people see of keno: wall, ticket, account, notices."""
