"""The public ``coala.compare``: comparisons of files, documents and frames, shown in a notebook."""
