"""Damaged component sets: each is refused with its faults, or is a box that a table can be opened with."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel import PUBLIC, TRUTH, Game, InvalidComponents, Name, Rejected
from domain.kernel.components import LARGEST_NUMBER, content_hash
from domain.kernel.engine.entries import RecordedBy
from domain.kernel.engine.views import state_view
from domain.kernel.session import Stamp
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from domain.kernel.session.rendering import board_of, naming, offers_in_words

every_game = pytest.mark.parametrize("game", tuple(REGISTRY.values()), ids=lambda game: game.key)
SAMPLES = int(os.environ.get("TABLELOG_DAMAGES", "250"))
"""Damaged documents a game; 0 = each single damage there is."""
STAMP = Stamp(at="2026-01-01T00:00:00.000Z", by=RecordedBy("scribe"), salt="00")
Damage = Callable[[Any, Any], None]


def demo(game: Game[Any]) -> Any:
    return copy.deepcopy(game.demo_sets()["demo"])


def dropped(holder: Any, key: Any) -> None:
    del holder[key]


def doubled(holder: Any, key: Any) -> None:
    holder.insert(key, copy.deepcopy(holder[key]))


def replaced(value: Any) -> Damage:
    def damage(holder: Any, key: Any) -> None:
        holder[key] = copy.deepcopy(value)

    damage.__name__ = f"replaced by {value!r}"
    return damage


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in the document."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


HASHES = {
    "time_of_chaos": {"demo": "30edad99"},
    "chaosmos": {"demo": "362ce3f3"},
    "first_light": {"demo": "5e4f690d"},
    "order_vs_chaos": {"demo": "a083ce79", "tuned": "2ef7bac6"},
    "chaos_order": {"demo": "61a9ff40"},
}
"""The beginnings of those that sessions are bound to."""
NUMBERS = [replaced(number) for number in (0, -1, 10**15, LARGEST_NUMBER, 0.5)]
OTHERS = [replaced(other) for other in ("", "x", None, [], {})]


def damages(document: Any) -> list[tuple[tuple[Any, ...], Damage]]:
    found: list[tuple[tuple[Any, ...], Damage]] = []
    for path in places(document):
        kinds: list[Damage] = [dropped, *OTHERS]
        if type(at(document, path)) is int:
            kinds += NUMBERS
        if isinstance(path[-1], int):
            kinds.append(doubled)
        found += [(path, kind) for kind in kinds]
    return found


def is_refused(game: Game[Any], document: Any) -> bool:
    """Whether the document is no component set; if it is one, tables of every size are opened and seen."""
    try:
        components = load_components(game, document)
    except InvalidComponents as refused:
        return bool(refused.faults)
    for count in game.seat_counts:
        try:
            seats, options = game.sample_opening(components, count, Random(count))
            request = OpeningRequest(seats=tuple(seats), options=options)
            session = open_session(game, components, request, "session", bytes(32), STAMP)[0]
        except Rejected:
            continue
        called = naming(game, components, seats)
        for viewer in (TRUTH, PUBLIC):
            view = msgspec.to_builtins(state_view(game, session.state, viewer))
            offers = game.offers(session.state, None, viewer)
            standing = msgspec.to_builtins(game.standing(session.state))
            moment = msgspec.to_builtins(game.moment(session.state))
            msgspec.json.encode(offers_in_words(game, view, offers, called, strict=True))
            msgspec.json.encode(board_of(game, view, standing, moment, None, called, strict=True))
        game.standing(session.state)
    return False


@every_game
def test_a_damaged_document_is_refused_or_can_be_played(game: Game[Any]) -> None:
    every = damages(demo(game))
    sample = Random(9).sample(every, min(SAMPLES or len(every), len(every)))
    failures = []
    for path, damage in sample:
        document = demo(game)
        damage(at(document, path[:-1]), path[-1])
        try:
            is_refused(game, document)  # either answer will do
        except Exception as error:
            failures.append(f"{path} {damage.__name__}: {error!r}")
    assert not failures, "\n".join(failures)


@every_game
def test_no_number_of_a_document_is_beyond_what_a_box_can_hold(game: Game[Any]) -> None:
    document = demo(game)
    assert not is_refused(game, document)
    numbers = [path for path in places(document) if type(at(document, path)) is int]
    for path in Random(9).sample(numbers, min(len(numbers), 100)):
        changed = demo(game)
        replaced(LARGEST_NUMBER + 1)(at(changed, path[:-1]), path[-1])
        assert is_refused(game, changed), path


@pytest.mark.parametrize(
    ("key", "path", "damage"),
    [
        ("chaos_order", ("neutral_pricing", 0), doubled),
        ("order_vs_chaos", ("equipment", 1, "effects", 0, "op"), replaced({})),
        ("first_light", ("control_room", "sides", "small", "spaces"), replaced((1 << 53) - 1)),
        ("first_light", ("laboratory", "sides", "small", "spaces"), replaced((1 << 53) - 1)),
        ("first_light", ("foundry", "sides", "small", "spaces"), replaced((1 << 53) - 1)),
    ],
)
def test_a_damage_that_was_overlooked_once_is_refused(
    key: str, path: tuple[Any, ...], damage: Damage
) -> None:
    document = demo(REGISTRY[key])
    damage(at(document, path[:-1]), path[-1])
    assert is_refused(REGISTRY[key], document)


def things(document: Any) -> list[tuple[Any, ...]]:
    """Where the document holds something with an id; an effect (`do`) names one that is told elsewhere."""
    return [
        path
        for path in places(document)
        if isinstance(thing := at(document, path), dict)
        and isinstance(thing.get("id"), str)
        and "do" not in thing
    ]


@every_game
def test_each_thing_with_an_id_may_carry_a_name_and_a_text(game: Game[Any]) -> None:
    document = demo(game)
    for number, path in enumerate(things(document)):
        thing = at(document, path)
        thing.setdefault("name", f"Thing <{number}>")
        thing.setdefault("text", f"What stands on thing <{number}>")
    components = load_components(game, document)
    assert not [warning for warning in components.warnings if warning.constraint == "texts"]
    assert components.hash != content_hash(demo(game))
    called = naming(game, components, []).components
    told: dict[str, list[tuple[str, str]]] = {}
    for path in things(document):
        thing = at(document, path)
        told.setdefault(thing["id"], []).append((thing["name"], thing["text"].rstrip(".")))
    assert [id for id, ways in told.items() if not any(is_told(called[id], *way) for way in ways)] == []


def is_told(thing: Name, name: str, text: str) -> bool:
    """Whether it goes by this name, and says this text, among what the game itself tells of it."""
    return name in thing.name and text in thing.text


@every_game
@pytest.mark.parametrize("unfit", [7, None, ["Cinderhold"], "x" * 2_001], ids=lambda unfit: repr(unfit)[:9])
def test_a_text_that_is_none_is_not_shown(game: Game[Any], unfit: Any) -> None:
    """Refused, or only warned of where the format let other members stand from the beginning."""
    for member in ("name", "text"):
        document = demo(game)
        path = next(path for path in things(document) if member not in at(document, path))
        at(document, path)[member] = unfit
        try:
            components = load_components(game, document)
        except InvalidComponents:
            continue
        assert "texts" in {warning.constraint for warning in components.warnings}
        called = naming(game, components, []).components[at(document, path)["id"]]
        assert unfit not in (called.name, called.text)


@pytest.mark.parametrize("key", HASHES)
def test_the_packaged_sets_keep_their_hashes(key: str) -> None:
    demo_sets = REGISTRY[key].demo_sets()
    assert {name: content_hash(each)[:8] for name, each in demo_sets.items()} == HASHES[key]
