"""Races: a service that has just started is asked everything by many at once, and answers as it ever does.

Then a game is recorded while others look, and each of them is told one table.

Threads change so often here that two of them meet in the middle of whatever both touch, as on an evening once
in a long while.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from flask import Flask

from domain.games import REGISTRY
from domain.kernel import Game
from domain.kernel.rulebook import rulebook
from replays.library import DEMO
from service.app import create_app
from service.pages.guides import guides
from tests.service.conftest import Table, settings_at
from tests.support.eager_threads import eager_threads
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.long.looking_on import looked_on, torn
from tests.support.prepared import copy_files, prepared_files
from tests.support.recorded import library
from tests.support.service.swapped_worlds import NOT_THE_SAME, difference, told
from tests.support.service.walking import JSON, OF_ONE_SESSION_TOLD_BY_NOTHING, STREAMED, questions
from tests.support.working_here import working_here
from workers.follow import ProjectionRunner

AT_ONCE = 32
QUESTIONS_OF_A_START = 40
OPENINGS_OF_A_START = 2
"""Sessions of each game that are opened at once with the questions."""
ENTRIES = 60
"""That are recorded of each game before."""
ATTEMPTS = 20
"""At actions: the next one goes, those of later are refused."""
FRAMES = 20
STREAM = "text/event-stream"
LOOKED_ON = 30
"""Actions that are recorded of a table while others look."""
FAULT = 500
SHOWN = 600
OF_THE_MOMENT = ("/metrics", "/readyz")
"""What these say depends on what was asked before."""
KEPT_BY_PROCESSES = ("workers.jobs", "service.cli")
"""Modules that a service does not ask: what they keep is open for as long as their process lives."""
CACHED = type(cache(lambda: None))

Make: TypeAlias = Callable[[Path], Flask]


class Question(NamedTuple):
    """A request. body: what is sent; nothing by who looks. frames: that are read of a stream."""

    path: str
    form: str
    token: str | None = None
    body: str | None = None
    frames: int = 0

    def ask(self, app: Flask) -> tuple[int, bytes]:
        """Status, and what was answered, without what differs between any two answers."""
        headers = {"Accept": self.form}
        if self.token is not None:
            headers |= {"Authorization": f"Bearer {self.token}"}
        if self.body is not None and self.token is not None:
            headers |= {"If-Match": "*"}
        if self.frames:
            headers |= {"Last-Event-ID": "1"}
        answer = app.test_client().open(
            self.path,
            method="GET" if self.body is None else "POST",
            data=self.body,
            content_type=None if self.body is None else JSON,
            headers=headers,
        )
        if not self.frames:
            return answer.status_code, told(answer)
        with closing(answer):
            sent = b"".join(islice(answer.iter_encoded(), self.frames))
        return answer.status_code, NOT_THE_SAME.sub(b"*", sent)


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign over all games."""
    sys.addaudithook(lambda event, arguments: None)  # threads may change where it is asked, too
    for name in ("starts", "tables"):
        (folder / name).mkdir()
    asked = over(REGISTRY, wanted.starts, wanted.seed, folder / "starts")
    looked = looked_at(REGISTRY, wanted.starts, folder / "tables")
    return Outcome(asked.figures | looked.figures, asked.faults + looked.faults)


def made(home: Path) -> Flask:
    """The application as a web makes it at its start."""
    return working_here(create_app(settings_at(home)))


def over(games: Mapping[str, Game[Any]], starts: int, seed: int, folder: Path, make: Make = made) -> Outcome:
    """So many starts over one home, which holds a session of each of these games."""
    home = folder / "home"
    with started(make, prepared(home)) as app:
        asked = [question for game in games.values() for question in of_a_game(app, game)]
        asked += [*of_none(app, games)]
        known = {question: question.ask(app) for question in asked}
    faults = [
        f"{one.path} ({one.form}), asked alone: {known[one][0]}" for one in asked if known[one][0] >= FAULT
    ]
    openings = [opening_of(game) for game in games.values()] * OPENINGS_OF_A_START
    progress, sent = Progress("starts", starts), 0
    for number in range(1, starts + 1):
        random = Random(f"{seed}/{number}")
        chosen = random.sample(asked, min(QUESTIONS_OF_A_START, len(asked))) + openings
        random.shuffle(chosen)
        forget()
        with started(make, home) as app:
            faults += at_once(app, chosen, known)
        sent += len(chosen)
        progress.at(number, f"{len(faults)} faults")
    figures = {"starts": str(starts), "asked": f"{sent}, {AT_ONCE} at once, of {len(asked)} questions"}
    return Outcome(figures, faults)


def looked_at(games: Mapping[str, Game[Any]], tables: int, folder: Path) -> Outcome:
    """So many tables, of one of these games after another, recorded while others look at them."""
    progress, looks, faults = Progress("tables looked at", tables), 0, list[str]()
    with started(made, prepared(folder / "home")) as app:
        for number, game in enumerate(islice(cycle(games.values()), tables), 1):
            opening, *actions = lines_of(game)
            table = Table(app, opening)
            seen = looked_on(table, actions[:LOOKED_ON])
            faults += [f"{game.key}: {fault}" for fault in torn(table, seen)]
            looks += len(seen)
            progress.at(number, f"{looks} answers, {len(faults)} faults")
    return Outcome({"tables looked at": str(tables), "answers about them": str(looks)}, faults)


def prepared(home: Path) -> Path:
    """The home, with empty tables."""
    home.mkdir()
    folder = home.with_name("prepared")
    folder.mkdir()
    copy_files(prepared_files(folder), home)
    return home


@contextmanager
def started(make: Make, home: Path) -> Iterator[Flask]:
    """An application, closed afterwards."""
    app = make(home)
    try:
        yield app
    finally:
        app.extensions["tablelog"].close()


def forget() -> None:
    """Let the modules of a service forget what they keep, as if their process had just begun."""
    for name, module in tuple(sys.modules.items()):
        own = name.partition(".")[0] in ("domain", "replays", "workers", "service")
        if own and not name.startswith(KEPT_BY_PROCESSES):
            for thing in tuple(vars(module).values()):
                if isinstance(thing, CACHED):
                    thing.cache_clear()


def of_a_game(app: Flask, game: Game[Any]) -> Iterator[Question]:
    """Record the beginning of a game; whatever can be asked of it, by its owner, and tried by its scribe."""
    opening, *actions = lines_of(game)
    table = Table(app, opening | {"visibility": "public"})
    answer = table.act(actions[:ENTRIES])
    assert answer.status_code == 201, answer.text
    found = app.extensions["tablelog"]
    ProjectionRunner(found.store, found.engine, found.library).pull()
    for path, form in questions(table, game, [2, table.version]):
        of_one = table.id in path and not path.startswith("/compare")
        yield Question(path, form, table.tokens["owner"] if of_one else None)
    for route in STREAMED:
        path = route.replace("<session:session_id>", table.id)
        yield Question(path, STREAM, table.tokens["owner"], frames=FRAMES)
    for action in actions[ENTRIES : ENTRIES + ATTEMPTS]:
        path = f"{table.url}/actions?dry_run=true"
        yield Question(path, JSON, table.tokens["scribe"], json.dumps(action))


def of_none(app: Flask, games: Mapping[str, Game[Any]]) -> Iterator[Question]:
    """What can be asked of no session: documents, rules, component sets."""
    sets = app.extensions["tablelog"].library
    for game in games.values():
        places = {
            "<name:game>": [game.key],
            "<name:rule>": [*rulebook(game)][:1],
            "<name:name>": [sets.component_set(DEMO, game.key).hash],
            "<slug>": [*guides()],
        }
        paths = OF_ONE_SESSION_TOLD_BY_NOTHING.difference(OF_THE_MOMENT)
        for place, values in places.items():
            paths = frozenset(path.replace(place, value) for path in paths for value in values)
        yield from (Question(path, "*/*") for path in sorted(paths) if "<" not in path)


def opening_of(game: Game[Any]) -> Question:
    """A session of this game, which nobody but its owner sees."""
    opening = lines_of(game)[0] | {"visibility": "private"}
    return Question("/v1/sessions", JSON, None, json.dumps(opening))


def lines_of(game: Game[Any]) -> list[dict[str, Any]]:
    """A recorded game: its opening and its actions."""
    opening, *actions = map(json.loads, library(game.key)[0].read_text("utf-8").splitlines())
    return [{"component_set": DEMO, **opening}, *actions]


def at_once(
    app: Flask, chosen: Sequence[Question], known: Mapping[Question, tuple[int, bytes]]
) -> Iterator[str]:
    """Ask all of it at once; tells every answer that who asks alone does not get."""
    with eager_threads(), ThreadPoolExecutor(AT_ONCE) as pool:
        answers = [pool.submit(question.ask, app) for question in chosen]
    for question, answer in zip(chosen, answers, strict=True):
        asked = f"{question.path} ({question.form})"
        if (error := answer.exception()) is not None:
            yield f"{asked}: {error!r}"
            continue
        status, body = answer.result()
        wanted, alone = known.get(question, (201, b""))
        if status != wanted:
            yield f"{asked}: {status} in place of {wanted}: {body[-SHOWN:].decode()}"
        elif question in known and body != alone:
            yield difference(asked, body, alone)
