"""Files become graphs here, in a child process each; no other folder knows RDF."""
