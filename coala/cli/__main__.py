"""``python -m coala.cli`` runs the same command as ``coala``."""

import sys

from coala.cli.commands import main

sys.exit(main())
