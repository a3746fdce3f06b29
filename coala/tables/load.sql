-- The loaded tables of all graphs: graph 0 is the baseline, graph 1 the changed graph, graph 2 gold.
-- A column that may be NULL is never compared: it holds text for the reader.
CREATE TABLE loaded_mention (graph INTEGER NOT NULL, document VARCHAR NOT NULL, "begin" BIGINT NOT NULL,
    "end" BIGINT NOT NULL, instance VARCHAR NOT NULL,
    fragments STRUCT("begin" BIGINT, "end" BIGINT)[] NOT NULL, mark VARCHAR NOT NULL, words VARCHAR,
    optional BOOLEAN NOT NULL, minimum_begin BIGINT, minimum_end BIGINT);
CREATE TABLE loaded_type (graph INTEGER NOT NULL, instance VARCHAR NOT NULL, type VARCHAR NOT NULL);
CREATE TABLE loaded_statement (graph INTEGER NOT NULL, instance VARCHAR NOT NULL, predicate VARCHAR NOT NULL,
    inverse BOOLEAN NOT NULL, value VARCHAR NOT NULL,
    "references" STRUCT(path VARCHAR, instance VARCHAR)[] NOT NULL);
CREATE TABLE loaded_text (graph INTEGER NOT NULL, document VARCHAR NOT NULL, text VARCHAR);
CREATE TABLE loaded_instance (graph INTEGER NOT NULL, instance VARCHAR NOT NULL, name VARCHAR, label VARCHAR);
-- Predicates of inverse and symmetric relations, whose statements may be turned round, with their canonical names.
CREATE TABLE turned (predicate VARCHAR NOT NULL, name VARCHAR NOT NULL, exchanged BOOLEAN NOT NULL,
    both_ways BOOLEAN NOT NULL);
