"""The log of Chaosmos: what a fact that hides something reads like to each who may read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
import pytest

from domain.games.chaosmos import GAME, facts
from domain.kernel import UNKNOWN, Fact
from domain.kernel.session.rendering import fact_in_words
from domain.kernel.ui.words import text_of
from tests.games.chaosmos.table import DEMO, EAST, NORTH, SOUTH
from tests.support.games.chaosmos.told import NAMES, VIEWERS, by_viewer

Row: TypeAlias = tuple[Fact, Mapping[str, str]]
"""A fact, and its sentence by who reads it; "" where its reader learns of no such fact."""


def reads(fact: Fact, viewer: str) -> str:
    """What the viewer reads of the fact; nothing where it is not to be seen at all."""
    view = msgspec.to_builtins(GAME.fact_view(fact, VIEWERS[viewer]))
    return "" if view is None else text_of(fact_in_words(GAME, view, NAMES, strict=True).says)


SETUP: list[Row] = [
    (
        facts.AliensDealt({NORTH: ("drusu", "vroon"), EAST: ("gazmae", UNKNOWN)}),
        {
            "truth": (
                "Each seat is dealt 2 aliens in secret. North gets Drusu and Vroon. "
                "East gets Gazmae and an unnamed alien."
            ),
            "north": "Each seat is dealt 2 aliens in secret. North gets Drusu and Vroon.",
            "east": "Each seat is dealt 2 aliens in secret. East gets Gazmae and an unnamed alien.",
            "south all": "Each seat is dealt 2 aliens in secret.",
        },
    ),
    (
        facts.AliensDealt({NORTH: (UNKNOWN, UNKNOWN), EAST: ("gazmae", "vroon")}),
        {
            "truth east": "Each seat is dealt 2 aliens in secret. East gets Gazmae and Vroon.",
            "north south all": "Each seat is dealt 2 aliens in secret.",
        },
    ),
    (
        facts.AliensDealt({NORTH: ("drusu",), EAST: ("gazmae",)}, open=True),
        {"truth north east south all": "North plays Drusu; East plays Gazmae."},
    ),
    (
        facts.AliensDealt({NORTH: ("drusu",)}),
        {"truth north": "North plays Drusu.", "east south all": "."},
    ),
    (
        facts.AlienChosen(NORTH, "drusu"),
        {"truth north": "North chooses Drusu.", "east south all": "North has chosen an alien."},
    ),
    (
        facts.CardsDealt(
            ("mind_lens", "hum_blade"),
            False,
            {"ashkel": ("coal_fist", "ovoid"), "brontide": (UNKNOWN, UNKNOWN), "guriwan": ("iron_vault",)},
            {NORTH: "ashkel", EAST: "brontide"},
        ),
        {
            "truth": (
                "The Cosmic Pool: Mind Lens and Hum Blade. "
                "In the envelope of Ashkel: Coal Fist and the Ovoid. "
                "In the envelope of Brontide: 2 unnamed cards. In the envelope of Guriwan: Iron Vault."
            ),
            "north": (
                "The Cosmic Pool: Mind Lens and Hum Blade. "
                "In the envelope of Ashkel: Coal Fist and the Ovoid."
            ),
            "east": (
                "The Cosmic Pool: Mind Lens and Hum Blade. In the envelope of Brontide: 2 unnamed cards."
            ),
            "south all": "The Cosmic Pool: Mind Lens and Hum Blade.",
        },
    ),
    (
        facts.CardsDealt(("ovoid", "hum_blade"), True, {"ashkel": ("coal_fist",)}, {NORTH: "ashkel"}),
        {
            "truth north": (
                "The Cosmic Pool: Hum Blade. The Ovoid was drawn and is shuffled back into the deck. "
                "In the envelope of Ashkel: Coal Fist."
            ),
            "east south all": (
                "The Cosmic Pool: Hum Blade. The Ovoid was drawn and is shuffled back into the deck."
            ),
        },
    ),
    (
        facts.HandPrepared(NORTH, "ashkel", ("ovoid",), ("coal_fist", "hum_blade")),
        {
            "truth north": (
                "North takes the Ovoid out of the envelope of Ashkel "
                "and leaves Coal Fist and Hum Blade there."
            ),
            "east south all": "North takes a hand out of the envelope of Ashkel.",
        },
    ),
    (
        facts.HandPrepared(NORTH, "ashkel", (), ("coal_fist",)),
        {
            "truth north": "North takes no card out of the envelope of Ashkel and leaves Coal Fist there.",
            "east south all": "North takes a hand out of the envelope of Ashkel.",
        },
    ),
]

ACCESS = {"east south all": "North accesses the envelope of Ashkel."}
ENVELOPES: list[Row] = [
    (
        facts.EnvelopeOpened(NORTH, "guriwan", "snare_trap"),
        {"truth north east south all": "North opens the envelope of Guriwan: Snare Trap is face up."},
    ),
    (
        facts.ControlTaken(NORTH, "guriwan", ("coal_fist", "ovoid")),
        {
            "truth north": "North takes control of Guriwan; inside: Coal Fist and the Ovoid.",
            "east south all": "North takes control of Guriwan.",
        },
    ),
    (
        facts.ControlTaken(NORTH, "guriwan", ("ovoid",), "iron_vault", no_take=True),
        {
            "truth north": (
                "North takes control of Guriwan and cannot take cards out of it; "
                "inside: the Ovoid; face up: Iron Vault."
            ),
            "east south all": "North takes control of Guriwan and cannot take cards out of it.",
        },
    ),
    (
        facts.CardsTransferred(NORTH, "ashkel"),
        {"truth north": "North looks into the envelope of Ashkel and moves no card.", **ACCESS},
    ),
    (
        facts.CardsTransferred(NORTH, "ashkel", ("ovoid",), ("hum_blade",)),
        {
            "truth north": "North takes the Ovoid out of the envelope of Ashkel and puts Hum Blade there.",
            **ACCESS,
        },
    ),
    (
        facts.CardsTransferred(NORTH, "ashkel", to_envelope=(UNKNOWN,)),
        {"truth north": "North puts an unnamed card into the envelope of Ashkel.", **ACCESS},
    ),
    (
        facts.FlipActivated(NORTH, "ashkel", "snare_trap", "hand"),
        {"truth north": "North places Snare Trap from hand face up on the envelope of Ashkel.", **ACCESS},
    ),
    (
        facts.FlipActivated(NORTH, "ashkel", "iron_vault", "envelope"),
        {
            "truth north": "North places Iron Vault, which was inside, face up on the envelope of Ashkel.",
            **ACCESS,
        },
    ),
    (
        facts.FlipActivated(NORTH, "ashkel", "warden_trap", "envelope", announced=True),
        {
            "truth north": "North places Warden Trap, which was inside, face up on the envelope of Ashkel.",
            "east south all": "North places Warden Trap face up on the envelope of Ashkel.",
        },
    ),
    (
        facts.FlipDeactivated(NORTH, "ashkel", "iron_vault", "hand"),
        {
            "truth north": "North takes Iron Vault from the top of the envelope of Ashkel into hand.",
            **ACCESS,
        },
    ),
    (
        facts.FlipDeactivated(NORTH, "ashkel", "iron_vault", "face_down"),
        {"truth north": "North turns Iron Vault face down in the envelope of Ashkel.", **ACCESS},
    ),
    (
        facts.PlanetShown((NORTH,), "guriwan", ("coal_fist",), "snare_trap"),
        {
            "truth north": (
                "North looks into the envelope of Guriwan; inside: Coal Fist; face up: Snare Trap."
            ),
            "east south all": "North looks into the envelope of Guriwan.",
        },
    ),
    (
        facts.PlanetShown((NORTH, EAST), "guriwan", ("coal_fist",)),
        {
            "truth north east": "North and East look into the envelope of Guriwan; inside: Coal Fist.",
            "south all": "North and East look into the envelope of Guriwan.",
        },
    ),
]

COMBAT: list[Row] = [
    (
        facts.HandShown((EAST,), NORTH, ("hum_blade", "ovoid"), "spoils"),
        {
            "truth east": "East looks at North’s hand: Hum Blade and the Ovoid.",
            "north south all": "East looks at North’s hand.",
        },
    ),
    (
        facts.HandShown((EAST,), NORTH, (), "spoils"),
        {
            "truth east": "East looks at North’s hand, which is empty.",
            "north south all": "East looks at North’s hand.",
        },
    ),
    (
        facts.HandShown((EAST, SOUTH), NORTH, ("hum_blade",), "text"),
        {
            "truth east south": "East and South look at North’s hand: Hum Blade.",
            "north all": "East and South look at North’s hand.",
        },
    ),
    (
        facts.HandShown((), NORTH, ("hum_blade",), "text"),
        {
            "truth north east south all": "Nobody looks at North’s hand.",
        },
    ),
    (
        facts.CardTaken(EAST, NORTH, "ovoid"),
        {
            "truth north east": "East takes the Ovoid from North’s hand.",
            "south all": "East takes a card from North’s hand.",
        },
    ),
    (
        facts.CardTaken(EAST, NORTH, UNKNOWN),
        {
            "truth north east": "East takes an unnamed card from North’s hand.",
            "south all": "East takes a card from North’s hand.",
        },
    ),
    (
        facts.CardTaken(EAST, NORTH),
        {"truth north east south all": "North’s hand is empty: East takes nothing."},
    ),
    (
        facts.CardGivenBack(EAST, NORTH, "coal_fist"),
        {"truth north east": "East gives Coal Fist to North.", "south all": "East gives a card to North."},
    ),
]

CARDS: list[Row] = [
    (
        facts.CardSent(NORTH, "ovoid", "brontide", (EAST, NORTH)),
        {
            "truth north east": "North sends the Ovoid into the envelope of Brontide.",
            "south all": "North sends a card from hand into the envelope of Brontide.",
        },
    ),
    (
        facts.CardSent(NORTH, UNKNOWN, "brontide", (NORTH,)),
        {
            "truth north": "North sends an unnamed card into the envelope of Brontide.",
            "east south all": "North sends a card from hand into the envelope of Brontide.",
        },
    ),
    (
        facts.CardMoved("ovoid", "hand:east", "envelope:guriwan", (NORTH,)),
        {
            "truth north": "The Ovoid moves from East’s hand to the envelope of Guriwan.",
            "east south all": "A card moves from East’s hand to the envelope of Guriwan.",
        },
    ),
    (
        facts.CardMoved("iron_vault", "envelope:guriwan", "face_up:ashkel"),
        {
            "truth": ("Iron Vault moves from the envelope of Guriwan to the top of the envelope of Ashkel."),
            "north east south all": (
                "A card moves from the envelope of Guriwan to the top of the envelope of Ashkel."
            ),
        },
    ),
    (
        facts.CardMoved("ovoid", "hand:east", "void"),
        {"truth north east south all": "The Ovoid moves from East’s hand to the Void."},
    ),
    (
        facts.CardMoved("ovoid", "pool", "hand:east"),
        {"truth north east south all": "The Ovoid moves from the Cosmic Pool to East’s hand."},
    ),
    (
        facts.CardsNamed("hand:north", ("mind_lens", "ovoid"), (NORTH,)),
        {
            "truth north": "Unnamed cards in North’s hand are named: Mind Lens and the Ovoid.",
            "east south all": "",
        },
    ),
    (
        facts.CardsUnnamed("hand:north", ("hum_blade",), (EAST, NORTH)),
        {
            "truth north east": "Unnamed cards moved, so Hum Blade may no longer be in North’s hand.",
            "south all": "",
        },
    ),
]

HIDDEN = (*SETUP, *ENVELOPES, *COMBAT, *CARDS)


def each_reading(rows: tuple[Row, ...]) -> list[tuple[Fact, str, str]]:
    """Every reader of every fact."""
    return [
        (fact, viewer, sentence)
        for fact, readings in rows
        for viewer, sentence in by_viewer(readings).items()
    ]


@pytest.mark.parametrize(("fact", "viewer", "sentence"), each_reading(HIDDEN))
def test_a_fact_reads_as_its_reader_may_know_it(fact: Fact, viewer: str, sentence: str):
    assert reads(fact, viewer) == sentence


def test_each_fact_that_hides_something_is_read_here():
    """CM-806 … CM-813, CM-R31: a fact of which spectators are not shown all."""
    assert {type(fact) for fact, _ in HIDDEN} == {
        *(facts.AliensDealt, facts.AlienChosen, facts.CardsDealt, facts.HandPrepared),
        *(facts.EnvelopeOpened, facts.ControlTaken, facts.CardsTransferred, facts.FlipActivated),
        *(facts.FlipDeactivated, facts.PlanetShown, facts.HandShown, facts.CardTaken),
        *(facts.CardGivenBack, facts.CardSent, facts.CardMoved, facts.CardsNamed, facts.CardsUnnamed),
    }


ALL_SECRET: list[tuple[Fact, tuple[str, ...]]] = [
    (facts.HandPrepared(NORTH, "ashkel", ("ovoid",), ("mind_lens",)), (NORTH,)),
    (facts.ControlTaken(NORTH, "ashkel", ("ovoid",), "mind_lens"), (NORTH,)),
    (facts.CardsTransferred(NORTH, "ashkel", ("ovoid",), ("mind_lens",)), (NORTH,)),
    (facts.FlipActivated(NORTH, "ashkel", "mind_lens", "hand"), (NORTH,)),
    (facts.FlipDeactivated(NORTH, "ashkel", "mind_lens", "face_down"), (NORTH,)),
    (facts.PlanetShown((NORTH, EAST), "ashkel", ("ovoid",), "mind_lens"), (NORTH, EAST)),
    (facts.HandShown((EAST,), NORTH, ("ovoid", "mind_lens"), "scry"), (EAST,)),
    (facts.CardTaken(EAST, NORTH, "ovoid"), (NORTH, EAST)),
    (facts.CardGivenBack(EAST, NORTH, "ovoid"), (NORTH, EAST)),
    (facts.CardSent(NORTH, "ovoid", "ashkel", (NORTH,)), (NORTH,)),
    (facts.CardMoved("ovoid", "hand:north", "hand:east", (EAST,)), (EAST,)),
    (facts.CardsNamed("hand:north", ("ovoid",), (NORTH,)), (NORTH,)),
    (facts.CardsUnnamed("hand:north", ("ovoid",), (NORTH,)), (NORTH,)),
]


@pytest.mark.parametrize(("fact", "knowing"), ALL_SECRET)
def test_no_name_of_a_card_is_read_by_who_may_not_know_it(fact: Fact, knowing: tuple[str, ...]):
    """CM-802 … CM-804: whoever is not told the cards reads no name of any card of the box."""
    cards = {NAMES.name(card) for card in DEMO.box.cards}
    for viewer in VIEWERS:
        named = [card for card in cards if card in reads(fact, viewer)]
        assert bool(named) == (viewer == "truth" or viewer in knowing), (viewer, named)
