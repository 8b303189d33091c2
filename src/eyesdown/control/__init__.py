"""The second bookkeeper: recounts sales, winners and money.

Takes  the journal and the printed tables.
Gives  agreement, or the first row that differs.
Never  the arithmetic it checks.
"""
