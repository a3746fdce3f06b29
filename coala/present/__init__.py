"""A bag becomes what the eye meets, without Qt: rows, excerpts, pages, sentences."""
