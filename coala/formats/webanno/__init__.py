"""Readers of WebAnno and INCEpTION exports."""
