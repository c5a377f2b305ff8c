"""A table of a box in a spreadsheet: written so that people can read it, and read back as changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct

from domain.games import GAMES
from domain.kernel.components import canonical
from domain.kernel.editing import Editing, SheetField, sheet_of
from domain.kernel.editing.changes import Add, Set, Take, changed, row_keys
from domain.kernel.editing.spreadsheet import SheetImport, UnreadCell, from_csv, table_at, to_csv


class Draw(Struct, tag_field="do", tag="draw"):
    cards: Annotated[int, Meta(ge=1)]


class Pay(Struct, tag_field="do", tag="pay"):
    what: dict[Literal["shells", "pearls"], int]


class Manual(Struct, tag_field="do", tag="manual"):
    pass


class Choose(Struct, tag_field="do", tag="choose"):
    of: list[Draw | Pay | Manual | Choose]


class Slots(Struct):
    open: int
    locked: int = 0


class TideCard(Struct):
    name: str
    id: str
    cost: dict[Literal["shells", "pearls"], int]
    points: int
    when: Literal["now", "end"]
    effects: list[Draw | Pay | Manual | Choose] = []
    tags: list[str] = []
    reach: int | Literal["any"] | None = None
    slots: Slots | None = None
    copies: int = 1
    once: bool = False
    above: dict[str, str] = {}
    text: str = ""


class TideBox(Struct):
    cards: list[TideCard]
    others: list[TideCard]


EDITING = Editing(
    document=TideBox,
    titles={"cards/*/when": "Works", "cards/*/above": "Neighbours"},
    labels={"now": "at once", "end": "at the end", "manual": "by hand"},
    derived=frozenset({"cards/*/above"}),
    blanks={"cards": {"name": "", "cost": {}, "points": 2, "when": "end"}},
)
SHEET = sheet_of(EDITING)


def table(path: str) -> SheetField:
    found = table_at(SHEET, path)
    assert found is not None
    return found


CARDS = table("cards")
ROWS: list[dict[str, Any]] = [
    {
        "id": "ebb",
        "name": "Ebb",
        "cost": {"shells": 3, "pearls": 1},
        "points": 4,
        "when": "now",
        "effects": [{"do": "manual"}, {"do": "draw", "cards": 2}, {"do": "pay", "what": {"pearls": 1}}],
        "tags": ["sea", "moon"],
        "reach": "any",
        "slots": {"open": 1, "locked": 2},
        "once": True,
        "text": "Take it; or leave it,\nas you like.",
    },
    {"id": "surge", "name": "Surge", "cost": {}, "points": -1, "when": "end", "text": "=1+1"},
    {
        "id": "calm",
        "name": "Calm",
        "cost": {"pearls": 0},
        "points": 0,
        "when": "end",
        "effects": [{"do": "choose", "of": [{"do": "manual"}]}],
        "reach": 2,
        "copies": 2,
    },
]
WRITTEN = """\
id,Name,Cost,Points,Works,Effects,Tags,Reach,Slots,Copies,Once,Text
ebb,Ebb,"3 Shells, 1 Pearls",4,at once,"by hand
Draw; Cards: 2
Pay; What: 1 Pearls",sea; moon,Any,Open: 1; Locked: 2,,yes,"Take it; or leave it,
as you like."
surge,Surge,,-1,at the end,,,,,,,'=1+1
calm,Calm,0 Pearls,0,at the end,"[{""do"":""choose"",""of"":[{""do"":""manual""}]}]",,2,,2,,
"""


def read(text: str, rows: list[Any] = ROWS) -> SheetImport:
    return from_csv(CARDS, rows, text)


def test_a_table_is_written_in_words() -> None:
    assert to_csv(CARDS, ROWS).replace("\r\n", "\n") == WRITTEN
    assert read(WRITTEN) == SheetImport()


def test_a_sheet_of_another_spreadsheet_is_read() -> None:
    """Other separators, titles, words and order; nothing is changed that says the same."""
    text = """\ufeffsep=;
Points;NAME;ID;works;copies;once
-1;Surge;surge;END;1;no
4.0;Ebb;ebb;At Once;;YES
"""
    assert read(text) == SheetImport(missing=("calm",))
    assert read("name\tpoints\nSurge\t-1\n") == SheetImport(missing=("ebb", "calm"))


def test_what_was_entered_becomes_changes_of_the_draft() -> None:
    text = """id,Name,Cost,Points,Works,Effects,Tags,Reach,Text,Slots
ebb,Ebb,Pearls: 2; 1x shells,4,end,Draw; cards: 3,moon,,,open: 5
surge,Surge,,7,at the end,"[{""do"":""manual""}]",,any,'-1,
,High Tide!,2 Shells,,now,,,,,
,High tide,,1,,,,,,
"""
    found = read(text)
    assert found == SheetImport(
        changes=(
            Set("cards/ebb/cost", {"pearls": 2, "shells": 1}),
            Set("cards/ebb/when", "end"),
            Set("cards/ebb/effects", [{"do": "draw", "cards": 3}]),
            Set("cards/ebb/tags", ["moon"]),
            Take("cards/ebb/reach"),
            Take("cards/ebb/text"),
            Set("cards/ebb/slots", {"open": 5}),
            Set("cards/surge/points", 7),
            Set("cards/surge/effects", [{"do": "manual"}]),
            Set("cards/surge/reach", "any"),
            Set("cards/surge/text", "-1"),
            Add(
                "cards",
                {"id": "high_tide", "name": "High Tide!", "cost": {"shells": 2}, "points": 2, "when": "now"},
            ),
            Add(
                "cards",
                {"id": "high_tide_2", "name": "High tide", "cost": {}, "points": 1, "when": "end"},
            ),
        ),
        added=("high_tide", "high_tide_2"),
        changed=("ebb", "surge"),
        missing=("calm",),
    )
    after = changed({"cards": ROWS}, found.changes)["cards"]
    assert [row["id"] for row in after] == ["ebb", "surge", "calm", "high_tide", "high_tide_2"]
    assert from_csv(CARDS, after, text).changes == ()


def test_nothing_that_is_not_understood_is_dropped_silently() -> None:
    text = """id,Name,Cost,Points,Works,Artist,Effects,Reach,Once,Neighbours,points,Slots
ebb,,three shells,,later,Ann,Dance,far,perhaps,{},9,deep: 3
ebb,,,,,,,,,,,
drift,Drift,1 Shells 1 Shells,1.5,,,[{,,,,,,extra

,,,4,,,,,,,,
"""
    found = read(text)
    assert found.columns == ("Artist", "Neighbours", "points")
    assert [(cell.row, cell.column, cell.text) for cell in found.cells] == [
        (2, "Cost", "three shells"),
        (2, "Points", ""),
        (2, "Works", "later"),
        (2, "Effects", "Dance"),
        (2, "Reach", "far"),
        (2, "Once", "perhaps"),
        (2, "Slots", "deep: 3"),
        (3, "id", "ebb"),
        (4, "", "extra"),
        (4, "Cost", "1 Shells 1 Shells"),
        (4, "Points", "1.5"),
        (4, "Effects", "[{"),
        (6, "id", ""),
    ]
    reasons = {cell.column: cell.reason for cell in found.cells if cell.row == 2}
    assert reasons["Cost"] == "Write amounts such as: 3 Shells, 2 Pearls."
    assert reasons["Works"] == "Write one of: at once, at the end."
    assert reasons["Points"] == "This cell cannot be empty. It was 4."
    assert found.changes == (
        Set("cards/ebb/name", ""),
        Add("cards", {"id": "drift", "name": "Drift", "cost": {}, "points": 2, "when": "end"}),
    )
    two = [ROWS[0], {**ROWS[1], "name": "Ebb"}]
    assert read("name,points\nebb,5\n", two).cells == (
        UnreadCell(2, "name", "ebb", "Several rows have this name. Write the id of the row."),
    )


@pytest.mark.parametrize(
    "text", ["", "\n\n", "Points;Works\n4;now\n", "7", '"', 'id,Name\n"' + "x" * 200_000]
)
def test_a_file_that_is_no_table_changes_nothing_and_says_so(text: str) -> None:
    found = read(text)
    assert (found.changes, found.missing) == ((), ("ebb", "surge", "calm"))
    assert found.cells


@pytest.mark.parametrize("text", ["=A1", "+1", "-x", "@x", "\t1", "'=A1", "''-x", "'quoted'", "-5", "- ; 5"])
def test_no_spreadsheet_computes_what_a_card_says(text: str) -> None:
    rows = [{**ROWS[1], "text": text}]
    cell = to_csv(CARDS, rows).splitlines()[1].split(",", 11)[11].strip('"')
    assert cell == text if text in ("'quoted'", "-5") else cell == f"'{text}"
    assert read(to_csv(CARDS, rows), []).changes == (Add("cards", rows[0]),)


def test_rows_with_one_id_are_told_apart_by_their_order() -> None:
    twice = [ROWS[0], {**ROWS[1], "id": "ebb"}]
    assert read(to_csv(CARDS, twice), twice) == SheetImport()
    found = read(to_csv(CARDS, twice).replace("Surge", "Storm"), twice)
    assert found.changes == (Set("cards/1/name", "Storm"),)


def test_effects_of_another_table_are_written_in_words_too() -> None:
    assert "by hand" in to_csv(table("others"), ROWS)
    assert table_at(SHEET, "points") is None


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.text(max_size=5) | st.sampled_from(["now", "null"]),
    lambda below: st.lists(below, max_size=2) | st.dictionaries(st.text(max_size=3), below, max_size=2),
    max_leaves=3,
)
KEYS = st.sampled_from([field.key for field in (CARDS.item.fields if CARDS.item else ())])


@settings(max_examples=40)
@given(st.lists(st.dictionaries(KEYS, ANYTHING, max_size=4), min_size=1, max_size=2))
def test_a_faulty_draft_comes_back_as_it_was(drafts: list[dict[str, Any]]) -> None:
    """Whatever its members hold: a sheet that nobody touched changes nothing."""
    rows = [{**row, "id": f"r{index}"} for index, row in enumerate(drafts)]
    assert read(to_csv(CARDS, rows), rows) == SheetImport()


@given(st.text(alphabet="id,;\t\n\r\"'[{}=-1aName", max_size=40), st.booleans())
def test_no_text_makes_it_fail(text: str, titled: bool) -> None:
    found = read(f"id,Name,Cost,Points,Effects,Slots\n{text}" if titled else text)
    changed({"cards": ROWS}, found.changes)


def tables_in(field: SheetField, value: Any, at: str) -> Iterator[tuple[str, str, list[Any]]]:
    """Each table of a document: its path, its address and its rows."""
    if field.is_ == "table" and field.item is not None:
        yield field.path, at, value
        for key, row in zip(row_keys(value), value, strict=True):
            yield from tables_in(field.item, row, f"{at}/{key}")
    elif field.is_ == "form" and isinstance(value, dict):
        for inner in field.fields:
            yield from tables_in(inner, value.get(inner.key, []), f"{at}/{inner.key}")
    elif field.is_ == "keyed" and field.item is not None and isinstance(value, dict):
        for key, inner_value in value.items():
            yield from tables_in(field.item, inner_value, f"{at}/{key}")


@pytest.mark.parametrize("game", [pytest.param(game, id=game.key) for game in GAMES if game.editing])
def test_each_table_of_a_packaged_set_is_the_same_after_a_spreadsheet(game: Any) -> None:
    for document in game.demo_sets().values():
        for section in game.sheet:
            for path, at, rows in tables_in(section.field, document.get(section.key, []), section.key):
                found = table_at(game.sheet, path)
                assert found is not None
                assert found.item is not None
                text = to_csv(found, rows)
                assert from_csv(found, rows, text, at=at) == SheetImport(), at
                anew = from_csv(found, [], text, at=at)
                assert (anew.columns, anew.cells) == ((), ())
                left_out = {
                    field.key: None if field.derived else canonical(field.default)
                    for field in found.item.fields
                    if field.derived or not field.required
                }
                made = [change.value for change in anew.changes if isinstance(change, Add)]
                for row, before in zip(made, rows, strict=True):
                    assert _sparse(row, left_out) == _sparse(before, left_out), at


def _sparse(row: dict[str, Any], left_out: dict[str, bytes | None]) -> dict[str, bytes]:
    """The members that a spreadsheet holds; one that has its default may be left out."""
    members = {key: canonical(value) for key, value in row.items() if left_out.get(key, b"") is not None}
    return {key: value for key, value in members.items() if left_out.get(key) != value}
