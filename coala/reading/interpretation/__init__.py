"""What was collected becomes the content of a graph: documents, mentions, instances, statements."""
