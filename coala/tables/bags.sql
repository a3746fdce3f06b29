-- The bag of each chain.
CREATE TABLE member (graph INTEGER NOT NULL, chain BIGINT NOT NULL, instance VARCHAR NOT NULL, bag BIGINT NOT NULL);
INSERT INTO member
SELECT chain.graph, chain.chain, chain.instance, component.bag
FROM chain LEFT JOIN component ON component.node = chain.chain;

-- Bags with one chain in each graph, both with the same spans.
CREATE TABLE equal AS
SELECT bag, count(DISTINCT span) AS size
FROM mention JOIN member USING (graph, chain)
GROUP BY bag
HAVING count(DISTINCT chain) = 2 AND count(DISTINCT graph) = 2 AND count(*) = 2 * count(DISTINCT span);

-- Statements by bag. The instances that they refer to are named by their bags too: an equal bag has one chain.
CREATE TABLE object (graph INTEGER NOT NULL, number BIGINT NOT NULL, path VARCHAR NOT NULL, bag BIGINT NOT NULL);
INSERT INTO object
SELECT r.graph, r.number, r.path, member.bag
FROM reference AS r LEFT JOIN member USING (graph, instance);

CREATE TABLE stated AS
SELECT s.graph, m.bag, s.number, s.predicate, s.inverse, s.value,
    coalesce(list_sort(list({'path': o.path, 'bag': o.bag}) FILTER (o.bag IS NOT NULL)), []) AS objects
FROM statement AS s
JOIN member AS m USING (graph, instance)
LEFT JOIN object AS o ON o.graph = s.graph AND o.number = s.number
GROUP BY s.graph, m.bag, s.number, s.predicate, s.inverse, s.value;

-- The IRIs of chains that may be names in knowledge bases, and the names that they are: "base:name", or "".
-- A statement that names an instance has a number.
CREATE TABLE entry AS
SELECT m.graph, m.chain, m.bag, s.number, find_entry(s.iri) AS name
FROM (
    SELECT graph, instance, NULL AS number, name AS iri FROM named
    UNION ALL
    SELECT graph, instance, number, value[2:-2] FROM statement
    WHERE is_naming(predicate) AND starts_with(value, '<')) AS s
JOIN member AS m USING (graph, instance)
WHERE may_be_entry(s.iri);

DELETE FROM entry WHERE name = '';

-- Such a statement is a name and nothing else.
DELETE FROM stated
WHERE is_naming(predicate)
    AND EXISTS (FROM entry WHERE entry.graph = stated.graph AND entry.number = stated.number);

-- Types by bag.
CREATE TABLE kind AS
SELECT DISTINCT graph, bag, type FROM loaded_type JOIN member USING (graph, instance);

-- Bags whose statements refer to other bags, and whether such a statement may be turned round.
CREATE TABLE link (bag BIGINT NOT NULL, target BIGINT NOT NULL, may_turn BOOLEAN NOT NULL);
INSERT INTO link
SELECT DISTINCT stated.bag, object.bag, EXISTS (FROM turned WHERE turned.predicate = stated.predicate)
FROM stated, unnest(objects) AS each(object);

-- The bags that may differ: those that are not equal, have a type, name or statement in one graph only, or have
-- statements whose comparison needs the chains of other bags.
CREATE TABLE differing AS
SELECT DISTINCT bag FROM (
    SELECT bag FROM member WHERE NOT EXISTS (FROM equal WHERE equal.bag = member.bag)
    UNION ALL
    SELECT bag FROM (SELECT bag, type, count(DISTINCT graph) AS graphs FROM kind GROUP BY bag, type)
    WHERE graphs = 1
    UNION ALL
    SELECT bag FROM (SELECT bag, name, count(DISTINCT graph) AS graphs FROM entry GROUP BY bag, name)
    WHERE graphs = 1
    UNION ALL
    SELECT bag FROM (
        SELECT bag, predicate, inverse, value, objects, count(DISTINCT graph) AS graphs FROM stated
        GROUP BY bag, predicate, inverse, value, objects)
    WHERE graphs = 1
    -- A statement of an inverse or symmetric relation may become one of the instance that it refers to.
    UNION ALL SELECT bag FROM link WHERE may_turn
    UNION ALL SELECT target FROM link WHERE may_turn
    -- Whether these statements match depends on the alignment of chains, which is not known here.
    UNION ALL SELECT bag FROM link WHERE NOT EXISTS (FROM equal WHERE equal.bag = link.target));

-- The bags that may differ, and the bags that they refer to.
CREATE TABLE kept AS
SELECT bag, bool_or(differs) AS differs
FROM (
    SELECT bag, true AS differs FROM differing
    UNION ALL SELECT target, false FROM link
    WHERE EXISTS (FROM differing WHERE differing.bag = link.bag)
    -- A chain with a large part of all mentions gets a warning, even if it does not differ.
    UNION ALL SELECT bag, false FROM equal
    WHERE size >= getvariable('large_chain') AND size >= getvariable('large_share') * (
        SELECT min(mentions) FROM (SELECT count(*) AS mentions FROM mention GROUP BY graph)))
GROUP BY bag;

-- The mentions of kept bags, with their spans.
CREATE TABLE kept_mention AS
SELECT graph, chain, document, "begin", "end", fragments, mark, words
FROM mention JOIN member USING (graph, chain) JOIN kept USING (bag) JOIN span USING (span);
