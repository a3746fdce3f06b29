"""The dialogs: compare, export, help and keys, history, links of both graphs, warnings."""
