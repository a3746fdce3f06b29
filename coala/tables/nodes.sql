-- Consecutive numbers of spans, then of chains: the nodes of a graph whose edges are mentions.
CREATE TABLE span AS
SELECT row_number() OVER () - 1 AS span, *
FROM (SELECT DISTINCT document, "begin", "end", fragments, mark FROM loaded_mention);

CREATE TABLE chain AS
SELECT row_number() OVER () - 1 + (SELECT count(*) FROM span) AS chain, *
FROM (SELECT DISTINCT graph, instance FROM loaded_mention);

-- Mentions without duplicates.
CREATE TABLE mention AS
SELECT chain.graph, chain.chain, span.span, min(loaded.words) AS words, bool_and(optional) AS optional,
    min({'begin': minimum_begin, 'end': minimum_end}) FILTER (minimum_begin IS NOT NULL) AS minimum
FROM loaded_mention AS loaded
JOIN span USING (document, "begin", "end", fragments, mark)
JOIN chain USING (graph, instance)
GROUP BY chain.graph, chain.chain, span.span;
