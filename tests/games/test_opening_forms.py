"""The opening form of every game: what it asks for can be opened, and what can be opened it asks for."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import ComponentSet, Game
from domain.kernel.offers import sample
from domain.kernel.offers.domains import Each
from domain.kernel.opening_form import (
    OpeningForm,
    Question,
    can_open,
    form_faults,
    sample_of,
    values_of,
)
from domain.kernel.session.opening import load_components, opening_form
from domain.kernel.ui.words import value_key

SEEDS = 200
GAMES = (*REGISTRY.values(), TEMPLATE)
TABLES = [
    pytest.param(game, load_components(game, document), count, id=f"{game.key}-{name}-{count}")
    for game in GAMES
    for name, document in game.demo_sets().items()
    for count in game.seat_counts
]
every_table = pytest.mark.parametrize(("game", "components", "count"), TABLES)


def must_open(game: Game[Any], components: ComponentSet, seats: Any, options: Any) -> None:
    read = msgspec.convert(seats, tuple.__class_getitem__((game.seat_type, ...)))
    game.admit(components, read, msgspec.convert(options, game.options_type))


def chosen(form: OpeningForm, count: int, random: Random) -> tuple[list[Any], dict[str, Any]]:
    """Seats and options as somebody may choose them who looks at nothing but the form."""
    seats = [{"seat": name} for name in form.names[:count]]
    for name, question in form.seat.items():
        for seat, value in zip(seats, column(question, count, random), strict=True):
            seat[name] = value
    options: dict[str, Any] = {}
    for name, question in form.options.items():
        while True:
            value = sample(question.domain, random, declare=False)
            needs = question.needs.get(value_key(value), {})
            unmet = any(options.get(other) not in values for other, values in needs.items())
            twice = question.differ and value is not None and len({*value.values()}) < len(value)
            if not unmet and not twice:
                break
        if value is not None:
            options[name] = value
    return seats, options


def column(question: Question, count: int, random: Random) -> list[Any]:
    values = list(values_of(question.domain))
    if question.shares:
        shared = [value for value in values for _ in range(question.shares[value_key(value)])]
        return random.sample(shared, count)
    return random.sample(values, count) if question.differ else random.choices(values, k=count)


@every_table
def test_every_sample_opening_lies_in_the_form(game: Game[Any], components: ComponentSet, count: int) -> None:
    form = opening_form(game, components, count)
    for seed in range(SEEDS):
        seats, options = game.sample_opening(components, count, Random(seed))
        assert list(form_faults(form, seats, options)) == []


@every_table
def test_what_anybody_chooses_in_the_form_can_be_opened(
    game: Game[Any], components: ComponentSet, count: int
) -> None:
    form = opening_form(game, components, count)
    for seed in range(SEEDS):
        seats, options = chosen(form, count, Random(seed))
        assert list(form_faults(form, seats, options)) == []
        must_open(game, components, seats, options)


@every_table
def test_what_the_form_takes_by_itself_can_be_opened(
    game: Game[Any], components: ComponentSet, count: int
) -> None:
    form = opening_form(game, components, count)
    assert can_open(form, count)
    seats, options = sample_of(form, count)
    assert list(form_faults(form, seats, options)) == []
    must_open(game, components, seats, options)


@every_table
def test_every_question_and_value_has_words_and_no_word_is_of_nothing(
    game: Game[Any], components: ComponentSet, count: int
) -> None:
    form = opening_form(game, components, count)
    for question in (*form.seat.values(), *form.options.values()):
        assert question.words.asks.endswith("?")
        keys = {value_key(value) for value in values_of(question.domain)}
        assert keys <= question.words.values.keys()
        assert all(words.label.strip() for words in question.words.values.values())
        assert question.needs.keys() <= keys
        assert question.shares.keys() <= keys
    for name, question in form.options.items():
        for needs in question.needs.values():
            before = list(form.options)[: list(form.options).index(name)]
            assert needs.keys() <= {*before}, "what a value needs is asked before it"


def test_what_does_not_lie_in_a_form_is_told() -> None:
    game = REGISTRY["chaos_order"]
    components = load_components(game, game.demo_sets()["demo"])
    form = opening_form(game, components, 5)
    seats, options = sample_of(form, 5)
    same = [seats[0], {**seats[1], "faction": seats[0]["faction"]}, *seats[2:]]
    assert list(form_faults(form, same, options)) == ["Two seats take the same faction."]
    tiles = form.options["land_tiles"].domain.of
    assert isinstance(tiles, Each)
    first = {name: values_of(of)[0] for name, of in tiles.keys.items()}
    assert list(form_faults(form, seats, {"land_tiles": first})) == [
        "options/land_tiles takes a value twice."
    ]
    assert list(form_faults(form, seats, {"speed": 3})) == ["The form does not ask for the option speed."]


def test_what_does_not_go_together_is_told() -> None:
    game = REGISTRY["chaosmos"]
    components = load_components(game, game.demo_sets()["demo"])
    form = opening_form(game, components, 3)
    seats, options = sample_of(form, 3)
    faults = list(form_faults(form, seats, {**options, "clock_start": 48}))
    assert faults == ["options/clock_start is 48, which does not go with mode."]
    faults = list(form_faults(form, seats, {**options, "mode": "two_player"}))
    assert faults[0] == "options/mode is 'two_player', which lies outside of its domain."


def test_sides_are_shared_as_the_rules_have_it() -> None:
    game = REGISTRY["order_vs_chaos"]
    form = opening_form(game, load_components(game, game.demo_sets()["demo"]), 3)
    seats = [{"seat": name, "side": "chaos"} for name in ("red", "blue", "green")]
    (fault,) = form_faults(form, seats, {})
    assert fault.startswith("side is shared among the seats as {'order': 0, 'chaos': 3}")
