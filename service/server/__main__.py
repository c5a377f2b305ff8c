"""The web: `python -m service.server HOST PORT COUNT`. Its processes share the port, each kept running."""

from __future__ import annotations

import os
import sys

from service.processes.restarter import GivenUp, Task, keep
from service.processes.web import CannotStart, port_of_its_own
from workers.log_lines import as_json, give_up, log_in_lines

ALLOCATOR = "_RJEM_MALLOC_CONF"
GIVES_BACK = "background_thread:true,dirty_decay_ms:1000,muzzy_decay_ms:0"
"""For the server's own allocator: what many connections took goes back to the machine when they have gone."""


def main(host: str, port: int, count: int) -> None:
    """Serve until TERM or INT. Raises `CannotStart`, `GivenUp`."""
    with port_of_its_own(host, port, "web"):
        os.environ.setdefault(ALLOCATOR, GIVES_BACK)
        if count == 1:  # who only keeps others running has no use for the application
            from service.server.serving import serve

            serve(host, port)
        one = (sys.executable, "-m", "service.server.serving", host, str(port))
        keep([Task(f"web-{number}", one) for number in range(1, count + 1)], os.environ)


if __name__ == "__main__":
    if as_json():
        log_in_lines("web", "WARNING")
    try:
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    except (CannotStart, GivenUp) as error:
        give_up(str(error))
