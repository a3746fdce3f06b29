"""The words of the window get one meaning each, that of the specification, told to a reviewer."""

from __future__ import annotations

from coala.presentation.help.entries import HelpEntry

WORDS = (
    HelpEntry("baseline", "The first of the two graphs: the system as it was. It stands on the left."),
    HelpEntry("changed", "The second of the two graphs: the system as it is now. It stands on the right."),
    HelpEntry(
        "gold", "A third graph, made by people and taken for right. Scores hold both systems against it."
    ),
    HelpEntry("graph", "Everything that one system said about all documents, whatever format its file has."),
    HelpEntry("document", "A text with a name. Both graphs speak of one document when its name is the same."),
    HelpEntry(
        "span",
        "A place in a text: document, begin and end, counted in characters. The same place in both graphs is "
        "one span.",
    ),
    HelpEntry("mention", "Words that speak of something: a span that a system has put into a chain."),
    HelpEntry(
        "chain",
        "All mentions that a system takes for one and the same thing, be it a person, a place or an event. "
        "They may stand in several documents.",
    ),
    HelpEntry(
        "instance",
        "What a chain is about, with its name, types and statements. Names in the graphs are never compared: "
        "an instance is known by its mentions.",
    ),
    HelpEntry(
        "coreference", "Two mentions corefer when they speak of the same thing. That is what both graphs say."
    ),
    HelpEntry(
        "bag",
        "All chains of both graphs that hang together by shared mentions: the smallest part that can be "
        "judged by itself. A bag has one verdict, and its changes may have theirs.",
    ),
    HelpEntry("interesting bag", "A bag in which the two graphs differ. Only these are shown."),
    HelpEntry(
        "partner",
        "The chain of the other graph that shares most mentions, paired one to one within the bag. A chain "
        "without partner is new, or gone.",
    ),
    HelpEntry("divergence", "One thing in which the graphs differ: a row with a kind and a sentence."),
    HelpEntry("merged", "A chain went into another one: what were two things are one now."),
    HelpEntry("split", "A part of a chain broke off: what was one thing is two now."),
    HelpEntry("moved", "A mention left one chain for another, and both chains are still there."),
    HelpEntry("mention added", "A mention that only the changed graph has joined a chain that both have."),
    HelpEntry("mention dropped", "A mention that only the baseline has is gone from a chain that both have."),
    HelpEntry("instance added", "A chain none of whose mentions the baseline has."),
    HelpEntry("instance dropped", "A chain none of whose mentions the changed graph has."),
    HelpEntry(
        "type", "The class of an instance, such as person or event; a change lists what came and went."
    ),
    HelpEntry(
        "statement",
        "Anything else that a graph says of an instance: a relation and its value. Dropped and added are one "
        "change where the relation is the same.",
    ),
    HelpEntry(
        "fact",
        "A statement that a system reads out of the text, with the words that say it: a relation between two "
        "things, or an event with all that takes part in it. Facts are compared by what they say and where, "
        "and each can be judged by itself.",
    ),
    HelpEntry("fact added", "A fact that only the changed graph states."),
    HelpEntry("fact dropped", "A fact that only the baseline states."),
    HelpEntry(
        "fact changed",
        "A fact of both graphs, said by the same words or of the same event, about something else now; the "
        "sentence says of each part what it was.",
    ),
    HelpEntry("fact retyped", "A fact of both graphs about the same things, related otherwise now."),
    HelpEntry(
        "verdict",
        "Your answer for a bag: + the changed system is better here, \N{MINUS SIGN} it is worse, = neither "
        "is better, ? it cannot be told. It counts for the bag as a whole.",
    ),
    HelpEntry(
        "verdict on a change",
        "Your answer for one change of a bag that has several, by key E or a click on its line in the list. "
        "It counts in the tally by kind, in the place of the bag’s. Once all changes are judged, the bag’s "
        "verdict follows: better or worse where the others are the same. Where some are better and some "
        "worse, or you cannot tell, you are asked for it. Key B, or the cross beside the question, goes back "
        "to the bag.",
    ),
    HelpEntry(
        "cannot tell",
        "An answer of its own (?): the bag is looked at, left out of net and mean, and counted apart.",
    ),
    HelpEntry("unjudged", "A bag that has no verdict yet. A note alone is no verdict."),
    HelpEntry(
        "tag",
        "A word that says why, beside a verdict. The tally counts tags, and the search finds them by tag:.",
    ),
    HelpEntry("net", "The number of + less the number of \N{MINUS SIGN}. Above zero the change has helped."),
    HelpEntry("mean", "Net by the bags judged +, \N{MINUS SIGN} or =, with a 95 % interval over all bags."),
    HelpEntry("tally", "All verdicts counted: net, mean, by kind. It can be written as CSV or JSON."),
    HelpEntry(
        "share",
        "What a score would lose if this bag alone went back to the baseline. Bags that gold joins have one "
        "share together.",
    ),
    HelpEntry(
        "similarity",
        "A score without gold: how alike the two systems are. It says nothing of which is better.",
    ),
    HelpEntry(
        "towards gold, away from gold",
        "Whether a divergence makes the graph more or less like gold. That is a direction, no verdict.",
    ),
    HelpEntry("key, response", "A score holds a response against a key: a system against gold."),
    HelpEntry("precision", "How much of what a response joins the key joins too."),
    HelpEntry("recall", "How much of what the key joins the response joins too."),
    HelpEntry("F1", "Precision and recall in one figure, 2PR / (P + R); n/a where it is 0/0."),
    HelpEntry(
        "MUC, B³, CEAF, BLANC, LEA, CoNLL", "Scores of coreference; key H explains each with its formula."
    ),
    HelpEntry(
        "fingerprint",
        "A bag's content as 64 letters and digits. The same fingerprint is the same question: a verdict "
        "holds for it in every later comparison.",
    ),
    HelpEntry(
        "changed since judged",
        "Spans of this bag were judged in a former comparison, but the bag is no longer the same question. "
        "The verdict of then is told, and does not count.",
    ),
    HelpEntry("review", "The file with the extension .coala: bags, their texts, and your verdicts."),
    HelpEntry(
        "journal",
        "Every verdict, note, undo and redo in a review, with time and reviewer; only ever added to.",
    ),
    HelpEntry(
        "burst",
        "Answers within 0.6 seconds of each other. They are undone and redone as one step, since nobody "
        "reads so fast.",
    ),
    HelpEntry(
        "board",
        "Many comparisons of one system with itself: what each of its components is worth, and in which bags "
        "they meet. Each row and column is a component.",
    ),
    HelpEntry(
        "without one, only one, step by step",
        "What a row of a board compares: the whole system with the one without that component; the system "
        "with no component with the one that has that component alone; each step with the one before.",
    ),
    HelpEntry(
        "joint bag",
        "A row of the matrix of a board: all bags of its columns that hang together by shared mentions.",
    ),
    HelpEntry("owned by", "How many components change something in a joint bag."),
    HelpEntry(
        "links right/made",
        "Links that a component adds: so many gold has too. Their quotient is the marginal precision.",
    ),
    HelpEntry(
        "zero", "A mention without words, such as a dropped pronoun, marked at the word that governs it."
    ),
    HelpEntry(
        "placed nearby",
        "Where the texts of a document differ, a mention that has no place in the baseline's text is shown "
        "at the nearest one.",
    ),
)
