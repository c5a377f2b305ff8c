"""An evening that is over: a whole recorded game at the service, and what the workers have made of it."""

from __future__ import annotations

import json
from typing import Any

from service.bootstrap import create_services
from tests.page.table import Evening
from tests.recorded import LIBRARY
from tests.service.conftest import settings_at
from tests.service.server import Server
from workers.follow import Follower

AT_ONCE = 40
"""Actions in a list; those that draw go alone."""


def evening_over(server: Server, game: str, name: str, **opening: Any) -> Evening:
    """A session with all of a recorded game in it."""
    lines = (LIBRARY / game / f"{name}.jsonl").read_text().splitlines()
    actions = [json.loads(line) for line in lines[1:]]
    table = Evening.opened(server, game, name, upto=0, **opening)
    headers = {"Authorization": f"Bearer {table.tokens['scribe']}", "If-Match": "*"}
    while actions:
        now, actions = actions[:AT_ONCE], actions[AT_ONCE:]
        status, _ = server.request("POST", f"{table.path}/actions", now, headers)
        for action in now if status != 201 else ():
            table.record(action)
    follow(server)
    return table


def follow(server: Server) -> None:
    """What a worker does when it is woken."""
    found = create_services(settings_at(server.home))
    Follower(found.store, found.engine, found.library).pull()
    found.close()
