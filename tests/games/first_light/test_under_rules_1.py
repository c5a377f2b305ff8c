"""Games recorded when a tile that replaced a single one came last and the others slid (rules version 1).

What was recorded then stays as it was: the old facts give the old tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.first_light import GAME, facts
from domain.games.first_light.state import Base, State
from domain.kernel.engine.entries import Corrected, Opened, Recorded, codec_of, unseal
from domain.kernel.game import fold
from domain.kernel.session import initial_state
from domain.kernel.session.opening import load_components
from replays.audit import audit_session
from replays.library import Library
from replays.portable import PortableSession, read_all, stored_entries
from tests.games.first_light.table import executing
from tests.support.games.first_light.final_table import final_table

FILES = sorted((Path(__file__).parent / "under_rules_1").glob("*.tablelog.json.gz"))
by_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])


def file_of(path: Path) -> PortableSession:
    [file] = read_all(path.read_bytes())
    return file


def expected_of(path: Path) -> dict[str, Any]:
    text = path.with_name(path.name.replace(".tablelog.json.gz", ".expected.json")).read_bytes()
    expected: dict[str, Any] = msgspec.json.decode(text)
    return expected


def tables_of(file: PortableSession) -> Iterator[tuple[int, tuple[Any, ...], State]]:
    """Number, facts and table of every entry that has facts. Nothing of it was taken back."""
    state: Any = None
    for stored in stored_entries(file):
        entry = unseal(GAME, stored.topic, stored.body)
        if isinstance(entry, Opened):
            state = initial_state(GAME, load_components(GAME, file.component_set.document), entry)
        elif isinstance(entry, Recorded | Corrected):
            told = codec_of(GAME).facts.decode(entry.facts)
            state = fold(GAME, state, told)
            yield entry.number, told, state


def base_of(base: Base) -> dict[str, Any]:
    return {
        "upgrades": list(base.upgrades),
        "farm_tiles": list(base.farm_tiles),
        "farms": list(base.farms),
        "garages": list(base.garages),
        "cantina": base.cantina,
    }


@by_file
def test_an_old_game_comes_to_the_tables_that_it_had(path: Path):
    expected, state, entries = expected_of(path), None, 0
    for number, _, state in tables_of(file_of(path)):
        entries = number
        if str(number) in expected["after"]:
            found = {seat: base_of(base) for seat, base in state.seats.items()}
            assert found == expected["after"][str(number)], f"entry {number}"
    assert state is not None
    assert final_table(state, entries) == expected["final"]


def test_the_old_games_hold_every_way_in_which_tiles_slid():
    causes = set()
    for path in FILES:
        for _, told, _ in tables_of(file_of(path)):
            removed = [fact for fact in told if isinstance(fact, facts.TilesRemoved)]
            causes |= {(fact.cause, fact.kind, len(fact.slots) == 1) for fact in removed}
    assert {(cause, kind) for cause, kind, alone in causes if alone} == {
        ("foundry", "upgrade"),
        ("laboratory", "farm"),
        ("advancement", "farm"),
        ("free_upgrade", "upgrade"),
        ("setback", "upgrade"),
    }


def test_fl_717_the_facts_of_version_1_shift_the_tiles_and_put_the_new_one_last():
    table = executing(4, 4, farm_tiles=("producer", "gem_on_six", "dice_on_six"), farms={4: 3, 6: 6})
    table.given(facts.TilesRemoved("blue", "laboratory", "farm", (5,)))
    table.given(facts.TileTaken("blue", "laboratory", "farm", 1, "gem_on_six", "points"))
    blue = table.state.seats["blue"]
    assert blue.farm_tiles == ("producer", "dice_on_six", "gem_on_six")
    assert blue.farms == (None, None, None, 3, 6, None)


@by_file
def test_the_audit_says_that_an_older_version_of_the_rules_gave_these_facts(path: Path):
    file = file_of(path)
    library = Library(lambda name: (GAME.key, file.component_set.document))
    result = audit_session(stored_entries(file), library, file.session)
    older = [finding for finding in result.findings if finding.severity == "older_rules"]
    assert result.passed
    assert {(finding.kind, finding.rules_version) for finding in older} == {("facts", 1)}
    assert "version 1" in older[0].message
