"""A page in HTML on which bags are judged without COALA."""
