"""A game recorded when three copies of an Item could be kept of which the box has two (rules version 2).

What was recorded then stays as it was; only what is recorded now is refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games.first_light import GAME
from domain.kernel import TRUTH
from domain.kernel.offers import covers
from domain.kernel.session.opening import load_components
from replays.audit import audit_session
from replays.library import Library
from replays.portable import stored_entries
from tests.games.first_light.table import ORDERS, act, demo, host, opened
from tests.games.first_light.test_under_rules_1 import file_of, tables_of

FILE = Path(__file__).parent / "under_rules_2" / "three-copies.tablelog.json.gz"


def test_the_old_game_comes_to_the_hand_that_it_had():
    *_, (_, _, state) = tables_of(file_of(FILE))
    assert state.seats["black"].hand == ("ledger", "ledger", "ledger")
    assert state.phase == "plan_event"


def test_the_audit_says_that_an_older_version_of_the_rules_accepted_it():
    file = file_of(FILE)
    library = Library(lambda name: (GAME.key, file.component_set.document))
    result = audit_session(stored_entries(file), library, file.session)
    older = [finding for finding in result.findings if finding.severity == "older_rules"]
    assert result.passed
    assert ("rejected", 2) in {(finding.kind, finding.rules_version) for finding in older}


@pytest.mark.parametrize(
    ("kept", "fits"),
    [
        (["ledger", "ledger", None], True),
        (["ledger", "ledger", "archive"], True),
        (["ledger", "ledger", "ledger"], False),
        (["archive", "archive", "ledger"], False),
    ],
)
def test_fl_118_no_more_copies_are_kept_than_the_box_has(kept: list[str | None], fits: bool):
    document = demo()
    document["items"] = [each for each in document["items"] if each["id"] != "field_kit"]
    next(each for each in document["items"] if each["id"] == "ledger")["count"] = 2
    table = opened(1, components=load_components(GAME, document)).play(host("reveal_stacks", **ORDERS))
    table.given_state(phase="setup_items")
    table.play(host("deal_items", hands={"blue": ["ledger", "aqua_pack", None, None, "engineer_bot"]}))
    keep = act("keep_items", items=kept)
    assert any(covers(offer, keep) for offer in GAME.offers(table.state, "blue", TRUTH)) == fits
    table.when(keep)
    if fits:
        table.then_accepted()
    else:
        table.then_rejected("FL-118")
