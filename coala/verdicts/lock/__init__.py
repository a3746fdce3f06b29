"""The lock: assertions that verdicts make about a text, and whether another graph fulfils them."""
