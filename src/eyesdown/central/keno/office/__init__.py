"""What the office needs of keno: payments by two people, set-up, takings and reports."""
