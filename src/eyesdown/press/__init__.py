"""Paper: PDF, SVG, Braille and CSV.

Takes  cards, series, receipts.
Gives  pages as bytes.
Never  a decision.
"""
