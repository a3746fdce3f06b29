"""Things that any program could use: files, texts, offsets, matchings, and nothing of coreference."""
