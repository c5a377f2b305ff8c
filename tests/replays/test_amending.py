"""A table learns its box while it plays: its log is read with another set, and nothing played changes."""

from __future__ import annotations

import gzip
import json
from copy import deepcopy
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.kernel import ComponentSet
from domain.kernel.engine.deriving import ComesOutOtherwise
from domain.kernel.engine.entries import Entry
from domain.kernel.session import CannotAmend, Session, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from replays.audit import audit_session
from replays.cursor import Cursor
from replays.library import Library
from replays.portable import PortableSession, portable, read_all, stored_entries, write
from replays.proving import audit_file, brought_library
from tests.support.recorded import ROOT, SECRET, STAMP, library

GAME = REGISTRY["first_light"]
HALF = 60


class Table:
    """A recorded game of First Light on its way, with every set that it was played with."""

    def __init__(self, actions: int = HALF, **request: Any) -> None:
        opening, *played = map(json.loads, library(GAME.key)[-1].read_text().splitlines())
        self.sets: dict[str, ComponentSet] = {}
        components = self.known(GAME.demo_sets()["demo"])
        asked = OpeningRequest(seats=tuple(opening["seats"]), options=opening["options"], **request)
        session, opened, first = open_session(GAME, components, asked, "table", SECRET, STAMP)
        self.session: Session = session
        session.sets = self.sets.__getitem__
        self.entries: list[Entry] = [opened]
        self.stored = [first]
        self.actions = iter(played)
        self.play(actions)

    def known(self, document: Any) -> ComponentSet:
        components = load_components(GAME, document)
        return self.sets.setdefault(components.hash, components)

    def work(self) -> UnitOfWork:
        return UnitOfWork(self.session, self.read)

    def read(self, first: int, last: int) -> list[Entry]:
        return self.entries[first - 1 : last]

    def keep(self, work: UnitOfWork) -> None:
        work.commit()
        self.entries += work.entries
        self.stored += work.stored

    def play(self, actions: int) -> None:
        work = self.work()
        for _ in range(actions):
            work.record(next(self.actions), STAMP, None)
        self.keep(work)

    def amend(self, document: Any, *learnt: str) -> None:
        work = self.work()
        work.amend(self.known(document), learnt, STAMP)
        self.keep(work)

    def retract(self, to: int) -> None:
        work = self.work()
        work.retract(to, "slip", STAMP, exposed=False)
        self.keep(work)

    def audit(self) -> list[tuple[int, str, str]]:
        at_home = Library(lambda name: (GAME.key, self.sets[name].document) if name in self.sets else None)
        audit = audit_session(self.stored, at_home, "table")
        return [(found.entry or 0, found.severity, found.kind) for found in audit.findings]


def another_box(table: Table, item: str, **changed: Any) -> dict[str, Any]:
    document: dict[str, Any] = deepcopy(dict(table.session.components.document))
    next(row for row in document["items"] if row["id"] == item).update(changed)
    return document


def acquired(table: Table) -> str:
    return next(
        card.item for base in table.session.state.seats.values() for card in base.acquired if card.item
    )


def unseen(table: Table) -> str:
    seen = json.dumps([json.loads(bytes(entry.body)) for entry in table.stored])
    return next(
        row["id"] for row in table.session.components.document["items"] if f'"{row["id"]}"' not in seen
    )


def test_a_card_that_was_learnt_counts_from_the_first_entry() -> None:
    table = Table()
    item, before = acquired(table), table.session.state
    points = table.session.components.document["items"]
    value = next(row["points"] for row in points if row["id"] == item)
    document = another_box(table, item, points=value + 2, name="Lens")
    table.amend(document, f"items/{item}")
    fresh = Session(GAME, table.known(document), table.entries[0], table.stored[0].digest)  # type: ignore[arg-type]
    for entry, stored in zip(table.entries[1:-1], table.stored[1:-1], strict=True):
        fresh.follow(entry, stored.digest, table.read)
    assert replace_box(table.session.state) == replace_box(fresh.state)
    assert table.session.state.box.box.items[item].points == value + 2
    assert sum_of_scores(table) == sum_of_scores_of(before) + 2
    table.play(20)
    assert table.audit() == [(HALF + 2, "note", "amended")]


def replace_box(state: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(state, box=None)


def sum_of_scores_of(state: Any) -> int:
    return sum(seat.score or 0 for seat in GAME.standing(state).seats)


def sum_of_scores(table: Table) -> int:
    return sum_of_scores_of(table.session.state)


def test_going_back_over_it_brings_the_set_before_back() -> None:
    table = Table()
    before, item = table.session.components, unseen(table)
    table.amend(another_box(table, item, name="Lens"), f"items/{item}")
    learnt = table.session.components
    table.play(5)
    table.retract(HALF + 3)
    assert table.session.components is learnt
    table.retract(HALF + 1)
    assert table.session.components is before
    table.play(0)
    assert table.session.at(HALF + 2, table.read).components is learnt
    cold = Session(GAME, before, table.entries[0], table.stored[0].digest, table.sets.__getitem__)  # type: ignore[arg-type]
    for entry, stored in zip(table.entries[1:], table.stored[1:], strict=True):
        cold.follow(entry, stored.digest, table.read)
    assert cold.position == table.session.position


def test_what_was_played_may_not_come_out_otherwise() -> None:
    table = Table()
    item = acquired(table)
    with pytest.raises(ComesOutOtherwise) as refused:
        table.amend(another_box(table, item, cost={"gems": 9}), f"items/{item}")
    entry = table.entries[refused.value.number - 1]
    assert item in bytes(entry.facts).decode()  # type: ignore[union-attr]
    assert table.session.version == HALF + 1


def test_cards_and_their_order_stay() -> None:
    table = Table()
    document = another_box(table, unseen(table))
    document["items"].reverse()
    with pytest.raises(CannotAmend, match="same cards"):
        table.amend(document)
    drawn = Table(0, chance="drawn")
    with pytest.raises(CannotAmend, match="drawn"):
        drawn.amend(another_box(drawn, document["items"][0]["id"], name="Lens"))


def test_an_audit_finds_an_amendment_under_which_the_log_comes_out_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    item = acquired(table)
    monkeypatch.setattr(
        "domain.kernel.session.unit_of_work.state_as_recorded", lambda *_: table.session.state
    )
    table.amend(another_box(table, item, cost={"gems": 9}), f"items/{item}")
    assert (HALF + 2, "diverges", "amended") in table.audit()


FROZEN = ROOT / "tests" / "fixtures" / "amended" / "first_light.tablelog.json.gz"
"""An amended session as a file of version 2. It is never written again."""


def test_a_file_of_an_amended_session_still_opens() -> None:
    (file,) = read_all(FROZEN.read_bytes())
    assert (file.version, len(file.component_sets)) == (2, 1)  # type: ignore[arg-type]
    audit = audit_file(Library(), file)
    assert audit.passed
    assert [(one.severity, one.kind) for one in audit.findings] == [("note", "amended")]
    cursor = Cursor.over(stored_entries(file), brought_library(Library(), file)[0])
    assert cursor.session.components.hash == file.component_sets[0].hash  # type: ignore[index]
    assert cursor.at(1).components.hash == file.component_set.hash
    assert write(portable_again(cursor, file)) == gzip.decompress(FROZEN.read_bytes()).strip()


def portable_again(cursor: Cursor, file: PortableSession) -> PortableSession:
    library, components = brought_library(Library(), file)
    stored = stored_entries(file)
    return portable(
        file.session, file.game, file.rules_version, components, stored, library.sets_of(file.game)
    )
