-- Spans and chains get numbers, one after the other, and are the nodes of a graph whose edges are mentions.
CREATE TABLE span AS
SELECT row_number() OVER () - 1 AS span, *
FROM (SELECT DISTINCT document, "begin", "end", fragments, mark FROM said_mention);

CREATE TABLE chain AS
SELECT row_number() OVER () - 1 + (SELECT count(*) FROM span) AS chain, *
FROM (SELECT DISTINCT graph, instance FROM said_mention);

CREATE TABLE mention AS
SELECT chain.graph, chain.chain, span.span, min(said.words) AS words
FROM said_mention AS said
JOIN span ON span.document = said.document AND span."begin" = said."begin" AND span."end" = said."end"
    AND span.fragments IS NOT DISTINCT FROM said.fragments AND span.mark IS NOT DISTINCT FROM said.mark
JOIN chain ON chain.graph = said.graph AND chain.instance = said.instance
GROUP BY chain.graph, chain.chain, span.span;

CREATE TABLE node AS
SELECT span AS node FROM span UNION ALL SELECT chain FROM chain;

CREATE TABLE statement AS
SELECT row_number() OVER () AS number, * FROM (SELECT DISTINCT * FROM said_statement);

CREATE TABLE reference AS
SELECT graph, number, object.path, object.instance FROM statement, unnest("references") AS each(object);
