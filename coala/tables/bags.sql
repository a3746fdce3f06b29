-- The bag of each chain.
CREATE TABLE member AS
SELECT chain.graph, chain.chain, chain.instance, component.bag
FROM chain JOIN component ON component.node = chain.chain;

-- Bags of one chain in either graph, which are the same spans.
CREATE TABLE equal AS
SELECT bag, count(DISTINCT span) AS size
FROM mention JOIN member USING (graph, chain)
GROUP BY bag
HAVING count(DISTINCT chain) = 2 AND count(DISTINCT graph) = 2 AND count(*) = 2 * count(DISTINCT span);

-- Statements by bag; what they speak of is named by its bag too, for a bag that is equal has one chain.
CREATE TABLE stated AS
SELECT graph, bag, number, predicate, inverse, value,
    coalesce(list_sort(list({'path': path, 'bag': target}) FILTER (path IS NOT NULL)), []) AS objects
FROM (
    SELECT s.graph, m.bag, s.number, s.predicate, s.inverse, s.value, r.path, t.bag AS target
    FROM statement AS s
    JOIN member AS m ON m.graph = s.graph AND m.instance = s.instance
    LEFT JOIN reference AS r ON r.graph = s.graph AND r.number = s.number
    LEFT JOIN member AS t ON t.graph = s.graph AND t.instance = r.instance)
GROUP BY graph, bag, number, predicate, inverse, value;

CREATE TABLE kind AS
SELECT DISTINCT graph, bag, type FROM said_type JOIN member USING (graph, instance);

CREATE TABLE link AS
SELECT DISTINCT stated.bag, object.bag AS target, predicate IN (SELECT predicate FROM turned) AS may_turn
FROM stated, unnest(objects) AS each(object);

CREATE TABLE differing AS
SELECT DISTINCT bag FROM (
    SELECT bag FROM member WHERE bag NOT IN (SELECT bag FROM equal)
    UNION ALL
    SELECT bag FROM (SELECT bag, type, count(DISTINCT graph) AS graphs FROM kind GROUP BY bag, type)
    WHERE graphs = 1
    UNION ALL
    SELECT bag FROM (
        SELECT bag, predicate, inverse, value, objects, count(DISTINCT graph) AS graphs FROM stated
        GROUP BY bag, predicate, inverse, value, objects)
    WHERE graphs = 1
    -- What may be turned round becomes a statement of what it speaks of.
    UNION ALL SELECT bag FROM link WHERE may_turn
    UNION ALL SELECT target FROM link WHERE may_turn
    -- Whether these match depends on partners that are not known here.
    UNION ALL SELECT bag FROM link WHERE target NOT IN (SELECT bag FROM equal));

-- What is handed on, with the bags of which it speaks.
CREATE TABLE kept AS
SELECT bag, bool_or(differs) AS differs
FROM (
    SELECT bag, true AS differs FROM differing
    UNION ALL SELECT target, false FROM link WHERE bag IN (SELECT bag FROM differing))
GROUP BY bag;

CREATE TABLE kept_mention AS
SELECT graph, chain, document, "begin", "end", fragments, mark, words
FROM mention JOIN member USING (graph, chain) JOIN kept USING (bag) JOIN span USING (span);
