"""The guard by the name that a `tablelog up` of 0.2 starts it by, which may outlive its own files."""

from __future__ import annotations

import sys

from service.processes.guard import main

if __name__ == "__main__":
    sys.exit(main())
