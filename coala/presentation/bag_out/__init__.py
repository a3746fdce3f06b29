"""A bag leaves the window as text, Markdown or Turtle, clean of marks, for whoever has not got the review."""
