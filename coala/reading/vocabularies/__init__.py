"""Vocabularies, which define the RDF terms for mentions, documents, offsets and types; one TOML file each."""
