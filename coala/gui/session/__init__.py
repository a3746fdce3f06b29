"""One sitting has a state: what is judged, undone, filtered, preferred, and the actions on it."""
