"""Two partitions of spans become scores: exact over the corpus, and what each bag is worth."""
