"""The state of one sitting: verdicts, undo stack, filter, order, preferences, and the actions."""
