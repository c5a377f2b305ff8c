"""The files of `deploy/`: what they start is started on ports of this machine, and parts of it are lost."""

from __future__ import annotations

import http.client
import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from typing import Any

import pytest

from tests.service.conftest import recorded
from tests.support.service.deployment import (
    BY_TABLELOG,
    DATABASES,
    OPENING_TOKEN,
    WEBS,
    Deployment,
    deployed,
    wait_until,
)
from tests.support.service.following import spoken
from tests.support.service.server import events, send

PRIMARY, NEXT, THIRD = DATABASES
MOST_TRIES = 400
"""A busy machine needs its time until another database is the primary."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    names = (*DATABASES, "redis", *BY_TABLELOG, "haproxy")
    with deployed(tmp_path_factory.mktemp("deployment"), *names) as deployment:
        wait_until(lambda: deployment.standbys_of(PRIMARY) == 2, "no two standbys follow the primary")
        wait_until(lambda: all(map(deployment.is_ready, WEBS)), "no web host is ready")
        wait_until(lambda: ready_behind(deployment) == 2, "haproxy does not see two web hosts")
        yield deployment


def ready_behind(deployment: Deployment) -> int:
    """How many web hosts the proxy sends requests to; none while it starts."""
    try:
        rows = [row.split(",") for row in deployment.proxy_says("show stat").splitlines()]
    except OSError:
        return 0
    return sum(row[0] == "tablelog" and row[1] in WEBS and row[17] == "UP" for row in rows if len(row) > 17)


class Group:
    """A table that is recorded through the proxy, whatever happens to the hosts meanwhile."""

    def __init__(self, deployment: Deployment) -> None:
        self.deployment = deployment
        opening, *self.actions = recorded("demo-2p-001")
        status, opened = self.ask("POST", "/v1/sessions", opening, OPENING_TOKEN)
        assert status == 201, opened
        self.tokens = opened["tokens"]
        self.url = f"/v1/sessions/{opened['session']['id']}"
        self.ids = count(1)

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", **headers: str
    ) -> tuple[int, Any]:
        with closing(self.deployment.connection()) as connection:
            sent = {"Authorization": f"Bearer {token}", "Host": "play.example.org"} | headers
            return send(connection, method, path, body, sent)

    def record(self, actions: int) -> None:
        """Record so many actions, each sent again with its id until it is answered."""
        for action in self.actions[:actions]:
            with_id = action | {"action_id": f"00000000-0000-4000-8000-{next(self.ids):012}"}
            for _ in range(MOST_TRIES):
                try:
                    status, answer = self.ask(
                        "POST", f"{self.url}/actions", with_id, self.tokens["scribe"], **{"If-Match": "*"}
                    )
                except (OSError, http.client.HTTPException):
                    continue
                if status in (200, 201):
                    break
                assert status >= 500, answer
            else:
                pytest.fail("nobody answers any more")
        self.actions = self.actions[actions:]

    @property
    def version(self) -> int:
        status, answer = self.ask("GET", self.url, token=self.tokens["scribe"])
        assert status == 200, answer
        version: int = answer["version"]
        return version


def test_a_table_is_recorded_while_web_hosts_with_their_homes_and_then_the_primary_are_lost(
    server: Deployment,
) -> None:
    group = Group(server)
    group.record(3)
    for lost in WEBS:
        server.kill(lost)
        group.record(2)
        shutil.rmtree(server.home(lost))
        server.start(lost)
        wait_until(lambda: ready_behind(server) == 2, f"{lost} does not come back")
    assert group.version == 1 + 3 + 2 + 2

    server.kill(PRIMARY)
    with server.database(NEXT) as connection:
        connection.execute("select pg_promote()")
    group.record(3)
    assert group.version == 1 + 3 + 2 + 2 + 3
    wait_until(lambda: server.standbys_of(NEXT) == 1, "the third does not follow the new primary")

    server.start(PRIMARY)
    wait_until(lambda: "is the primary. Remove the data" in server.log(PRIMARY), "two are primaries")


def test_whoever_has_no_opening_token_opens_nothing_and_nobody_outside_reads_metrics(
    server: Deployment,
) -> None:
    opening, *_ = recorded("demo-2p-001")
    with closing(server.connection()) as stranger:
        assert send(stranger, "POST", "/v1/sessions", opening, {"Host": "play.example.org"})[0] == 401
        assert send(stranger, "GET", "/metrics", headers={"Host": "play.example.org"})[0] == 404


def test_requests_for_one_session_go_to_one_host_and_others_to_both(server: Deployment) -> None:
    group = Group(server)

    def asked(path: str, times: int = 10) -> set[str]:
        before = answered_by(server)
        for _ in range(times):
            group.ask("GET", path, token=group.tokens["scribe"])
        after = answered_by(server)
        return {web for web in WEBS if after[web] > before[web]}

    assert len(asked(group.url)) == len(asked(f"{group.url}/offers")) == 1
    assert asked(group.url) == asked(group.url.replace("/v1/sessions", "/t"))
    assert asked("/v1/games") == set(WEBS)


def answered_by(deployment: Deployment) -> dict[str, int]:
    """Answers that the proxy had of each web host."""
    rows = [
        row.split(",")
        for row in deployment.proxy_says("show stat").splitlines()
        if row.startswith("tablelog,")
    ]
    return {row[1]: int(row[7]) for row in rows if row[1] in WEBS}


def test_a_stream_passes_the_proxy_as_it_goes_on(server: Deployment) -> None:
    group = Group(server)
    with closing(server.connection()) as spectator:
        headers = {"Authorization": f"Bearer {group.tokens['spectator']}", "Host": "play.example.org"}
        spectator.request("GET", f"{group.url}/stream", headers=headers)
        followed = events(spoken(spectator.getresponse()))
        assert next(followed)[1] == "state"
        group.record(2)
        assert [next(followed)[:2] for _ in range(2)] == [(2, "entry"), (3, "entry")]
