"""Readers of coreference formats other than RDF; each turns a file into ``Annotations``."""
