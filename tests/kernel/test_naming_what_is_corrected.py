"""A correction may name the entry that it corrects; those that were written before it could, name none."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Raw

from domain.kernel.engine.entries import Corrected, RecordedBy, digest_of, seal, unseal
from domain.kernel.session import NotLive
from tests.support.reef import REEF, Log

FACT = {"fact": "cubes_placed", "seat": "red", "region": "south", "count": 5}
BEFORE = "0" * 64
OLD = (
    b'{"at":"2026-01-01T00:00:00.000Z","by":{"role":"scribe"},"facts":[{"count":5,"fact":"cubes_placed",'
    b'"region":"south","seat":"red"}],"kind":"corrected","number":6,"reason":"miscounted","salt":"00",'
    b'"session":"s"}'
)
"""A correction as it was written before one could name what it corrects."""
OLD_DIGEST = "d60444072c2a3e113260755544f7cc23691e1fdb0ea7dca7157f75b3ac8c0414"
NAMING = OLD.replace(b'{"at"', b'{"about":3,"at"')
"""The same, of entry 3."""


def correction(about: int | None = None) -> Corrected:
    return Corrected(
        session="s",
        number=6,
        at="2026-01-01T00:00:00.000Z",
        by=RecordedBy("scribe"),
        salt="00",
        facts=Raw(b'[{"count":5,"fact":"cubes_placed","region":"south","seat":"red"}]'),
        reason="miscounted",
        about=about,
    )


def test_an_old_correction_is_read_as_one_that_names_nothing_and_keeps_its_digest() -> None:
    entry = unseal(REEF, "corrected", OLD)
    assert isinstance(entry, Corrected)
    assert entry.about is None
    assert digest_of(BEFORE, OLD) == OLD_DIGEST


def test_a_correction_that_names_nothing_is_written_as_it_always_was() -> None:
    stored = seal("reef", BEFORE, correction())
    assert (stored.body, stored.digest) == (OLD, OLD_DIGEST)


def test_a_correction_that_names_an_entry_is_one_of_the_first_version_with_a_member_more() -> None:
    assert seal("reef", BEFORE, correction(about=3)).body == NAMING
    entry = unseal(REEF, "corrected", NAMING)
    assert isinstance(entry, Corrected)
    assert (entry.about, entry.v, entry.envelope) == (3, 1, 1)


def corrected(log: Log, about: int) -> Log:
    draft = log.draft()
    draft.correct([FACT], "miscounted", log.stamp(), about=about)
    return log.keep(draft)


@pytest.mark.parametrize("about", [1, 2, 3])
def test_the_opening_an_action_and_a_correction_can_be_named(about: int) -> None:
    log = corrected(Log().place().correct(FACT), about)
    assert msgspec.json.decode(log.stored[-1].body)["about"] == about


def test_an_entry_of_the_same_draft_can_be_named() -> None:
    log = Log()
    draft = log.draft()
    draft.correct([FACT], "miscounted", log.stamp())
    assert draft.correct([FACT], "and again", log.stamp(), about=2).about == 2


@pytest.mark.parametrize("about", [-1, 0, 4, 5, 10**30])
def test_there_must_be_such_an_entry_and_it_stands_before_the_correction(about: int) -> None:
    log = Log().place().place()
    with pytest.raises(NotLive, match=f"Entry {about} is not an earlier live entry"):
        corrected(log, about)
    assert log.session.version == 3


def test_what_was_taken_back_cannot_be_corrected() -> None:
    log = Log().place().place().retract(2)
    with pytest.raises(NotLive, match="Entry 3 is not an earlier live entry"):
        corrected(log, 3)


def test_what_did_nothing_of_its_own_to_the_table_cannot_be_corrected() -> None:
    log = Log().place().place().retract(2).note()
    for about in (4, 5):
        with pytest.raises(NotLive, match=f"Entry {about} changed nothing on the table"):
            corrected(log, about)


def test_an_action_that_is_not_for_all_to_see_cannot_be_named_by_what_all_are_told() -> None:
    """Nobody but red knows that red hid a pearl at all."""
    log = Log().hide("red")
    with pytest.raises(NotLive, match="that everybody can see"):
        corrected(log, 2)
