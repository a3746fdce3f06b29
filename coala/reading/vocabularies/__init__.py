"""A vocabulary says which RDF terms mean mention, document, offset and type; each is a TOML file."""
