"""A review leaves the program: as a table, a document, a page, RDF, or the graph that its verdicts make."""
