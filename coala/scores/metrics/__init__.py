"""Each metric is one module that states what it adds up and what it means.

A new metric is such a module and a line in ``registry``: commands, JSON, shares of bags, intervals and the
desktop take every metric from there.
"""
