"""Printers of blocks: text, Markdown, a comment, LaTeX and CSV."""
