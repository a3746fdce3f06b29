"""One module a metric states what it adds up; a new metric is one such module and a line in ``registry``."""
