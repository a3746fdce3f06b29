-- Numbers of spans, and of chains: the nodes of a graph whose edges are mentions.
CREATE TABLE span AS
SELECT row_number() OVER () AS span, document, "begin", "end", fragments, mark
FROM (SELECT DISTINCT document, "begin", "end", fragments, mark FROM loaded_mention) AS spans;

CREATE TABLE chain AS
SELECT row_number() OVER () AS chain, graph, instance
FROM (SELECT DISTINCT graph, instance FROM loaded_mention) AS chains;

-- Mentions without duplicates.
CREATE TABLE mention AS
SELECT graph, chain, span, min(words) AS words, bool_and(optional) AS optional,
    min({'begin': minimum_begin, 'end': minimum_end}) FILTER (minimum_begin IS NOT NULL) AS minimum
FROM loaded_mention
JOIN span USING (document, "begin", "end", fragments, mark)
JOIN chain USING (graph, instance)
GROUP BY graph, chain, span;
