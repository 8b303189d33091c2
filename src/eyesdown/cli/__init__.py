"""The command line: nouns, then verbs.

Takes  arguments, files, standard input.
Gives  tables for people, JSON for machines.
Never  a decision.
"""
