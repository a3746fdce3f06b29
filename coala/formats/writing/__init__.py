"""Writers that put other chains into a file, and leave everything else in it unchanged."""
