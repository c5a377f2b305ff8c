"""Every symbol that a game names is in the sprite of the pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import domain.games
from domain.games import REGISTRY
from domain.kernel import TRUTH
from domain.kernel.session import seats_of
from domain.kernel.session.rendering import board_of, naming_of, offers_in_words
from service.pages.assets import FOLDER
from tests.support.recorded import STAMP, library, opened

SPRITE = set(re.findall(r'<symbol id="([^"]+)"', (FOLDER / "vendor" / "lucide.svg").read_text()))
GAMES = Path(domain.games.__file__).parent
TOLD = [key for key, game in REGISTRY.items() if game.words is not None]


def icons(told: Any) -> Iterator[str]:
    """Every icon, and every mark of a place, in a piece of JSON."""
    if isinstance(told, dict):
        if told.get("icon"):
            yield told["icon"]
        if "shape" in told:
            yield from told.get("marks", ())
        for of in told.values():
            yield from icons(of)
    elif isinstance(told, list):
        for of in told:
            yield from icons(of)


def named_in_a_game(key: str) -> set[str]:
    """What the words and boards of a recorded game name."""
    game = REGISTRY[key]
    opening, *actions = map(json.loads, library(key)[0].read_text().splitlines())
    session, draft = opened(game, opening)
    names = naming_of(session)
    drawing = game.boards.drawings().get(opening["component_set"]) if game.boards else None
    found: set[str] = set()
    for action in actions:
        state = draft.position.state
        view, standing, moment = (
            json.loads(msgspec.json.encode(of))
            for of in (game.view(state, TRUTH), game.standing(state), game.moment(state))
        )
        actors = (None, *seats_of(session.opened))
        offers = [offer for actor in actors for offer in game.offers(state, actor, TRUTH)]
        for told in (
            board_of(game, view, standing, moment, drawing, names),
            offers_in_words(game, view, offers, names),
        ):
            found.update(icons(json.loads(msgspec.json.encode(told))))
        draft.record(action, STAMP, None)
    return found


@pytest.mark.parametrize("key", TOLD)
def test_every_symbol_that_a_game_names_is_in_the_sprite(key: str) -> None:
    assert named_in_a_game(key) <= SPRITE


def test_a_game_with_symbols_is_among_them() -> None:
    assert named_in_a_game("time_of_chaos")


def scripts() -> list[str]:
    """The texts of the pages' own scripts."""
    return [path.read_text() for path in FOLDER.rglob("*.js") if "vendor" not in path.parts]


def test_every_symbol_of_the_pages_is_in_the_sprite() -> None:
    named = {name for text in scripts() for name in re.findall(r'<\$\{Icon\} name="([^"]+)"', text)}
    assert named <= SPRITE


def test_no_symbol_is_in_the_sprite_that_nothing_names() -> None:
    games = [path.read_text() for path in GAMES.rglob("*") if path.suffix in (".py", ".json", ".toml")]
    texts = "\n".join((*scripts(), *games))
    assert {name for name in SPRITE if f'"{name}"' not in texts} == set()
