"""What became of a lock is written as text, as JSON, and as the XML that CI systems read."""
