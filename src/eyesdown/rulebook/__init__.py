"""What any rulebook is.

Owns   chapters that bind functions to clauses, dated figures, pay tables, drawn patterns,
       coverage and source records, the shelf.
Takes  the data files in a book's folder, and a day.
Gives  a book fixed to that day, or a RulebookDataError with file, line and what is wrong.
Never  a game's state, a clock, dice; reads only files shipped inside the package.
"""
