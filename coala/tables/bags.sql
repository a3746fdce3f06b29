-- A unit is compared as a whole: a bag of the baseline and the changed graph, or a class of gold, that is, chains of
-- gold that share spans. The column "bag" has the number of either; no bag and no class have the same number.
CREATE TABLE member AS
SELECT graph, chain, instance, bag, closed
FROM chain JOIN component USING (chain);

-- Documents with the same known text in all graphs, and those with different texts.
CREATE TABLE same_text AS
SELECT document FROM loaded_text WHERE text IS NOT NULL GROUP BY document
HAVING count(DISTINCT graph) = getvariable('graphs') AND count(DISTINCT text) = 1;

CREATE TABLE moved_document AS
SELECT document FROM loaded_text WHERE getvariable('texts_are_aligned') AND text IS NOT NULL GROUP BY document
HAVING count(DISTINCT text) > 1;

-- Bags with one chain in each graph, both with the same spans, which do not move with the text of a document.
CREATE TABLE equal AS
SELECT bag
FROM mention JOIN member USING (graph, chain)
WHERE graph < 2
GROUP BY bag
HAVING count(DISTINCT chain) = 2 AND count(DISTINCT graph) = 2 AND count(*) = 2 * count(DISTINCT span)
EXCEPT
SELECT bag FROM mention JOIN member USING (graph, chain) JOIN span USING (span) JOIN moved_document USING (document);

-- The names of chains in knowledge bases: "base:name". A statement that names an instance has a number.
CREATE TABLE entry AS
SELECT m.graph, m.chain, m.bag, s.number, known_name.name
FROM (
    SELECT graph, instance, NULL AS number, name AS iri FROM named
    UNION ALL
    SELECT graph, instance, number, substr(value, 2, length(value) - 2) FROM statement
    WHERE list_contains(getvariable('naming'), predicate) AND starts_with(value, '<')) AS s
JOIN known_name USING (iri)
JOIN member AS m USING (graph, instance);

-- Statements by bag. The instances that they refer to are named by their bags too: an equal bag has one chain.
-- A statement that names an instance is a name and nothing else, and one that describes an entry is nothing.
CREATE TABLE description AS
SELECT DISTINCT s.graph, s.number
FROM statement AS s
JOIN member AS m USING (graph, instance)
JOIN named ON named.graph = s.graph AND named.instance = m.instance
JOIN known_name ON known_name.iri = named.name
WHERE list_contains(getvariable('describing'), s.predicate) AND NOT s.inverse;

CREATE TABLE object AS
SELECT r.graph, r.number, r.path, member.bag
FROM reference AS r JOIN member USING (graph, instance);

CREATE TABLE stated AS
SELECT s.graph, m.bag, s.number, s.predicate, s.inverse, s.value,
    list_sort(list({'path': o.path, 'bag': o.bag}) FILTER (o.bag IS NOT NULL)) AS objects
FROM statement AS s
JOIN member AS m USING (graph, instance)
LEFT JOIN object AS o ON o.graph = s.graph AND o.number = s.number
WHERE NOT EXISTS (FROM entry WHERE entry.graph = s.graph AND entry.number = s.number)
    AND NOT EXISTS (FROM description AS d WHERE d.graph = s.graph AND d.number = s.number)
GROUP BY s.graph, m.bag, s.number, s.predicate, s.inverse, s.value;

-- Types by bag.
CREATE TABLE kind AS
SELECT DISTINCT graph, bag, type FROM loaded_type JOIN member USING (graph, instance);

-- Statements that refer to other bags.
CREATE TABLE link AS
SELECT DISTINCT stated.graph, stated.bag, object.bag AS target
FROM stated JOIN object USING (graph, number);

-- The bags that may differ.
CREATE TABLE differing AS
SELECT DISTINCT bag FROM (
    -- These are not equal, or have a type, name or statement in one graph only.
    SELECT bag FROM member WHERE graph < 2 AND NOT EXISTS (FROM equal WHERE equal.bag = member.bag)
    UNION ALL
    SELECT bag FROM (SELECT bag, type, count(DISTINCT graph) AS graphs FROM kind WHERE graph < 2 GROUP BY bag, type)
    WHERE graphs = 1
    UNION ALL
    SELECT bag FROM (SELECT bag, name, count(DISTINCT graph) AS graphs FROM entry WHERE graph < 2 GROUP BY bag, name)
    WHERE graphs = 1
    UNION ALL
    SELECT bag FROM (
        SELECT bag, predicate, inverse, value, objects, count(DISTINCT graph) AS graphs FROM stated WHERE graph < 2
        GROUP BY bag, predicate, inverse, value, objects)
    WHERE graphs = 1
    -- A statement of an inverse or symmetric relation is changed, or becomes one of the instance that it refers to.
    UNION ALL SELECT bag FROM stated WHERE EXISTS (FROM turned WHERE turned.predicate = stated.predicate)
    -- Facts are matched one by one.
    UNION ALL SELECT bag FROM statement JOIN member USING (graph, instance) WHERE fact IS NOT NULL
    UNION ALL SELECT bag FROM loaded_event JOIN member USING (graph, instance)
    -- Whether these statements match depends on the alignment of chains, which is not known here.
    UNION ALL SELECT bag FROM link WHERE graph < 2 AND NOT EXISTS (FROM equal WHERE equal.bag = link.target)
    -- Values move with the texts of documents too, or where spans are joined.
    UNION ALL
    SELECT bag FROM stated
    WHERE contains(value, '(<') AND NOT starts_with(value, '"')
        AND (getvariable('spans_are_joined') OR EXISTS (FROM moved_document)));

-- Spans that not all graphs have. They may be joined with others, or be optional for a pair of graphs.
CREATE TABLE partial AS
SELECT span FROM mention
WHERE getvariable('graphs') > 2 AND (getvariable('spans_are_joined') OR getvariable('optionals_are_left_out'))
GROUP BY span
HAVING count(DISTINCT graph) < getvariable('graphs')
    AND (getvariable('spans_are_joined') OR bool_or(optional));

-- The units that are compared in memory, and whether their statements are needed: those that may differ, and others
-- that they need.
CREATE TABLE needed AS
SELECT bag, bool_or(differs) AS differs
FROM (
    SELECT bag, true AS differs FROM differing
    UNION ALL SELECT target, false FROM link WHERE EXISTS (FROM differing WHERE differing.bag = link.bag)
    -- The chains of gold decide the directions of divergences.
    UNION ALL
    SELECT bag, false FROM mention JOIN member USING (graph, chain)
    WHERE graph = 2 AND EXISTS (
        FROM mention AS other JOIN member AS of_other USING (graph, chain) JOIN differing USING (bag)
        WHERE other.graph < 2 AND other.span = mention.span)
    UNION ALL
    SELECT bag, false FROM mention JOIN span USING (span) JOIN moved_document USING (document)
    JOIN member USING (graph, chain)
    UNION ALL SELECT bag, false FROM mention JOIN partial USING (span) JOIN member USING (graph, chain)
    -- Without any minimum there is a warning.
    UNION ALL
    SELECT min(bag), false FROM mention JOIN member USING (graph, chain) WHERE minimum IS NOT NULL GROUP BY graph
    -- A chain with a large part of all mentions gets a warning, even if it does not differ.
    UNION ALL
    SELECT bag, false FROM (
        SELECT graph, chain, count(*) AS size, sum(count(*)) OVER (PARTITION BY graph) AS mentions
        FROM mention GROUP BY graph, chain)
    JOIN member USING (graph, chain)
    WHERE size >= getvariable('large_chain') AND size >= getvariable('large_share') * mentions)
GROUP BY bag;

-- Where spans are joined or left out by what gold has, units that share spans need each other.
CREATE TABLE kept AS
SELECT bag, bool_or(differs) AS differs
FROM (
    FROM needed
    UNION ALL
    SELECT bag, false FROM member
    WHERE getvariable('graphs') > 2 AND (getvariable('spans_are_joined') OR getvariable('optionals_are_left_out'))
        AND closed IN (SELECT one.closed FROM member AS one JOIN needed USING (bag)))
GROUP BY bag;

-- The mentions of kept units, with their spans, and the others.
CREATE TABLE kept_mention AS
SELECT graph, chain, document, "begin", "end", fragments, mark, words, optional, minimum
FROM mention JOIN member USING (graph, chain) JOIN kept USING (bag) JOIN span USING (span);

CREATE TABLE left_mention AS
SELECT graph, chain, span, bag FROM mention JOIN member USING (graph, chain) ANTI JOIN kept USING (bag);

-- Gaps and marks of these other spans.
CREATE TABLE left_shape AS
SELECT row_number() OVER (ORDER BY fragments, mark) - 1 AS shape, fragments, mark
FROM (
    SELECT DISTINCT fragments, mark FROM span SEMI JOIN left_mention USING (span)
    WHERE array_length(fragments) > 0 OR mark <> '') AS shapes;

-- The statements that are needed: those of units that may differ, and all that name an instance.
CREATE TABLE kept_statement AS
SELECT s.*, m.chain
FROM statement AS s JOIN member AS m USING (graph, instance) JOIN kept USING (bag)
WHERE kept.differs OR EXISTS (FROM entry WHERE entry.graph = s.graph AND entry.number = s.number);
