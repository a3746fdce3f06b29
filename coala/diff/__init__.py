"""The comparison of two graphs of a corpus: its bags, and the divergences in each bag."""
