"""The files behind a path: their bytes, their formats, archives, and folders of texts."""
