"""The pages and the JSON API.

Takes  requests.
Gives  pages, problem JSON, event streams.
Never  a decision.
"""
