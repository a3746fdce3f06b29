"""Parsers of RDF, and the collector that stores their triples in columns of numbers."""
