"""An insider changes what is stored, in many ways, and the verification must name the place.

    python -m eyesdown.proof.tamper --each 1000

Each kind of change is made to a fresh copy of one honest day: to the journal, to the tables that
are made from it, and to what only a SQLite file has. An insider who rewrites the whole store
consistently is found out only by what was published or noted down outside.

In a hall the insider rewrites sales, balls, claims, shares, forfeits, pools or stock, hashes and
all, and control must name the row; the cards in play are those agreed on before the first number.
"""
