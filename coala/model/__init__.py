"""Values that every layer above shares: graphs, mentions, statements, bags, kinds, options and notices."""
