"""The state of one sitting: what is judged, undone, filtered, preferred, and the actions on it."""
