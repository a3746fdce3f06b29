"""The notices of readers of formats that are not RDF, in display order."""

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
        "every span is an instance of its own; name what means identity, "
        "see docs/reference/annotation-tools.md",
        "Nothing was joined, so whatever the other graph joins there counts as split or merged.",
        rank=MOST,
    ),
    "line-left-out": Entry(
        "Left out {count} line{s} that cannot be used",
        "mend them, or have the file written anew",
        LEFT_OUT,
        rank=MOST,
    ),
    "identifier-twice": Entry(
        "{count} line{s} with an identifier that an earlier one has",
        "each was read as a new annotation, and what refers to the identifier means the first",
        "If a relation meant a later one, it joins the wrong spans.",
        rank=MOST,
    ),
    "line-twice": Entry(
        "{count} line{s} that repeat{v} an earlier one",
        "each was read once",
        NO_EFFECT,
        severity=NOTE,
    ),
    "normalisations-joined": Entry(
        "{count} file{s} in which spans of one normalisation were taken for one instance, since nothing else "
        "joins any",
        "it is one in all files; --format-option brat-relation names the relations that mean identity",
        MERGED,
        rank=SOME,
    ),
    "cell-empty": Entry(
        "{count} line{s} of WebAnno TSV with an empty cell",
        "where nothing is annotated stands _, so check that no annotation was lost",
        LEFT_OUT,
        rank=MOST,
    ),
    "row-twice": Entry(
        "Left out {count} row{s} of CoNLL that repeat{v} the one before",
        "have the file written anew",
        "If a word was meant to be there twice, it is there once.",
        rank=MOST,
    ),
    "span-words-broken": Entry(
        "The words of {count} span{s} go on in the next line",
        "they equal the text, so the span was read",
        NO_EFFECT,
        severity=NOTE,
    ),
    "text-fitted": Entry(
        "{count} text{s} beside annotations whose offsets leave out its byte order mark, or one character of "
        "each line end",
        "the words of the spans fit that, so the text was read without",
        NO_EFFECT,
        severity=NOTE,
    ),
    "chain-types-found": Entry(
        "{count} file{s} in which types of spans that differ by a number were taken for chains",
        "--format-option brat-chain-types says which types are chains",
        MERGED,
        rank=SOME,
    ),
    "level-without-chains": Entry(
        "Left out {count} level{s} of MMAX2 without an attribute that tells chains",
        "levels of sentences and the like have none; --format-option mmax-attribute names one that is not "
        "known here",
        "If such a level was to hold chains, all that the other graph says there counts as dropped or added.",
        severity=NOTE,
    ),
    "level-read": Entry(
        "{count} level{s} of MMAX2 read by one attribute",
        "--format-option mmax-level and mmax-attribute name others",
        NO_EFFECT,
        severity=NOTE,
    ),
    "apposition-left-out": Entry(
        "Left out {count} part{s} of appositions",
        "OntoNotes keeps them apart from identity, and so do its other formats",
        LEFT_OUT,
        severity=NOTE,
    ),
    "chain-deprecated": Entry(
        "Left out {count} chain{s} that the file itself calls deprecated",
        "another chain has taken the place of each",
        NO_EFFECT,
        severity=NOTE,
    ),
    "mark-broken": Entry(
        "Left out {count} broken annotation{s}",
        "mend the file; all others were read",
        LEFT_OUT,
        rank=MOST,
    ),
    "document-left-out": Entry(
        "{count} document{s} or mention{s} of JSON could not be read",
        "what is wrong stands there; the rest was read",
        LEFT_OUT,
        rank=MOST,
    ),
    "span-left-out": Entry(
        "Left out {count} span{s} of JSON that cannot be used",
        "the rest of the document was read; mend them",
        LEFT_OUT,
        rank=MOST,
    ),
    "words-unlike": Entry(
        "{count} mention{s} of JSON with other words than the file states",
        "the offsets were trusted; check what they count (--offsets, --ends), and the text",
        OFF,
        rank=MOST,
    ),
    "sentences-elsewhere": Entry(
        "{count} document{s} of a list of mentions without mention_context",
        "their places are those of sentences and tokens, and only the words of mentions are shown; no text "
        "fits, so give none with --texts",
        HIDDEN,
        rank=MOST,
    ),
    "names-recur": Entry(
        "{count} name{s} of chains in several documents",
        "each was read as a chain of its own document; --across-documents reads it as one of all",
        APART,
        rank=MOST,
    ),
    "names-missing": Entry(
        "{count} file{s} in which chains have no names that could hold across documents",
        "such chains were read by document; leave out --across-documents where no file names its chains",
        APART,
        rank=MOST,
    ),
    "task-not-accepted": Entry(
        "{count} task{s} without an annotation, or with one that was passed over",
        "what was cancelled, skipped or rejected, or is not of --format-option annotator, is not read",
        NO_EFFECT,
        severity=NOTE,
    ),
    "no-clusters": Entry(
        "{count} document{s} without any known key for chains",
        "check that the file is the annotated one, or name the key with --clusters",
        NOTHING_READ,
        rank=MOST,
    ),
    "ends-unsure": Entry(
        "No mention of {count} file{s} of JSON has one token alone",
        "the ends were taken to be inclusive, and are more likely exclusive: give --ends exclusive, or "
        "--ends inclusive if they are not",
        OFF,
        rank=MOST,
    ),
    "name-of-several": Entry(
        "{count} document{s} of the name of an earlier one with another text",
        "they are numbered, so both graphs need the same order",
        "With another order of documents each is compared to a wrong one.",
        rank=MOST,
    ),
    "predicted-clusters": Entry(
        "Predicted chains beside others in {count} document{s}",
        "the predicted ones were read; --clusters KEY reads those of another key",
        "If the other chains were meant, the whole comparison is of the wrong ones.",
        rank=MOST,
    ),
    "prediction-missing": Entry(
        "{count} document{s} without predicted chains in a file that has them for others",
        "their other chains, most likely gold, were read; leave them out, or name one key by --clusters",
        "What is compared is not one system's, and scores of such documents are too good.",
        rank=MOST,
    ),
    "chains-beside": Entry(
        "{count} document{s} with chains of one form under two keys",
        "those of one were read; --clusters KEY reads those of another",
        "If the other chains were meant, or all of them, the comparison is of the wrong ones.",
        rank=MOST,
    ),
    "fragments-overlap": Entry(
        "{count} span{s} with parts that overlap",
        "a span is the characters it covers, so the parts were joined",
        NO_EFFECT,
        severity=NOTE,
    ),
    "empty-node": Entry(
        "Left out {count} mention{s} of empty nodes in sentences without a word",
        "a zero stands at a word of its sentence",
        LEFT_OUT,
    ),
    "head-not-stated": Entry(
        "{count} mention{s} of several nodes without one node as its head",
        "the first node was taken for it",
        "Mentions are matched by their heads, so that scores are of first nodes.",
        rank=MOST,
    ),
    "zero-by-order": Entry(
        "{count} mention{s} of empty nodes of which no governor is known",
        "each stands at the word before it and is told from others there by order",
        "Where one graph has one zero more, those behind it at the same word are taken for others.",
        severity=NOTE,
    ),
    "event-left-out": Entry(
        "Left out {count} event{s}",
        "their trigger has no span",
        LEFT_OUT,
    ),
    "event-arguments-left-out": Entry(
        "Left out the arguments of {count} event{s}",
        "of an event its trigger is read, and what relations say of it",
        "Arguments are not compared: what they tie is the same to a comparison as if they were not there.",
        severity=NOTE,
    ),
    "relation-without-spans": Entry(
        "Left out {count} relation{s} between what has no span",
        "check that both arguments are annotated",
        "A relation that was left out counts as a statement dropped or added.",
    ),
    "quotes-taken-off": Entry(
        "{count} file{s} with headers in quotes, as a spreadsheet writes them",
        "the quotes were taken off, also those of other cells",
        "Where a word had quotes of its own, it is another word now.",
        severity=NOTE,
    ),
    "bracket-left-out": Entry(
        "Left out {count} bracket{s}",
        "nothing else was; mend them where it matters",
        LEFT_OUT,
        rank=MOST,
    ),
    "columns-differ": Entry(
        "{count} line{s} with a column too few, too many, or without a word",
        "the columns were counted from both ends, and a missing word is shown as _",
        "The tokens keep their places, so spans are as they were meant.",
        rank=MOST,
    ),
    "document-not-ended": Entry(
        "{count} document{s} without an end",
        "check that the file was not cut off",
        NOTHING_READ,
        rank=MOST,
    ),
    "columns-found": Entry(
        "The columns of {count} file{s} were told by what they hold",
        "check words and documents; --columns says it otherwise",
        "Another column of words makes another text, and spans of two texts equal one another by chance.",
    ),
    "brackets-joined": Entry(
        "{count} cell{s} with brackets joined by _",
        "it was read as |",
        NO_EFFECT,
        severity=NOTE,
    ),
    "words-taken-out": Entry(
        "{count} document{s} with [WORD] for each word",
        "the words were taken out before it was published",
        HIDDEN,
        rank=LITTLE,
    ),
    "words-made-up": Entry(
        "{count} document{s} without words",
        "their n-th token is shown as wn",
        HIDDEN,
        rank=LITTLE,
    ),
    "row-broken": Entry(
        "Did not understand {count} line{s} of CoNLL-U",
        "their annotation was left out, and so was the word where it cannot be told; mend them",
        LEFT_OUT,
        rank=MOST,
    ),
    "entity-unpaired": Entry(
        "Left out {count} bracket{s} of Entity= that have no partner",
        "mend them",
        LEFT_OUT,
        rank=MOST,
    ),
    "entity-unusable": Entry(
        "Left out {count} bracket{s} of Entity= that cannot be understood",
        "mend them",
        LEFT_OUT,
        rank=MOST,
    ),
    "entities-without-identity": Entry(
        "The entities of {count} file{s} have types, but no identifiers",
        "each mention is an instance of its own",
        APART,
        rank=MOST,
    ),
    "entities-beside-chains": Entry(
        "{count} file{s} with Entity= in MISC beside other chains",
        "the others were read (coref_chains= or the column IDENTITY); --clusters Entity reads Entity=",
        "If the other one was meant, what is compared is wrong.",
        rank=MOST,
    ),
    "deixis-unread": Entry(
        "Left out the discourse deixis of {count} line{s}",
        "only the column IDENTITY is read as chains",
        LEFT_OUT,
    ),
    "words-linked": Entry(
        "{count} file{s} in which links between words (COREFHEAD) were taken for identity",
        "each mention is one word; part and whole (holo) is a statement",
        "A mention of several words in the other graph equals none of them unless --match min or head.",
        severity=NOTE,
    ),
    "markable-not-referring": Entry(
        "Left out {count} markable{s} that refer to nothing",
        "their EntityID ends in -Pseudo",
        NO_EFFECT,
        severity=NOTE,
    ),
    "misc-unusable": Entry(
        "Left out {count} link{s} or key{s} in MISC that cannot be used",
        "mend them",
        LEFT_OUT,
        rank=MOST,
    ),
    "head-lost": Entry(
        "The head of {count} mention{s} is no word of the mention",
        "it was left out",
        "Without --match min it changes nothing.",
    ),
    "text-differs": Entry(
        "The words of {count} sentence{s} do not make up the text that is stated",
        "the words were trusted",
        OFF,
        rank=MOST,
    ),
    "no-marks": Entry(
        "{count} file{s} of CoNLL-U without any chain",
        "Entity= or coref_chains= in MISC and the column IDENTITY are read, and nothing else",
        NOTHING_READ,
        rank=MOST,
    ),
    "no-entities": Entry(
        "{count} file{s} without any entity",
        "check that it is the annotated one",
        NOTHING_READ,
        rank=MOST,
    ),
    "document-without-name": Entry(
        "{count} document{s} without a name",
        "they are numbered, so both graphs need the same order, or --map-documents auto, which goes by texts",
        "Numbers of another order, where nothing is mapped, compare every document to a wrong one.",
        rank=MOST,
    ),
    "empty-chain": Entry(
        "{count} cluster{s} without any mention",
        "they were left out",
        LEFT_OUT,
    ),
    "text-outside-document": Entry(
        "Text outside of any document in {count} place{s}",
        "it was left out",
        LEFT_OUT,
    ),
    "several-antecedents": Entry(
        "{count} mention{s} with several antecedents",
        "they are statements, since identity with all of them would make them one",
        "Such a mention may stand alone, and the chain that it was meant for is shorter.",
    ),
    "minimum-not-found": Entry(
        "The MIN of {count} mention{s} does not stand in the mention",
        "it was left out",
        "Without --match min it changes nothing; with it, a shorter span of the other graph is not joined "
        "with such a mention.",
    ),
    "link-outside-chains": Entry(
        "{count} link{s} that no chain leads to",
        "links that follow one another are one instance",
    ),
    "chains-joined": Entry(
        "Joined {count} chain{s} to another one",
        "chains that share a link are one instance",
        MERGED,
        rank=LITTLE,
    ),
    "link-with-gap": Entry(
        "Gaps within {count} link{s} of chains",
        "such a mention reaches from its first to its last token, as WebAnno reads it",
        OFF,
    ),
    "tokens-overlap": Entry(
        "An overlap with the token before in {count} token{s}",
        "the offsets were trusted; check the export",
        OFF,
    ),
    "relation-not-met": Entry(
        "{count} file{s} without any relation that --format-option brat-relation names",
        "name those that mean identity; all that were met are statements",
        APART,
    ),
    "chain-types-not-met": Entry(
        "{count} file{s} without any type that --format-option brat-chain-types matches",
        "write a pattern that matches the whole of a type which names a chain",
        APART,
    ),
    "status-unknown": Entry(
        "{count} mention{s} with a STATUS that MUC does not know",
        "only OPT is one; such a mention counts like any other",
        NO_EFFECT,
        severity=NOTE,
    ),
    "no-chain-type": Entry(
        "No chain, or no link either, of the UIMA types that were looked for in {count} file{s}",
        "name the types with --format-option uima-chain and uima-link, with uima-entity the feature by which "
        "a mention names its entity, or with webanno-relation the relations that mean identity",
        NOTHING_READ,
        rank=MOST,
    ),
    "chain-layer-found": Entry(
        "{count} file{s} in which a chain layer of another name was taken for coreference",
        "--format-option uima-chain and uima-link name another one",
        MERGED,
        severity=NOTE,
    ),
    "uima-entity-found": Entry(
        "{count} file{s} in which mentions name their entity",
        "all that name one were taken for one instance; --format-option uima-entity names another feature",
        NO_EFFECT,
        severity=NOTE,
    ),
    "uima-entity-not-met": Entry(
        "{count} file{s} without any annotation that has the feature of --format-option uima-entity",
        "name the feature of the mentions that leads to their entity",
        NOTHING_READ,
        rank=MOST,
    ),
    "no-chain-layer": Entry(
        "{count} file{s} in which no relation, equivalence or chain type was found",
        "name the relation layer that means identity with --format-option webanno-relation, or check the "
        "export",
        NOTHING_READ,
        rank=MOST,
    ),
    "webanno-relation-not-met": Entry(
        "{count} file{s} without any relation that --format-option webanno-relation names",
        "name a layer, or a type of its relations, that is there",
        NOTHING_READ,
        rank=MOST,
    ),
    "relation-layer-found": Entry(
        "{count} file{s} in which relations were taken for identity",
        "--format-option webanno-relation names the layer, or the types, that mean it",
        MERGED,
        severity=NOTE,
    ),
    "relations-beside-chains": Entry(
        "{count} file{s} in which relations that are called identity stand beside chains",
        "the chains were read; --format-option webanno-relation names the relations to read instead",
        "If the relations were meant, what is compared is wrong.",
        rank=MOST,
    ),
    "annotator-passed-over": Entry(
        "{count} file{s} of other annotators",
        "passed over, as --format-option annotator says",
        severity=NOTE,
    ),
}
