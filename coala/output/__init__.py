"""Reports and exports of comparisons, scores, reviews and boards: text, JSON, CSV, Markdown, HTML, RDF."""
