"""CorefUD, which is CoNLL-U with ``Entity=`` in MISC, becomes ``Annotations``."""
