"""What happened to a bag before becomes lines for a person: its history, and what was judged before."""
