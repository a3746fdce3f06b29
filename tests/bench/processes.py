"""Memory and time of the processes that a benchmark starts."""

from __future__ import annotations

import re
import resource
from pathlib import Path


def resident(process: int) -> int:
    """Return kilobytes of a process and its children; shared memory counts twice."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    except OSError:
        return 0
    own = re.search(r"VmRSS:\s+(\d+)", status)
    return (int(own[1]) if own else 0) + sum(resident(int(child)) for child in children)


def processor_seconds() -> float:
    """Return the processor time of all ended child processes, however busy the machine was."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
