"""JSON of clusters: shapes as data, objects and their places, offsets, documents, mention lists."""
