"""The words of a hall that commands, events and state share."""
