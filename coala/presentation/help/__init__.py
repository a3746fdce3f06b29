"""The help explains marks and words, without Qt, so that all of it can be searched and tested."""
