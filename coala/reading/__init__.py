"""Reading of RDF and of other coreference formats into graphs of ``coala.model``."""
