"""Readers of coreference formats that are not RDF: each turns a file into ``Annotations``."""
