"""Blind reviews, which hide which graph is on which side of a bag."""
