"""RDF becomes columns of numbers in one collector, whichever parser reads it."""
