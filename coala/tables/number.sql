-- The documents of all graphs in sorted order.
CREATE TABLE document AS
SELECT row_number() OVER (ORDER BY document) - 1 AS number, document
FROM (SELECT document FROM loaded_text UNION SELECT document FROM loaded_mention) AS documents;

-- The name (IRI) and the label of each instance that has one.
CREATE TABLE named AS
SELECT graph, instance, min(nullif(name, '')) AS name, min(nullif(label, '')) AS label
FROM loaded_instance GROUP BY graph, instance;

-- Statements without duplicates.
CREATE TABLE stated_row AS
SELECT row_number() OVER () AS number, graph, instance, predicate, inverse, value, "references", fact, places
FROM (SELECT DISTINCT * FROM loaded_statement) AS statements;

-- References to instances without a mention, which have no bag.
CREATE TABLE dangling AS
SELECT number, graph, object.instance FROM stated_row, unnest("references") AS each(object)
WHERE NOT EXISTS (FROM chain AS c WHERE c.graph = stated_row.graph AND c.instance = object.instance);

-- Statements of instances with a mention. One of another instance is turned round if it refers to such an instance.
CREATE TABLE grounded AS
SELECT s.number, s.graph, s.instance, s.predicate, s.inverse, s.value, s."references", s.fact, s.places, lost.outside
FROM stated_row AS s
LEFT JOIN (SELECT number, min(instance) AS outside FROM dangling GROUP BY number) AS lost USING (number)
SEMI JOIN chain USING (graph, instance)
UNION ALL
SELECT number, graph, object.instance, predicate, NOT inverse, value, "references", fact, places, instance
FROM (SELECT * FROM stated_row ANTI JOIN chain USING (graph, instance)) AS turned, unnest("references") AS each(object)
WHERE value = '@' AND NOT EXISTS (FROM dangling WHERE dangling.number = turned.number);

-- An instance without a mention is replaced by its name, as in RDF; without a name the statement is left out.
CREATE TABLE statement AS
SELECT row_number() OVER () AS number, graph, instance, predicate, inverse, value, "references", fact, places
FROM (
    SELECT graph, instance, predicate, inverse, value, "references", fact, places FROM grounded WHERE outside IS NULL
    UNION
    SELECT s.graph, s.instance, s.predicate, s.inverse, '<' || named.name || '>',
        CAST([] AS STRUCT(path VARCHAR, instance VARCHAR)[]), s.fact, s.places
    FROM grounded AS s JOIN named ON named.graph = s.graph AND named.instance = s.outside
    WHERE s.value = '@' AND named.name IS NOT NULL) AS statements;

-- The instances that statements refer to.
CREATE TABLE reference AS
SELECT graph, number, object.path, object.instance FROM statement, unnest("references") AS each(object);

-- Statements and instances that are left out, for the warnings.
CREATE TABLE unresolved AS
SELECT s.graph, s.instance, s.predicate, s.outside
FROM grounded AS s LEFT JOIN named ON named.graph = s.graph AND named.instance = s.outside
WHERE s.outside IS NOT NULL AND (s.value <> '@' OR named.name IS NULL);

CREATE TABLE unmentioned AS
SELECT graph, instance
FROM (
    SELECT graph, instance FROM loaded_type
    UNION SELECT graph, instance FROM loaded_statement
    UNION SELECT graph, instance FROM loaded_event
    UNION SELECT graph, instance FROM loaded_instance) AS loaded
ANTI JOIN chain USING (graph, instance);
