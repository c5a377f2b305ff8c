"""Worlds that differ in hidden things alone: by every route of every game the same is told of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from shutil import rmtree
from typing import Any

from flask import Flask, request, request_started

from domain.games import REGISTRY
from domain.kernel import PUBLIC, Game, Viewer
from service.app import create_app
from tests.service.conftest import settings_at
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.prepared import copy_files, prepared_files
from tests.support.service.swapped_worlds import (
    Finding,
    Pair,
    both_recorded,
    compared,
    difference,
    finished,
    pairs_of,
    unfinished,
)
from tests.support.twins import Source
from tests.support.working_here import working_here

TWINS_CHOSEN_FROM = 240
"""Of one played game. In some games hardly one twin in ten stays alike for long."""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """The campaign over all games."""
    return over(REGISTRY.values(), wanted.swaps, wanted.seed, folder)


def over(
    games: Iterable[Game[Any]],
    swaps: int,
    seed: int,
    folder: Path,
    *,
    served: Mapping[str, Game[Any]] = REGISTRY,
    twins: int = TWINS_CHOSEN_FROM,
) -> Outcome:
    """So many twins of each game, and as many finished ones of a game that stays shut.

    served: the games as the services have them, by key. twins: how many of one played game are chosen from.
    """
    walk, figures = Walk(folder, served), dict[str, str]()
    for game in games:
        random = Random(f"{seed}/{game.key}")
        figures |= walk.through(game.key, game, unfinished, swaps, twins, random)
        if not game.opens_when_finished:
            figures |= walk.through(f"{game.key}, finished", game, finished, swaps, twins, random)
    figures["looked at by"] = _listed(walk.looks)
    figures["kinds of routes walked"] = str(len(walk.routes))
    return Outcome(figures, walk.faults)


class Walk:
    """Asks everything of pairs, each recorded in homes of its own below a folder.

    looks: how many pairs were looked at, by whom. questions: that were asked of both worlds. routes: method
    and rule of each that was among them. faults: what was not alike.
    """

    def __init__(self, folder: Path, served: Mapping[str, Game[Any]]) -> None:
        self.folder, self.served = folder, served
        (folder / "prepared").mkdir(parents=True)
        self.prepared = prepared_files(folder / "prepared")
        self.looks: Counter[str] = Counter()
        self.questions = 0
        self.routes: set[str] = set()
        self.faults: list[str] = []

    def through(
        self, what: str, game: Game[Any], finding: Finding, swaps: int, twins: int, random: Random
    ) -> dict[str, str]:
        """Look at so many twins, spread over the numbers of seats; returns the figures of that."""
        progress, before, done = Progress(f"swaps of {what}", swaps), self.questions, Counter[str]()
        counts = random.sample(game.seat_counts, len(game.seat_counts))
        for place, count in enumerate(counts, 1):
            share = -(-swaps * place // len(counts)) - done.total()
            for pairs in islice(swapped(game, count, finding, twins, random), share):
                for holder, pair in looks(pairs, random):
                    self.look(holder, pair)
                done[f"of {count} seats"] += 1
                progress.at(done.total(), f"{self.questions - before} questions")
        if not done:
            self.faults.append(f"{what}: no worlds that stay alike")
        return {
            f"{what}: pairs, questions compared": f"{done.total()}, {self.questions - before}",
            f"{what}: pairs by seats": _listed(done),
        }

    def look(self, holder: str, pair: Pair) -> None:
        """Record both worlds and ask everything of them, until an answer is not alike."""
        self.looks[holder] += 1
        try:
            with self._apps() as apps:
                tables = both_recorded(apps, pair)
                with request_started.connected_to(self._walked):
                    for asked, mine, others in compared(*tables, pair):
                        self.questions += 1
                        assert mine == others, difference(asked, mine, others)
        except AssertionError as error:
            worlds = f"{pair.source.game.key} of {len(pair.source.seats)} seats, {pair.what}"
            said = " ".join(str(error).split())
            self.faults.append(f"{worlds}, told to {pair.holder or 'a spectator'}: {said}")

    def _walked(self, sender: Flask, **_: object) -> None:
        self.routes.add(f"{request.method} {request.url_rule}")

    @contextmanager
    def _apps(self) -> Iterator[tuple[Flask, Flask]]:
        """Two services that know nothing of each other; their homes are gone afterwards."""
        homes, made = (self.folder / "one", self.folder / "other"), list[Flask]()
        try:
            for home in homes:
                home.mkdir()
                copy_files(self.prepared, home)
                made.append(working_here(create_app(settings_at(home), self.served)))
            yield made[0], made[1]
        finally:
            for app in made:
                app.extensions["tablelog"].close()
            for home in homes:
                rmtree(home, ignore_errors=True)


def swapped(
    game: Game[Any], count: int, finding: Finding, twins: int, random: Random
) -> Iterator[Sequence[Pair]]:
    """What each twin of a played game is to those who cannot tell it from the game, in a random order.

    Twins that some seat cannot tell come before those that only who watches cannot.
    """
    source = Source(game, count)
    different = list({twin.what: twin for twin in source.twins(twins)}.values())
    random.shuffle(different)
    viewers, watched = [PUBLIC, *map(Viewer, source.seats)], list[Sequence[Pair]]()
    for twin in different:
        pairs = list(pairs_of(source, [twin], viewers, finding))
        if any(pair.viewer != PUBLIC for pair in pairs):
            yield pairs
        elif pairs:
            watched.append(pairs)
    yield from watched


def looks(pairs: Sequence[Pair], random: Random) -> Iterator[tuple[str, Pair]]:
    """By whom both worlds are looked at: a seat by chance, who only watches, and who records for either."""
    seated = [pair for pair in pairs if pair.viewer != PUBLIC]
    if seated:
        pair = random.choice(seated)
        yield "a seat", pair
        yield "a recorder of a seat", pair.recording()
    for pair in pairs:
        if pair.viewer == PUBLIC:
            yield "a spectator", pair
            yield "the recorder of all", pair.recording()


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{number} {what}" for what, number in sorted(counted.items())) or "none"
