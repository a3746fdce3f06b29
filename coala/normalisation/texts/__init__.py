"""Texts of one document that differ are spelled alike and aligned sign by sign; places are carried over."""
