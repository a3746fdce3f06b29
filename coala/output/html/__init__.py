"""HTML reports of reviews and boards: one file with figures, every judged bag and a search.

The pages load nothing from the network.
"""
