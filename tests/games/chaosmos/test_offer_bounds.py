"""Offers of the worst tables that the rules allow stay small: texts everywhere, full hands, one planet."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME
from domain.kernel import TRUTH, UNKNOWN, ComponentSet
from domain.kernel.selfcheck.wording import faults_of
from domain.kernel.session.rendering import naming, offers_in_words
from tests.games.chaosmos.table import DEMO, EAST, NORTH, SEATS, SOUTH, WEST, components, table
from tests.support.games.chaosmos.told import telling
from tests.support.given import Table

MOST_BYTES = 32_000
MOST_BYTES_WITH_WORDS = 48_000
MOST_BYTES_OF_WORDS = 24_000
"""Where no text is carried out by hand."""
HAND = 7
TOGETHER = {EAST: "ashkel", SOUTH: "ashkel", WEST: "ashkel"}
HOMES = {"ashkel": NORTH, "brontide": EAST, "cindral": SOUTH, "eddova": WEST}
ELSEWHERE = ("fennmire", "guriwan", "jagladak", "tolwick", "ob", "vorshei")


def full_of_texts() -> ComponentSet:
    """Every card that is played outside combat, and three abilities of each alien, carried out by hand."""

    def change(tree: dict[str, Any]) -> None:
        for card in tree["cards"]:
            if card["cost"] != "combat" and not (card["flip"] or card["is_ovoid"] or card["is_enviro_gear"]):
                card["effects"] = [{"effect": "manual"}]
        for alien in tree["aliens"]:
            alien["abilities"] = ["Walks through walls.", "Sees what is hidden.", "Is nowhere."]

    return components(change)


def crowded(box: ComponentSet, active: str | None) -> Table:
    """Four full hands, all other cards in envelopes that are open to their controllers.

    In a turn all stand on one planet, which north controls, with every card that is left; between turns
    each controls its home.
    """
    left = Counter(card for card in box.box.every_card if card != "ovoid")

    def take(count: int, *, in_combat: int) -> list[str]:
        """Different cards: for combat last (1) or first (-1)."""
        kinds = sorted(
            left, key=lambda card: (in_combat * (box.box.cards[card].cost == "combat"), -left[card])
        )
        taken = [card for card in kinds if left[card]][:count]
        left.subtract(taken)
        return taken

    hands = {seat: take(HAND, in_combat=1) for seat in SEATS}
    pool = take(6, in_combat=1)
    envelopes = {planet: take(1, in_combat=-1) for planet in (*ELSEWHERE, *HOMES)}
    envelopes["ashkel"] += ["ovoid", *left.elements()]
    controls = {"ashkel": NORTH} if active else HOMES
    at = TOGETHER if active else None
    options = {"mode": "standard", "layout": "corners"}
    made = table(
        4,
        box=box,
        hands=hands,
        envelopes=envelopes,
        pool=pool,
        controls=controls,
        at=at,
        active=active,
        **options,
    )
    assert GAME.invariants(made.state) == []
    return made


@pytest.mark.parametrize(
    ("box", "active", "most_offers", "most_bytes"),
    [
        (DEMO, None, 13, MOST_BYTES_OF_WORDS),
        (DEMO, NORTH, 14, MOST_BYTES_OF_WORDS),
        (full_of_texts(), None, 17, MOST_BYTES_WITH_WORDS),
        (full_of_texts(), NORTH, 15, MOST_BYTES_WITH_WORDS),
    ],
    ids=["between turns", "in a turn", "texts between turns", "texts in a turn"],
)
def test_the_offers_of_a_crowded_table_stay_small(
    box: ComponentSet, active: str | None, most_offers: int, most_bytes: int
):
    made = crowded(box, active)
    offers = [offer for seat in (None, *SEATS) for offer in GAME.offers(made.state, seat, TRUTH)]
    names = naming(GAME, made.components, [{"seat": seat} for seat in SEATS])
    told = offers_in_words(GAME, GAME.view(made.state, TRUTH), offers, names)
    size = len(msgspec.json.encode(offers))
    assert len(offers) <= most_offers
    assert size <= MOST_BYTES
    assert size + len(msgspec.json.encode(told)) <= most_bytes


def test_lists_of_changes_of_all_seats_are_told_once():
    made = crowded(full_of_texts(), NORTH)
    offers = [offer for seat in (None, *SEATS) for offer in GAME.offers(made.state, seat, TRUTH)]
    names = naming(GAME, made.components, [{"seat": seat} for seat in SEATS])
    told = offers_in_words(GAME, GAME.view(made.state, TRUTH), offers, names)
    lists = {key: words.parameters["deltas"] for key, words in told.items() if "deltas" in words.parameters}
    (lender, first), *others = lists.items()
    assert len(others) == 4
    assert first.like is None
    assert {(other.like, len(other.values)) for _, other in others} == {(f"{lender} deltas", 0)}
    assert not list(faults_of(GAME, telling(made)))


@pytest.mark.parametrize("active", [None, NORTH], ids=["between turns", "in a turn"])
def test_the_offers_of_a_crowded_table_of_unnamed_cards_stay_small(active: str | None):
    """CM-R31: all four hands, and every envelope but for a card each."""
    made = crowded(DEMO, active)
    seats = {
        seat: msgspec.structs.replace(player, hand=(UNKNOWN,) * HAND)
        for seat, player in made.state.seats.items()
    }
    planets = {
        name: msgspec.structs.replace(
            planet, face_down=(*planet.face_down[:1], *(UNKNOWN,) * (len(planet.face_down) - 1))
        )
        for name, planet in made.state.planets.items()
    }
    made.given_state(seats=seats, planets=planets)
    assert GAME.invariants(made.state) == []
    offers = [offer for seat in (None, *SEATS) for offer in GAME.offers(made.state, seat, TRUTH)]
    names = naming(GAME, made.components, [{"seat": seat} for seat in SEATS])
    told = offers_in_words(GAME, GAME.view(made.state, TRUTH), offers, names)
    size = len(msgspec.json.encode(offers))
    assert len(offers) <= 24
    assert size <= MOST_BYTES
    assert len(msgspec.json.encode(told)) <= MOST_BYTES_OF_WORDS
    assert size + len(msgspec.json.encode(told)) <= MOST_BYTES_WITH_WORDS
