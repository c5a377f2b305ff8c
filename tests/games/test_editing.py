"""Each game's box can be edited: what is declared meets the types, and no word of code is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from domain.games import GAMES
from domain.kernel.components import canonical
from domain.kernel.editing import Editing, SheetField, blanks_in, fields_in, shape_faults, with_blanks
from domain.kernel.editing.parts import attested, with_invented
from domain.kernel.game import Game
from domain.kernel.messages import Json
from domain.kernel.session.opening import load_components

EDITED = [pytest.param(game, id=game.key) for game in GAMES if game.editing is not None]


def editing_of(game: Game[Json]) -> Editing:
    assert game.editing is not None
    return game.editing


def fields(game: Game[Json]) -> Iterator[SheetField]:
    for section in game.sheet:
        yield from fields_in(section.field)


@pytest.mark.parametrize("game", EDITED)
def test_every_declared_path_meets_a_field(game: Game[Json]) -> None:
    editing, paths = editing_of(game), {field.path for field in fields(game)}
    declared = {
        *editing.titles, *editing.hints, *editing.units, *editing.refs, *editing.refs.values(),
        *editing.totals, *editing.kinds, *editing.maps, *editing.derived, *editing.blanks,
        *(label.partition(":")[0] for label in editing.labels if ":" in label),
    }  # fmt: skip
    assert declared - paths == set()
    assert editing.decks.keys() <= editing.blanks.keys()
    assert {*editing.order, *editing.parts, *editing.decks} <= {section.key for section in game.sheet}


@pytest.mark.parametrize("game", EDITED)
def test_every_table_has_a_hint_and_a_blank_that_can_be_entered(game: Game[Json]) -> None:
    editing, demo = editing_of(game), dict(game.demo_sets()["demo"])
    assert shape_faults(demo, editing.document) == []
    tables = [section for section in game.sheet if section.field.is_ == "table"]
    assert [section.key for section in tables if not section.field.hint] == []
    for section in tables:
        blank = {"id": "blank", **section.field.blank}
        added = {**demo, section.key: [*demo[section.key], blank]}
        assert shape_faults(added, editing.document) == [], section.key


@pytest.mark.parametrize("game", [one for one in EDITED if editing_of(one.values[0]).decks])
def test_a_box_whose_decks_are_blank_can_be_published(game: Game[Json]) -> None:
    editing, demo = editing_of(game), dict(game.demo_sets()["demo"])
    ticks = attested(editing, demo)
    document = json.loads(canonical(with_invented(editing, with_blanks(editing, demo, ticks), ticks)))
    load_components(game, document, new=True)
    blanks = blanks_in(editing, document)
    for deck in editing.decks:
        here = {row["id"] for row in document[deck]}
        assert here & blanks.keys() == here - {row["id"] for row in demo[deck]} != set(), deck
    assert blanks_in(editing, demo) == {}
    entered = document | {"invented": []}
    assert blanks_in(editing, entered) == {}, "a confirmed row is no blank, whatever it says"


@pytest.mark.parametrize("game", EDITED)
def test_no_word_of_code_is_shown(game: Game[Json]) -> None:
    shown = [
        word
        for field in fields(game)
        for word in (
            field.title,
            field.hint,
            *(option.label for option in field.options),
            *(variant.label for variant in field.variants),
        )
    ]
    assert [word for word in shown if "_" in word or re.search(rf"\b{game.prefix}-\d", word)] == []
