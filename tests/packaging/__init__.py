"""The wheel, the sdist, and the files for a desktop and for GitHub."""
