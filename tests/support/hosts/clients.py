"""Clients of a service on several hosts: players and note takers who record, and watchers of streams."""

from __future__ import annotations

import http.client
import json
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from tests.support.hosts.clusters import OPENING_TOKEN, PORT
from tests.support.long.running import Stuck, until
from tests.support.long.scribes import TRY_AGAIN, Told, recorded_games
from tests.support.service.server import send

ANSWER_SECONDS = 3.0
"""A client that hears nothing for so long tries the other host."""
SILENT_SECONDS = 4.0
"""A stream whose heartbeats stay away for so long is opened at the other host."""
RETRY_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 0.2
DIGEST_IN_AN_ID = 12
MOST_SESSIONS_WATCHED = 40


class Company:
    """All clients, and what they remember. Two record in each session: a player and a note taker.

    told: what was answered, by session. acknowledged: when, as `time.monotonic` has it.
    errors: what else was answered, or not, before a request was sent again.
    """

    def __init__(
        self,
        addresses: Sequence[str],
        random: Random,
        tables: int,
        watchers: int,
        *,
        only_notes: bool = False,
    ) -> None:
        """only_notes: players take notes too, in one session each. They follow whatever is in the log."""
        self.addresses, self.done = list(addresses), threading.Event()
        self.told: dict[str, dict[int, str]] = defaultdict(dict)
        self.tokens: dict[str, str] = {}
        self.acknowledged: list[float] = []
        self.of_sessions: dict[str, list[float]] = defaultdict(list)
        self.only_notes = only_notes
        self.errors: dict[str, int] = defaultdict(int)
        self.faults: list[str] = []
        self._lock = threading.Lock()
        games = recorded_games()
        self.clients = [Table(self, Random(random.random()), games, number) for number in range(tables)]
        self.watchers: list[Watcher] = []
        self._watched = watchers

    @property
    def answers(self) -> int:
        return len(self.acknowledged)

    def begin(self) -> None:
        for client in self.clients:
            client.start()

    def opened(self, session: str, token: str, number: int) -> None:
        """A new session: some of them are watched, at every host in turn."""
        self.tokens[session] = token
        for more in range(self._watched):
            if len(self.watchers) < MOST_SESSIONS_WATCHED:
                watcher = Watcher(self, session, token, number + more)
                self.watchers.append(watcher)
                watcher.start()

    def note(self, session: str, told: Told) -> None:
        """An entry is acknowledged."""
        with self._lock:
            known = self.told[session].setdefault(told.number, told.digest)
            self.acknowledged.append(time.monotonic())
            self.of_sessions[session].append(self.acknowledged[-1])
        if known != told.digest:
            self.faults.append(f"session {session}: entry {told.number} was acknowledged with two digests")

    def wait_for(self, more: int, seconds: float = 120) -> float:
        """Until so many more are acknowledged, and how long that took. Raises `Stuck`."""
        began, reached = time.monotonic(), self.answers + more
        until(
            lambda: self.answers >= reached, f"nobody is acknowledged any more after {seconds:.0f} s", seconds
        )
        return time.monotonic() - began

    @property
    def latest(self) -> dict[str, float]:
        """When the last entry of each session was acknowledged."""
        return {session: moments[-1] for session, moments in dict(self.of_sessions).items()}

    def first_after(self, session: str, moment: float) -> float:
        """When the first entry of a session was acknowledged after this moment."""
        return next(one for one in self.of_sessions[session] if one > moment)

    def forget_after(self, heads: Mapping[str, int]) -> None:
        """What was acknowledged after these entries is lost, as the trial wants it."""
        with self._lock:
            for session, told in self.told.items():
                for number in [number for number in told if number > heads[session]]:
                    del told[number]

    def longest_gap(self, since: float, before: float) -> float:
        """Seconds without any acknowledgement between these two moments."""
        moments = [since, *(one for one in list(self.acknowledged) if since < one < before), before]
        return max(later - one for one, later in pairwise(moments))

    def end(self) -> None:
        """Wait until every request is answered and every stream has reached the end. Raises `Stuck`."""
        self.done.set()
        for client in self.clients:
            client.join(120)
            if client.is_alive():
                raise Stuck("a request is never answered")
        for watcher in self.watchers:
            last = max(self.told[watcher.session])
            until(
                lambda watcher=watcher, last=last: watcher.last >= last,  # type: ignore[misc]
                f"the stream of {watcher.session} ends at {watcher.last}, and {last} was acknowledged",
            )
            watcher.over.set()
        self.faults += [client.trouble for client in self.clients if client.trouble]

    def entries(self) -> dict[str, list[Told]]:
        """What was acknowledged, in order."""
        return {
            session: [Told(number, told[number]) for number in sorted(told)]
            for session, told in dict(self.told).items()
        }


class Client:
    """One that knows all hosts. It stays at the one that answers, and goes on to the next if it does not."""

    def __init__(self, company: Company, place: int) -> None:
        self.company, self.place = company, place
        self.connection = self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        addresses = self.company.addresses
        return http.client.HTTPConnection(
            addresses[self.place % len(addresses)], PORT, timeout=ANSWER_SECONDS
        )

    def go_on(self) -> None:
        """To the next host."""
        self.connection.close()
        self.place += 1
        self.connection = self._connect()

    def ask(self, path: str, body: Any, token: str) -> Any:
        """Send it with an id of its own until it is recorded. Raises `Stuck` on a final refusal."""
        headers = {"Idempotency-Key": str(uuid.uuid4()), "Authorization": f"Bearer {token}", "If-Match": "*"}
        while True:
            try:
                status, answer = send(self.connection, "POST", path, body, headers)
            except (OSError, http.client.HTTPException) as error:
                self.company.errors[type(error).__name__] += 1
            else:
                if status == 201:
                    return answer
                self.company.errors[str(status)] += 1
                if status not in TRY_AGAIN:
                    raise Stuck(f"{status} at {path}: {answer}")
            self.go_on()
            time.sleep(RETRY_SECONDS)


class Table(threading.Thread):
    """A player and a note taker who record in one session after another."""

    def __init__(self, company: Company, random: Random, games: Sequence[Path], number: int) -> None:
        super().__init__(daemon=True)
        self.company, self.random, self.games, self.number = company, random, games, number
        self.player, self.noting = Client(company, number), Client(company, number + 1)
        self.trouble: str | None = None

    def run(self) -> None:
        try:
            while not self.company.done.is_set():
                self._play(self.random.choice(self.games))
        except Exception as error:
            self.trouble = f"a client gave up: {error!r}"

    def _play(self, game: Path) -> None:
        opening, *actions = map(json.loads, game.read_text().splitlines())
        opened = self.player.ask("/v1/sessions", {"component_set": "demo", **opening}, OPENING_TOKEN)
        session, token = opened["session"]["id"], opened["tokens"]["scribe"]
        self.company.note(session, Told(1, opened["session"]["digest"]))
        self.company.opened(session, token, self.number)
        notes = Notes(self, session, token)
        notes.start()
        while self.company.only_notes and not self.company.done.is_set():
            self.record(self.player, session, "notes", {"text": f"Move {uuid.uuid4()}"}, token)
        for action in actions:
            if self.company.done.is_set():
                break
            self.record(self.player, session, "actions", action, token)
        notes.over.set()
        notes.join()
        self.player.place += 1

    def record(self, client: Client, session: str, what: str, body: Any, token: str) -> None:
        """One entry, and a pause."""
        answer = client.ask(f"/v1/sessions/{session}/{what}", body, token)
        self.company.note(session, Told(answer["version"], answer["entry"]["digest"]))
        time.sleep(self.random.uniform(0, LONGEST_PAUSE_SECONDS))


class Notes(threading.Thread):
    """A second client of a session, who takes notes at another host."""

    def __init__(self, table: Table, session: str, token: str) -> None:
        super().__init__(daemon=True)
        self.table, self.session, self.token, self.over = table, session, token, threading.Event()

    def run(self) -> None:
        try:
            while not self.over.wait(LONGEST_PAUSE_SECONDS):
                body = {"text": f"Note {uuid.uuid4()}"}
                self.table.record(self.table.noting, self.session, "notes", body, self.token)
        except Exception as error:
            self.table.company.faults.append(f"a note taker gave up: {error!r}")


class Watcher(threading.Thread):
    """The stream of one session, resumed at the next host whenever it breaks off. It tolerates no hole.

    seen: the digest of each entry since the last `reset`. resets: how often everything began again.
    """

    def __init__(self, company: Company, session: str, token: str, place: int) -> None:
        super().__init__(daemon=True)
        self.company, self.session, self.place = company, session, place
        self.headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
        self.over = threading.Event()
        self.last, self.event_id, self.resets, self.resumed = 0, "", 0, 0
        self.seen: dict[int, str] = {}

    def run(self) -> None:
        while not self.over.is_set():
            with suppress(OSError, http.client.HTTPException):
                self._follow()
            self.place += 1
            self.resumed += 1
            self.over.wait(RETRY_SECONDS)

    def _follow(self) -> None:
        address = self.company.addresses[self.place % len(self.company.addresses)]
        connection = http.client.HTTPConnection(address, PORT, timeout=SILENT_SECONDS)
        sent = {"Last-Event-ID": self.event_id} if self.event_id else {}
        try:
            connection.request("GET", f"/v1/sessions/{self.session}/stream", headers=self.headers | sent)
            with connection.getresponse() as answer:
                for line in answer if answer.status == HTTPStatus.OK else ():
                    if self.over.is_set():
                        return
                    if line.strip():
                        self._take(json.loads(line))
        finally:
            connection.close()

    def _take(self, event: dict[str, Any]) -> None:
        kind, number = event["event"], event.get("id", 0)
        if kind == "reset":
            self.resets += 1
            self.seen.clear()
            self.last, self.event_id = 0, ""
        elif kind == "state":
            if self.last:
                self.company.faults.append(f"the stream of {self.session} begins again without a reset")
            self._reach(number, event["last_event_id"])
        elif kind == "entry":
            if number != self.last + 1:
                self.company.faults.append(f"the stream of {self.session} goes from {self.last} to {number}")
            self._reach(number, event["last_event_id"])

    def _reach(self, number: int, event_id: str) -> None:
        self.last, self.event_id = number, event_id
        self.seen[number] = event_id.partition("-")[2]
