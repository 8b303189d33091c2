"""A made-up keno site: venues, terminals, customers and what they ask for.

Takes  a seed.
Gives  commands for a site.
Never  a rule.
"""
