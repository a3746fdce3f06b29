"""The CoNLL family of columns: which column is what, the headers, and the brackets."""
