"""General helpers: files, texts, offsets, matching. Nothing here knows about coreference."""
