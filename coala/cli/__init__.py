"""The command line: parse the arguments, call the engine, print the result."""
