"""Corrections and retractions: a recorded game with both, and facts that bend the table and break nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from domain.games.order_vs_chaos import GAME, facts
from domain.games.order_vs_chaos.scoring import final_table
from domain.kernel import TRUTH, Chance, Rejected
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import is_open, sample_action
from replays.cursor import Cursor
from replays.library import Library
from replays.portable import read_all, stored_entries
from replays.proving import audit_file
from tests.games.order_vs_chaos.table import OrderTable
from tests.games.order_vs_chaos.test_1xx_setup import before_placing
from tests.support.recorded import LIBRARY
from tests.support.strategies import Wild, words_of

RECORDED = LIBRARY / "order_vs_chaos" / "bots-4p-corrected.tablelog.json.gz"
WILD_CORRECTIONS = 400


def test_a_game_with_a_retraction_and_corrections_ends_as_expected():
    [file] = read_all(RECORDED.read_bytes())
    audit = audit_file(Library(), file)
    assert audit.passed, audit.findings
    kinds = [(finding.severity, finding.kind) for finding in audit.findings]
    assert len(kinds) >= 2, "the correction and the action against the rules are named"
    expected = json.loads((LIBRARY / "order_vs_chaos" / "bots-4p-corrected.expected.json").read_text())
    entries = stored_entries(file)
    assert len(entries) == expected.pop("entries")
    assert final_table(Cursor.over(entries, Library()).state) == expected


def usable(table: OrderTable) -> bool:
    """Whether the kernel would take the correction: the table can still be shown and played on."""
    try:
        GAME.view(table.state, TRUTH)
        GAME.standing(table.state)
        for seat in (None, *table.seats):
            GAME.offers(table.state, seat, TRUTH)
    except Exception:
        return False
    return True


def test_after_any_correction_whatever_is_tried_is_accepted_or_refused():
    random = Random(5)
    applied = 0
    names = [*words_of(GAME.demo_sets()["demo"]), "hero:red", "hero:black", "monster:chicago", "arch_enemy"]
    words = sorted({word for word in names if len(word) < 30}) + list(OrderTable(4).seats) * 100
    wild = Wild(random, words)
    for _ in range(WILD_CORRECTIONS):
        table = random.choice([OrderTable(4), OrderTable(4).fighting(), OrderTable(4).at(red="chicago")])
        try:
            table.given(*(wild.action(GAME.facts) for _ in range(2)))
        except Exception:
            continue
        if not usable(table):
            continue
        applied += 1
        tries: list[Any] = [wild.action(GAME.actions) for _ in range(6)]
        for seat in (None, *table.seats):
            for offer in GAME.offers(table.state, seat, TRUTH):
                if not any(map(is_open, offer.parameters.values())):
                    tries.append(codec_of(GAME).action(sample_action(offer, random)))
        for action in random.sample(tries, min(len(tries), 12)):
            try:
                decide(GAME, table.state, action, Chance(lambda n, _: random.randrange(n)))
            except Rejected:
                continue
    assert applied > WILD_CORRECTIONS // 8


def test_oc_114_a_hero_that_was_put_on_another_map_before_one_was_chosen_is_placed_by_setup():
    """A correction may name a place before there is a map; a hero there would have no way on."""
    table = before_placing("red", count=2).given(facts.HeroPlaced("red", "eu_order_south"))
    table.do("place_hero", seat="red", location="us_order_north")
    table.do("place_hero", seat="black", location="us_chaos_gulf")
    assert GAME.offers(table.state, "red", TRUTH)


def test_oc_338_a_hero_with_fewer_than_no_tokens_has_none_to_deliver():
    """A correction may take away more than a hero carries; what is offered is then not refused."""
    table = OrderTable().at(black="us_breach").turn_of("black")
    table.given(facts.TokensMoved("hero:black", "supply", 2, "delivery"))
    assert table.state.seats["black"].tokens < 0
    kinds = {offer.type for offer in GAME.offers(table.state, "black", TRUTH)}
    assert "end_turn" in kinds
    assert "deliver_tokens" not in kinds


def test_oc_361_fewer_than_no_tokens_of_a_place_cannot_be_picked_up():
    """A correction may take away more than lies there."""
    table = OrderTable().turn_of("black")
    table.given(facts.TokensMoved("us_chaos_lakes", "supply", 1, "pick_up"))
    assert "pick_up_tokens" not in {offer.type for offer in GAME.offers(table.state, "black", TRUTH)}


def test_oc_330_an_item_that_a_correction_lays_out_again_lies_there_once():
    """Else a visit would be offered the same item twice, and refused."""
    table = OrderTable()
    item = table.state.display[0]
    table.given(facts.DisplayFilled((item,)))
    assert table.state.display.count(item) == 1
