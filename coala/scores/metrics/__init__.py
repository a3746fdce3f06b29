"""The metrics, one module each: what a metric adds up, and what it means.

To add a metric, add a module here, a line in ``registry`` and a title in ``scores/findings.py``. Commands,
JSON, shares of bags, intervals and the window take the metrics from there.
"""
