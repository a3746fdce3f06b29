-- The tables of all graphs as they are compared: graph 0 is the baseline, graph 1 the changed graph, graph 2 gold.
-- A column that may be NULL is never compared: it holds text for the reader.
CREATE TABLE loaded_mention AS
SELECT graph, document, "begin", "end", instance,
    -- A mention of one fragment has no gap.
    list_filter(fragments, lambda part: array_length(fragments) > 1) AS fragments,
    mark, words, optional, minimum_begin, minimum_end
FROM given_mention;

CREATE TABLE loaded_type AS
SELECT * FROM given_type;

-- A further IRI of an instance is a name in a knowledge base, or nothing.
CREATE TABLE loaded_statement AS
SELECT * FROM given_statement WHERE predicate <> getvariable('other_name')
UNION ALL
SELECT graph, instance, getvariable('entry') AS predicate, inverse, value, "references", fact, places
FROM given_statement
WHERE predicate = getvariable('other_name')
    AND EXISTS (FROM known_name WHERE given_statement.value = '<' || known_name.iri || '>');

CREATE TABLE loaded_event AS
SELECT * FROM given_event;

CREATE TABLE loaded_text AS
SELECT * FROM given_text;

CREATE TABLE loaded_instance AS
SELECT * FROM given_instance;
