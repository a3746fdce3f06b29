"""The part of the catalogue for readers of formats that are not RDF, in display order.

The catalogue (``coala.model.notices.catalogue``) includes this table and explains its templates.
"""

from __future__ import annotations

from collections.abc import Mapping

from coala.model.notices.entry import (
    APART,
    HIDDEN,
    LEFT_OUT,
    LITTLE,
    MERGED,
    MOST,
    NO_EFFECT,
    NOTE,
    NOTHING_READ,
    OFF,
    SOME,
    Entry,
)

FORMAT_NOTICES: Mapping[str, Entry] = {
    "nothing-joins-spans": Entry(
        "{count} file{s} in which no relation, equivalence or chain type was found",
        "every mention is a chain of its own; name the relation that means identity, "
        "see docs/reference/annotation-tools.md",
        "Nothing was joined, so every chain of the other graph there counts as split or merged.",
        rank=MOST,
    ),
    "spans-not-linked": Entry(
        "{count} span{s} of a layer of mentions without a relation of identity",
        "each is a chain of its own; leave such chains out with --singletons drop",
        "Against a graph without chains of one mention, each of them counts as added or dropped.",
        severity=NOTE,
    ),
    "string-not-placed": Entry(
        "Could not place {count} string{s} of answers in the text for certain",
        "a string counts if one chain has it as often as the text does; let the model mark the text instead",
        LEFT_OUT,
        rank=MOST,
    ),
    "mark-unusable": Entry(
        "Left out {count} mark{s} that cannot be read",
        "an answer that was cut off ends within a mark; each mark has two ends and the name of its chain",
        LEFT_OUT,
        rank=MOST,
    ),
    "answer-repaired": Entry(
        "Repaired the JSON of {count} answer{s}",
        "an answer that was cut off lacks chains; check its end, or ask the model again",
        "If chains are missing, all their mentions count as dropped or added.",
        rank=MOST,
    ),
    "answer-without-chains": Entry(
        "{count} answer{s} without marks and without chains",
        "ask the model again, or leave the document out",
        "The document was read without mentions.",
        rank=MOST,
    ),
    "line-left-out": Entry(
        "Left out {count} line{s} that cannot be used",
        "correct them, or write the file again",
        LEFT_OUT,
        rank=MOST,
    ),
    "identifier-twice": Entry(
        "{count} line{s} with the identifier of an earlier line",
        "each was read as a new annotation, and relations lead to the first",
        "If a relation means a later one, it joins the wrong mentions.",
        rank=MOST,
    ),
    "line-twice": Entry(
        "{count} line{s} that repeat{v} an earlier one",
        "each was read once",
        NO_EFFECT,
        severity=NOTE,
    ),
    "document-twice": Entry(
        "{count} document{s} that repeat{v} an earlier one of the same file",
        "each was read once; texts and chains are equal",
        NO_EFFECT,
        severity=NOTE,
    ),
    "normalisations-joined": Entry(
        "Joined mentions with the same normalisation in {count} file{s}, since they have "
        "no relation of identity",
        "this holds across files; name relations of identity with --format-option brat-relation=NAME",
        MERGED,
        rank=SOME,
    ),
    "entry-unusable": Entry(
        "{count} link{s} to a knowledge base with an unusable name",
        "the mention was read without this link; correct the name, or write the IRI of the entry",
        "Such a mention counts as one without a link.",
        rank=MOST,
    ),
    "base-unknown": Entry(
        "{count} link{s} to entries of an unknown knowledge base",
        "each name was read as it is, so it joins mentions of one name; write the IRIs of entries, or "
        "Wikidata:Q90 with the name of a known base",
        "Such names are compared as other statements are, not as links.",
        rank=SOME,
    ),
    "no-entries-linked": Entry(
        "No mention has a link in {count} file{s} of a linker",
        "only numbers of entities without an entry join mentions; check that links were written",
        APART,
        rank=MOST,
    ),
    "mention-twice": Entry(
        "{count} mention{s} that repeat{v} an earlier one with the same link",
        "each was read once",
        NO_EFFECT,
        severity=NOTE,
    ),
    "outside-part": Entry(
        "Left out {count} mention{s} outside of the part of the text that its file evaluates",
        "the part is stated for each document (evaluation_span)",
        "Mentions there are not compared.",
        severity=NOTE,
    ),
    "words-elsewhere": Entry(
        "{count} file{s} of AIDA-CoNLL with numbers of tokens instead of words",
        "each mention is one token of a text that is not there; leave out --texts, which cannot fit, "
        "and make the complete table with the program of the data set",
        HIDDEN,
        rank=MOST,
    ),
    "entries-many": Entry(
        "{count} mention{s} with more than a hundred normalisations",
        "each was read as one instance with many links; correct the file",
        APART,
        rank=MOST,
    ),
    "cell-empty": Entry(
        "{count} line{s} of WebAnno TSV with an empty cell",
        "a cell without an annotation is written as _, so check that no annotation was lost",
        LEFT_OUT,
        rank=MOST,
    ),
    "row-twice": Entry(
        "Left out {count} row{s} of CoNLL that repeat{v} the one before",
        "write the file again",
        "If a word was meant to be there twice, one of the two is missing.",
        rank=MOST,
    ),
    "span-words-broken": Entry(
        "The words of {count} mention{s} continue in the next line",
        "they match the text, so the mention was read",
        NO_EFFECT,
        severity=NOTE,
    ),
    "text-fitted": Entry(
        "Left out the byte order mark or a character of each line end in {count} text{s}",
        "the offsets of the annotations do not count them",
        NO_EFFECT,
        severity=NOTE,
    ),
    "chain-types-found": Entry(
        "Read numbered types of mentions as chains in {count} file{s}",
        "choose other types with --format-option brat-chain-types=PATTERN",
        MERGED,
        rank=SOME,
    ),
    "level-without-chains": Entry(
        "Left out {count} level{s} of MMAX2 without an attribute for chains",
        "levels such as sentences have none; name an unknown one with --format-option mmax-attribute=NAME",
        "If such a level has chains, everything that the other graph has there counts as dropped or added.",
        severity=NOTE,
    ),
    "level-read": Entry(
        "Read {count} level{s} of MMAX2 by one attribute",
        "choose others with --format-option mmax-level=NAME and mmax-attribute=NAME",
        NO_EFFECT,
        severity=NOTE,
    ),
    "apposition-left-out": Entry(
        "Left out {count} part{s} of appositions",
        "OntoNotes does not count appositions as identity",
        LEFT_OUT,
        severity=NOTE,
    ),
    "chain-deprecated": Entry(
        "Left out {count} chain{s} marked as deprecated in the file",
        "another chain replaces each of them",
        NO_EFFECT,
        severity=NOTE,
    ),
    "mark-broken": Entry(
        "Left out {count} broken annotation{s}",
        "correct them in the file; all others were read",
        LEFT_OUT,
        rank=MOST,
    ),
    "document-left-out": Entry(
        "Could not read {count} document{s} or mention{s} of JSON",
        "correct what is named there; the rest was read",
        LEFT_OUT,
        rank=MOST,
    ),
    "span-left-out": Entry(
        "Left out {count} mention{s} of JSON that cannot be used",
        "correct them; the rest of the document was read",
        LEFT_OUT,
        rank=MOST,
    ),
    "words-unlike": Entry(
        "The words of {count} mention{s} of JSON differ from those stated in the file",
        "the offsets were used; check the text and what offsets count (--offsets, --ends)",
        OFF,
        rank=MOST,
    ),
    "sentences-elsewhere": Entry(
        "{count} document{s} of a list of mentions without mention_context",
        "places are numbers of sentences and tokens, and only the words of mentions "
        "are shown; leave out --texts, which cannot fit",
        HIDDEN,
        rank=MOST,
    ),
    "names-recur": Entry(
        "{count} name{s} of chains occur{v} in several documents",
        "each document has its own chain of that name; add --across-documents if it is one chain of all",
        APART,
        rank=MOST,
    ),
    "names-missing": Entry(
        "{count} file{s} whose chains have no names that are valid across documents",
        "such chains were read document by document; leave out --across-documents if "
        "no file names its chains",
        APART,
        rank=MOST,
    ),
    "task-not-accepted": Entry(
        "Skipped {count} task{s} without an annotation that counts",
        "annotations that are cancelled, skipped, rejected or by other annotators are not read",
        NO_EFFECT,
        severity=NOTE,
    ),
    "no-clusters": Entry(
        "{count} document{s} without a known key for chains",
        "check that this is the annotated file, or name the key with --clusters",
        NOTHING_READ,
        rank=MOST,
    ),
    "ends-unsure": Entry(
        "No mention has just one token in {count} file{s} of JSON",
        "ends were read as inclusive but are probably exclusive; add --ends exclusive, "
        "or --ends inclusive if that is right",
        OFF,
        rank=MOST,
    ),
    "name-of-several": Entry(
        "{count} document{s} with the name of an earlier one but another text",
        "they were numbered, so both graphs need the same order of documents",
        "If the order differs, each document is compared with a wrong one.",
        rank=MOST,
    ),
    "predicted-clusters": Entry(
        "{count} document{s} with predicted and other chains",
        "the predicted ones were read; choose others with --clusters KEY",
        "If the other chains were meant, the whole comparison is wrong.",
        rank=MOST,
    ),
    "prediction-missing": Entry(
        "{count} document{s} without predicted chains, in a file where others have them",
        "their other chains, probably gold, were read; remove these documents, or name "
        "one key with --clusters",
        "The comparison mixes a system with gold, and the scores of such documents are too high.",
        rank=MOST,
    ),
    "chains-beside": Entry(
        "{count} document{s} with chains under two keys",
        "one key was read; choose another with --clusters KEY",
        "If the other chains or all chains were meant, the comparison is wrong.",
        rank=MOST,
    ),
    "fragments-overlap": Entry(
        "{count} mention{s} with parts that overlap",
        "the parts were joined",
        NO_EFFECT,
        severity=NOTE,
    ),
    "empty-node": Entry(
        "Left out {count} mention{s} of empty nodes in sentences without a word",
        "a zero needs a word in its sentence",
        LEFT_OUT,
    ),
    "head-not-stated": Entry(
        "{count} mention{s} of several nodes without a single head",
        "the first node was used as the head; check the attribute head of Entity=",
        "Mentions are matched by their heads, so scores depend on the first nodes.",
        rank=MOST,
    ),
    "zero-by-order": Entry(
        "{count} mention{s} of empty nodes without a governor",
        "each was placed at the word before it, in the order of the file",
        "If one graph has an additional zero, later zeros at the same word are confused.",
        severity=NOTE,
    ),
    "event-left-out": Entry(
        "Left out {count} event{s}",
        "the trigger of an event needs a mention",
        LEFT_OUT,
    ),
    "event-arguments-left-out": Entry(
        "Left out the arguments of {count} event{s}",
        "only the trigger of an event and its relations are read",
        "Arguments are not compared.",
        severity=NOTE,
    ),
    "relation-without-spans": Entry(
        "Left out {count} relation{s} with an argument without a mention",
        "check that both arguments are annotated",
        "Each such relation counts as a statement dropped or added.",
    ),
    "quotes-taken-off": Entry(
        "Removed quotes in {count} file{s} whose headers are in quotes",
        "a spreadsheet writes them, also around other cells",
        "A word that had quotes of its own is without them now.",
        severity=NOTE,
    ),
    "bracket-left-out": Entry(
        "Left out {count} bracket{s}",
        "everything else was read; correct the brackets if they matter",
        LEFT_OUT,
        rank=MOST,
    ),
    "columns-differ": Entry(
        "{count} line{s} with a missing or an additional column, or without a word",
        "the columns were counted from both ends, and a missing word is shown as _",
        "The tokens keep their places, so the mentions are right.",
        rank=MOST,
    ),
    "document-not-ended": Entry(
        "The end of {count} document{s} is missing",
        "check that the file is complete",
        NOTHING_READ,
        rank=MOST,
    ),
    "columns-found": Entry(
        "Guessed the columns of {count} file{s} from their content",
        "check words and documents, and correct the columns with --columns",
        "A wrong column of words gives a wrong text, where mentions match only by chance.",
    ),
    "brackets-joined": Entry(
        "{count} cell{s} with brackets joined by _",
        "each _ there was read as |",
        NO_EFFECT,
        severity=NOTE,
    ),
    "words-taken-out": Entry(
        "{count} document{s} with [WORD] for each word",
        "the words were removed before publication",
        HIDDEN,
        rank=LITTLE,
    ),
    "words-made-up": Entry(
        "{count} document{s} without words",
        "the tokens are shown as w1, w2 and so on",
        HIDDEN,
        rank=LITTLE,
    ),
    "row-broken": Entry(
        "Could not read {count} line{s} of CoNLL-U",
        "their annotation was left out, and the word too if it is unclear; correct them",
        LEFT_OUT,
        rank=MOST,
    ),
    "entity-unpaired": Entry(
        "Left out {count} bracket{s} of Entity= without a partner",
        "correct them",
        LEFT_OUT,
        rank=MOST,
    ),
    "entity-unusable": Entry(
        "Left out {count} unreadable bracket{s} of Entity=",
        "correct them",
        LEFT_OUT,
        rank=MOST,
    ),
    "entities-without-identity": Entry(
        "The entities of {count} file{s} have types but no identifiers",
        "so each mention is an instance of its own",
        APART,
        rank=MOST,
    ),
    "entities-beside-chains": Entry(
        "{count} file{s} with Entity= in MISC and other chains",
        "the others were read (coref_chains= or the column IDENTITY); choose Entity= with --clusters Entity",
        "If Entity= was meant, the comparison is wrong.",
        rank=MOST,
    ),
    "deixis-unread": Entry(
        "Left out the discourse deixis of {count} line{s}",
        "only the column IDENTITY has chains",
        LEFT_OUT,
    ),
    "words-linked": Entry(
        "Read links between words (COREFHEAD) as identity in {count} file{s}",
        "each mention is one word, and part and whole (holo) is a statement",
        "A mention of several words in the other graph matches none of them without "
        "--match min or --match head.",
        severity=NOTE,
    ),
    "markable-not-referring": Entry(
        "Left out {count} markable{s} without a referent",
        "their EntityID ends in -Pseudo",
        NO_EFFECT,
        severity=NOTE,
    ),
    "misc-unusable": Entry(
        "Left out {count} unusable link{s} or key{s} in MISC",
        "correct them",
        LEFT_OUT,
        rank=MOST,
    ),
    "head-lost": Entry(
        "The head of {count} mention{s} is not a word of the mention",
        "it was left out",
        "Only --match min is affected.",
    ),
    "text-differs": Entry(
        "The words of {count} sentence{s} differ from the stated text",
        "the words were used; correct the text or the words",
        OFF,
        rank=MOST,
    ),
    "no-marks": Entry(
        "{count} file{s} of CoNLL-U without a chain",
        "chains are read from Entity= or coref_chains= in MISC and from the column IDENTITY only",
        NOTHING_READ,
        rank=MOST,
    ),
    "no-entities": Entry(
        "{count} file{s} without an entity",
        "check that this is the annotated file",
        NOTHING_READ,
        rank=MOST,
    ),
    "document-without-name": Entry(
        "{count} document{s} without a name",
        "they were numbered, so both graphs need the same order of documents, or "
        "--map-documents auto, which goes by texts",
        "If the order differs and documents are not paired, each is compared with a wrong one.",
        rank=MOST,
    ),
    "empty-chain": Entry(
        "{count} cluster{s} without a mention",
        "they were left out",
        LEFT_OUT,
    ),
    "text-outside-document": Entry(
        "Text outside of documents in {count} place{s}",
        "it was left out",
        LEFT_OUT,
    ),
    "several-antecedents": Entry(
        "{count} mention{s} with several antecedents",
        "each antecedent became a statement, since identity would join all of them",
        "Such a mention may be alone, so that its chain is shorter than meant.",
    ),
    "minimum-not-found": Entry(
        "The MIN of {count} mention{s} is not in the mention",
        "it was left out",
        "Only --match min is affected: such a mention does not match a shorter mention of the other graph.",
    ),
    "link-outside-chains": Entry(
        "{count} link{s} outside of chains",
        "links that lead to each other were read as one instance",
    ),
    "chains-joined": Entry(
        "Joined {count} chain{s} to another one",
        "chains with a common link are one instance",
        MERGED,
        rank=LITTLE,
    ),
    "records-without-id": Entry(
        "Left out {count} row{s} without a value in {columns}",
        "a record without a cluster is not covered; scores are over the records that the gold table covers",
        LEFT_OUT,
    ),
    "words-for-no-value": Entry(
        "Read {count} cell{s} of {columns} as empty",
        "many tools write this for no value; if it is a name, choose another name",
    ),
    "pairs-without-record": Entry(
        "Left out {count} pair{s} with an empty value in {columns}",
        "a pair needs two records; a record that it names is alone, unless another pair has it",
    ),
    "pairs-of-any-likelihood": Entry(
        "Every pair counts, whatever its {columns}",
        "leave unlikely pairs out of the table if they should not count",
        severity=NOTE,
    ),
    "pairs-without-match": Entry(
        "Left out {count} pair{s} without a match in {column} ({values})",
        "a record of such pairs alone is left out too, unless --records lists it",
        severity=NOTE,
    ),
    "pairs-share-records": Entry(
        "{count} identifier{s} in both {columns}",
        "each was read as one record. If these are records of two tables, give --pair-tables two, or name "
        "a column that tells the tables apart in --record SOURCE+ID and --pairs; if they are of one "
        "table, give --pair-tables one",
        MERGED,
        rank=MOST,
    ),
    "records-of-several-tables": Entry(
        "{count} identifier{s} with several values of {columns}",
        "each was read as one record. To read a record of each table, give {options}",
        MERGED,
        rank=MOST,
    ),
    "records-repeated": Entry(
        "{count} record{s} in several rows of one cluster",
        "each was read as one record. If the rows are of several tables, name the column that tells these "
        "apart: --record SOURCE+ID",
        severity=NOTE,
    ),
    "records-in-clusters": Entry(
        "{count} record{s} in several clusters",
        "clusters that share a record are one bag, and scored as one; check whether a record is there twice, "
        "or tables share identifiers (then --record SOURCE+ID)",
    ),
    "records-twice": Entry(
        "{count} record{s} in several rows with different fields",
        "the first of these rows is shown",
    ),
    "records-not-listed": Entry(
        "{count} record{s} not in the table of records",
        "such a record is shown by its identifier",
    ),
    "records-with-other-fields": Entry(
        "Other fields of {count} record{s} than in the first graph that has them",
        "a record is known by its identifier; it is shown with its first fields",
        severity=NOTE,
    ),
    "link-with-gap": Entry(
        "Gaps within {count} link{s} of chains",
        "such a mention goes from its first to its last token, as in WebAnno",
        OFF,
    ),
    "tokens-overlap": Entry(
        "{count} token{s} overlap{v} with the token before",
        "the offsets were used; check the export",
        OFF,
    ),
    "relation-not-met": Entry(
        "{count} file{s} without a relation of the given names (brat-relation)",
        "name the relations that mean identity; all relations there were read as statements",
        APART,
    ),
    "chain-types-not-met": Entry(
        "{count} file{s} without a type that matches the pattern (brat-chain-types)",
        "the pattern has to match the whole name of a type",
        APART,
    ),
    "status-unknown": Entry(
        "{count} mention{s} with an unknown STATUS",
        "MUC has OPT only; such a mention counts as usual",
        NO_EFFECT,
        severity=NOTE,
    ),
    "no-chain-type": Entry(
        "Found no chain, or none with links, of the expected UIMA types in {count} file{s}",
        "name types with --format-option uima-chain=TYPE and uima-link=TYPE, the "
        "feature for entities with uima-entity=NAME, or relations with "
        "webanno-relation=NAME",
        NOTHING_READ,
        rank=MOST,
    ),
    "chain-layer-found": Entry(
        "Read a chain layer with another name as coreference in {count} file{s}",
        "choose another with --format-option uima-chain=TYPE and uima-link=TYPE",
        MERGED,
        severity=NOTE,
    ),
    "uima-entity-found": Entry(
        "Joined mentions that name the same entity in {count} file{s}",
        "choose another feature with --format-option uima-entity=NAME",
        NO_EFFECT,
        severity=NOTE,
    ),
    "uima-entity-not-met": Entry(
        "{count} file{s} without an annotation that has the given feature (uima-entity)",
        "name the feature that leads from a mention to its entity",
        NOTHING_READ,
        rank=MOST,
    ),
    "no-chain-layer": Entry(
        "{count} file{s} in which no relation, equivalence or chain type was found",
        "name the layer of identity with --format-option webanno-relation=NAME, or check the export",
        NOTHING_READ,
        rank=MOST,
    ),
    "webanno-relation-not-met": Entry(
        "{count} file{s} without a relation of the given name (webanno-relation)",
        "name a layer or a type of relations that the file has",
        NOTHING_READ,
        rank=MOST,
    ),
    "relation-layer-found": Entry(
        "Read relations as identity in {count} file{s}",
        "choose others with --format-option webanno-relation=NAME",
        MERGED,
        severity=NOTE,
    ),
    "relations-beside-chains": Entry(
        "{count} file{s} with both chains and relations of identity",
        "the chains were read; choose relations with --format-option webanno-relation=NAME",
        "If the relations were meant, the comparison is wrong.",
        rank=MOST,
    ),
    "annotator-passed-over": Entry(
        "Skipped {count} file{s} of other annotators",
        "choose one with --format-option annotator=NAME",
        severity=NOTE,
    ),
}
