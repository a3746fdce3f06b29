"""Each metric is one module that states what it adds up and what it means.

A new metric is a module here, a line in ``registry`` and a title in ``scores/findings.py``. Commands, JSON,
shares of bags, intervals and the desktop take every metric from there.
"""
