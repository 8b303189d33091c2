"""The command line: nouns, then verbs.

Takes  arguments, files, standard input.
Gives  tables for people, JSON for machines, files.
Never  a rule; never a decision.
"""
