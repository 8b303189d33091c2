"""What is owed next in a session: by whom, under which clause, with the words to read.

Takes  a book, a state, a session, the time.
Gives  steps, each tried on `decide`, and the times at which the book's clocks run out.
Never  a check of its own: a step is open if `decide` does not refuse its command.
"""
