"""The inspector's desk: finds rows of a journal by what they are about.

Takes a store, read-only. Gives an index in a file of its own, which may be thrown away and is then
made again. Never writes to the journal.
"""
