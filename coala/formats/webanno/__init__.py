"""What WebAnno and INCEpTION export becomes ``Annotations``."""
