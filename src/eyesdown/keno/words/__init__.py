"""The words of keno that commands, events and state share: entries, tenders, purses, records."""
