"""Two worlds over the API: who cannot tell them apart, is given the same bytes by every route."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from domain.games import REGISTRY
from domain.kernel import Game
from service.app import create_app
from tests.service.conftest import settings_at
from tests.support.service.swapped_worlds import finished_pair_of, must_say_the_same, pair_of
from tests.support.service.walking import (
    ASKED,
    OF_IT,
    OF_ONE_SESSION_TOLD_BY_NOTHING,
    SENT,
    SENT_ELSEWHERE,
    STREAMED,
    routes,
)


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two services, one for each world: so what they count over all sessions can be compared too."""
    made = []
    for world in ("one", "other"):
        (tmp_path / world).mkdir()
        made.append(create_app(settings_at(tmp_path / world), REGISTRY))
    yield made[0], made[1]
    for app in made:
        app.extensions["tablelog"].close()


@pytest.mark.parametrize("recorder", [False, True], ids=["and looks", "and records for all"])
@pytest.mark.parametrize("seated", [True, False], ids=["a seat", "a spectator"])
@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_every_route_says_the_same_of_two_worlds(
    apps: tuple[Flask, Flask], game: Game[Any], seated: bool, recorder: bool
) -> None:
    pair = pair_of(game, seated)
    must_say_the_same(apps, pair.recording() if recorder else pair)


SHUT = [game for game in REGISTRY.values() if not game.opens_when_finished]


@pytest.mark.parametrize("seated", [True, False], ids=["a seat", "a spectator"])
@pytest.mark.parametrize("game", SHUT, ids=lambda game: game.key)
def test_a_finished_game_that_stays_shut_says_the_same_of_two_worlds(
    apps: tuple[Flask, Flask], game: Game[Any], seated: bool
) -> None:
    """To its last entry and behind it: with a seat's eyes, in branches, in audits, in what it adds up to."""
    must_say_the_same(apps, finished_pair_of(game, seated))


def test_no_route_is_forgotten_here(apps: tuple[Flask, Flask]) -> None:
    """A new route is put among those that are walked, or among those that know of no session."""
    assert routes(apps[0], "GET") == {*ASKED, *STREAMED, *OF_ONE_SESSION_TOLD_BY_NOTHING}
    sent = {route for route in routes(apps[0], "POST") if route.startswith(f"{OF_IT}/")}
    beside = {route.removeprefix(f"{OF_IT}/") for route in sent} - {*SENT, *SENT_ELSEWHERE}
    assert beside == {"webhooks/<name:webhook>/deliveries"}
