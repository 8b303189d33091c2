"""The first page of the office: today, what waits, and the steps to the first draw."""
