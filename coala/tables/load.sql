-- What the tables of both graphs say, graph 0 being the baseline and graph 1 the changed one.
CREATE TABLE said_mention (graph INTEGER, document VARCHAR, "begin" BIGINT, "end" BIGINT, instance VARCHAR,
    fragments STRUCT("begin" BIGINT, "end" BIGINT)[], mark VARCHAR, words VARCHAR);
CREATE TABLE said_type (graph INTEGER, instance VARCHAR, type VARCHAR);
CREATE TABLE said_statement (graph INTEGER, instance VARCHAR, predicate VARCHAR, inverse BOOLEAN, value VARCHAR,
    "references" STRUCT(path VARCHAR, instance VARCHAR)[]);
CREATE TABLE said_text (graph INTEGER, document VARCHAR, text VARCHAR);
CREATE TABLE said_instance (graph INTEGER, instance VARCHAR, name VARCHAR, label VARCHAR);
-- Predicates whose statements may be turned round before they are compared, and how they are called then.
CREATE TABLE turned (predicate VARCHAR, name VARCHAR, exchanged BOOLEAN, both_ways BOOLEAN);
