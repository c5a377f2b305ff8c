"""The log of Chaosmos: what an entry that hides something reads like to each who may read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import pytest

from domain.games.chaosmos import GAME, facts
from domain.kernel import UNKNOWN, Action, Fact
from domain.kernel.ui.words import text_of
from tests.games.chaosmos.table import EAST, NORTH, SOUTH, act
from tests.support.games.chaosmos.told import NAMES, VIEWERS, by_viewer
from tests.support.games.reading import recorded_entry

Row: TypeAlias = tuple[Action, Sequence[Fact], Mapping[str, list[str]]]
"""An action, the facts that came of it, and its lines by who reads them."""


def lines(action: Action, happened: Sequence[Fact], viewer: str) -> list[str]:
    """The sentence of the action, and one of each fact that it does not say itself."""
    words = recorded_entry(GAME, action, happened, VIEWERS[viewer], NAMES)
    return [text_of(words.says), *map(text_of, words.effects)]


POOL = "The Cosmic Pool: Mind Lens."
DEALT = "The cards are dealt: 2 cards to each home, 1 card to each other planet."
SETUP: list[Row] = [
    (
        act("deal_aliens", aliens={NORTH: ["drusu", "vroon"], EAST: ["gazmae", UNKNOWN]}),
        [facts.AliensDealt({NORTH: ("drusu", "vroon"), EAST: ("gazmae", UNKNOWN)})],
        {
            "truth": [
                (
                    "Each seat is dealt 2 aliens in secret. North gets Drusu and Vroon. "
                    "East gets Gazmae and an unnamed alien."
                )
            ],
            "north": ["Each seat is dealt 2 aliens in secret. North gets Drusu and Vroon."],
            "east": ["Each seat is dealt 2 aliens in secret. East gets Gazmae and an unnamed alien."],
            "south all": ["Each seat is dealt 2 aliens in secret."],
        },
    ),
    (
        act("deal_cards"),
        [
            facts.CardsDealt(
                ("mind_lens",),
                False,
                {
                    "ashkel": ("coal_fist", "ovoid"),
                    "brontide": (UNKNOWN, UNKNOWN),
                    "guriwan": ("iron_vault",),
                },
                {NORTH: "ashkel", EAST: "brontide"},
            )
        ],
        {
            "truth": [
                DEALT,
                (
                    f"{POOL} In the envelope of Ashkel: Coal Fist and the Ovoid. "
                    "In the envelope of Brontide: 2 unnamed cards. "
                    "In the envelope of Guriwan: Iron Vault."
                ),
            ],
            "north": [DEALT, f"{POOL} In the envelope of Ashkel: Coal Fist and the Ovoid."],
            "east": [DEALT, f"{POOL} In the envelope of Brontide: 2 unnamed cards."],
            "south all": [DEALT, POOL],
        },
    ),
    (
        act("prepare_hand", NORTH, cards=["ovoid"]),
        [facts.HandPrepared(NORTH, "ashkel", ("ovoid",), ("coal_fist",))],
        {
            "truth north": [
                "North takes the Ovoid out of the envelope of Ashkel and leaves Coal Fist there."
            ],
            "east south all": ["North takes a hand out of the envelope of Ashkel."],
        },
    ),
]

ACCESSED = {"east south all": ["North accesses the envelope of Ashkel."]}
ENVELOPES: list[Row] = [
    (
        act("control_planet", NORTH),
        [facts.EnvelopeOpened(NORTH, "guriwan"), facts.ControlTaken(NORTH, "guriwan", ("ovoid",))],
        {
            "truth north": ["North takes control of Guriwan; inside: the Ovoid."],
            "east south all": ["North takes control of Guriwan."],
        },
    ),
    (
        act("control_planet", NORTH),
        [
            facts.EnvelopeOpened(NORTH, "guriwan", "iron_vault"),
            facts.FlipTriggered(NORTH, "guriwan", "iron_vault"),
            facts.ControlTaken(NORTH, "guriwan", ("ovoid",), "iron_vault", no_take=True),
        ],
        {
            "truth north": [
                (
                    "North takes control of Guriwan, whose cards cannot be taken out; "
                    "inside: the Ovoid; face up: Iron Vault."
                ),
                "Iron Vault is face up on the envelope of Guriwan.",
            ],
            "east south all": [
                "North takes control of Guriwan, whose cards cannot be taken out.",
                "Iron Vault is face up on the envelope of Guriwan.",
            ],
        },
    ),
    (
        act("take_envelope", EAST, accept=True),
        [facts.EnvelopeOpened(EAST, "ashkel"), facts.ControlTaken(EAST, "ashkel", ("ovoid",))],
        {
            "truth east": ["East takes control of Ashkel; inside: the Ovoid."],
            "north south all": ["East takes control of Ashkel."],
        },
    ),
    (
        act("resolve_own_trap", NORTH, choice="void"),
        [facts.TrapVoided("guriwan", "snare_trap"), facts.ControlTaken(NORTH, "guriwan", ("ovoid",))],
        {
            "truth north": [
                "North sends its own Snare Trap to the Void and takes control of Guriwan; inside: the Ovoid."
            ],
            "east south all": ["North sends its own Snare Trap to the Void and takes control of Guriwan."],
        },
    ),
    (
        act("transfer_cards", NORTH, to_hand=["ovoid"], to_envelope=[UNKNOWN]),
        [
            facts.CardsNamed("envelope:ashkel", ("ovoid",), (NORTH,)),
            facts.CardsUnnamed("hand:north", ("hum_blade",), (NORTH,)),
            facts.CardsTransferred(NORTH, "ashkel", ("ovoid",), (UNKNOWN,)),
        ],
        {
            "truth north": [
                "North takes the Ovoid out of the envelope of Ashkel and puts an unnamed card there.",
                "Unnamed cards moved, so Hum Blade may no longer be in North’s hand.",
            ],
            **ACCESSED,
        },
    ),
    (
        act("name_cards", NORTH, place="envelope", cards=["ovoid"]),
        [facts.CardsNamed("envelope:ashkel", ("ovoid",), (NORTH,))],
        {
            "truth north": ["North names a card in the envelope: the Ovoid."],
            "east south all": ["North names unnamed cards."],
        },
    ),
]

COMBAT: list[Row] = [
    (
        act("attack", NORTH, target=EAST, gear="acid_coat"),
        [
            facts.CardsNamed("hand:north", ("acid_coat",), (NORTH,)),
            facts.GearRevealed(NORTH, "acid_coat"),
            facts.CombatBegun(NORTH, EAST, "guriwan"),
        ],
        {"truth north east south all": ["North shows Acid Coat and attacks East at Guriwan."]},
    ),
    (
        act("choose_resolution", EAST, choice="spoils"),
        [
            facts.ResolutionChosen(EAST, NORTH, "spoils"),
            facts.HandShown((EAST,), NORTH, ("ovoid",), "spoils"),
        ],
        {
            "truth east": ["East takes spoils from North.", "East looks at North’s hand: the Ovoid."],
            "north south all": ["East takes spoils from North.", "East looks at North’s hand."],
        },
    ),
    (
        act("choose_resolution", EAST, choice="spoils"),
        [
            facts.ResolutionChosen(EAST, NORTH, "spoils"),
            facts.HandShown((EAST,), NORTH, (), "spoils"),
            facts.CardTaken(EAST, NORTH),
        ],
        {
            "truth east": [
                "East takes spoils from North.",
                "East looks at North’s hand, which is empty.",
                "North’s hand is empty: East takes nothing.",
            ],
            "north south all": [
                "East takes spoils from North.",
                "East looks at North’s hand.",
                "North’s hand is empty: East takes nothing.",
            ],
        },
    ),
    (
        act("take_spoils", EAST, card=UNKNOWN),
        [
            facts.CardsUnnamed("hand:north", ("coal_fist",), (NORTH,)),
            facts.CardTaken(EAST, NORTH, UNKNOWN),
        ],
        {
            "truth north": [
                "East takes an unnamed card from North’s hand.",
                "Unnamed cards moved, so Coal Fist may no longer be in North’s hand.",
            ],
            "east": ["East takes an unnamed card from North’s hand."],
            "south all": ["East takes a card from North’s hand."],
        },
    ),
]

CARDS: list[Row] = [
    (
        act("play_card", NORTH, card="mind_lens", target=EAST),
        [
            facts.CardPlayed(NORTH, "mind_lens", EAST),
            facts.HandShown((NORTH,), EAST, ("ovoid",), "scry"),
        ],
        {
            "truth north": ["North plays Mind Lens on East.", "North looks at East’s hand: the Ovoid."],
            "east south all": ["North plays Mind Lens on East.", "North looks at East’s hand."],
        },
    ),
    (
        act("play_card", NORTH, card="deep_scope", planet="cindral"),
        [
            facts.CardPlayed(NORTH, "deep_scope", None, "cindral"),
            facts.PlanetShown((NORTH,), "cindral", ("ovoid",), "snare_trap"),
        ],
        {
            "truth north": [
                "North plays Deep Scope on Cindral.",
                "North looks into the envelope of Cindral; inside: the Ovoid; face up: Snare Trap.",
            ],
            "east south all": [
                "North plays Deep Scope on Cindral.",
                "North looks into the envelope of Cindral.",
            ],
        },
    ),
    (
        act("play_card", NORTH, card="courier_pod", planet="brontide", sent_card="ovoid"),
        [
            facts.CardPlayed(NORTH, "courier_pod", None, "brontide"),
            facts.CardSent(NORTH, "ovoid", "brontide", (EAST, NORTH)),
            facts.CardVoided(NORTH, "courier_pod"),
        ],
        {
            "truth north east": [
                "North plays Courier Pod on Brontide; the card goes to the Void.",
                "North sends the Ovoid into the envelope of Brontide.",
            ],
            "south all": [
                "North plays Courier Pod on Brontide; the card goes to the Void.",
                "North sends a card from hand into the envelope of Brontide.",
            ],
        },
    ),
    (
        act("play_card", NORTH, card="mind_lens", deltas=[]),
        [
            facts.CardPlayed(NORTH, "mind_lens"),
            facts.TextFollowed(NORTH),
            facts.CardMoved("ovoid", "hand:east", "hand:south", (SOUTH,)),
        ],
        {
            "truth south": [
                "North plays Mind Lens.",
                "North resolves the printed text by hand.",
                "The Ovoid moves from East’s hand to South’s hand.",
            ],
            "north east all": [
                "North plays Mind Lens.",
                "North resolves the printed text by hand.",
                "A card moves from East’s hand to South’s hand.",
            ],
        },
    ),
    (
        act("use_ability", NORTH, ability="Walks through walls.", cost=0),
        [
            facts.AbilityUsed(NORTH, "Walks through walls.", 0),
            facts.PlanetShown((NORTH, SOUTH), "cindral", ("ovoid",)),
        ],
        {
            "truth north south": [
                "North uses an ability: “Walks through walls”.",
                "North and South look into the envelope of Cindral; inside: the Ovoid.",
            ],
            "east all": [
                "North uses an ability: “Walks through walls”.",
                "North and South look into the envelope of Cindral.",
            ],
        },
    ),
    (
        act("show_ovoid", holder=NORTH),
        [facts.CardsNamed("hand:north", ("ovoid",), (NORTH,)), facts.GameEnded(NORTH, "click")],
        {
            "truth north east south all": [
                "North shows the Ovoid.",
                "The clock is at 0: North has the Ovoid in hand and wins.",
            ],
        },
    ),
]

HIDDEN = (*SETUP, *ENVELOPES, *COMBAT, *CARDS)


def each_reading(rows: tuple[Row, ...]) -> list[tuple[Action, Sequence[Fact], str, list[str]]]:
    """Every reader of every entry."""
    return [
        (action, happened, viewer, told)
        for action, happened, readings in rows
        for viewer, told in by_viewer(readings).items()
    ]


@pytest.mark.parametrize(("action", "happened", "viewer", "told"), each_reading(HIDDEN))
def test_an_entry_reads_as_its_reader_may_know_it(
    action: Action, happened: Sequence[Fact], viewer: str, told: list[str]
):
    assert lines(action, happened, viewer) == told


def test_how_many_cards_are_dealt_is_told_where_it_is_the_same_everywhere():
    """CM-114, CM-115 deal alike; a table that dealt otherwise reads what is sure."""
    homes = {NORTH: "ashkel", EAST: "brontide"}
    for numbers, told in (
        ((2, 2, 1, 1), ": 2 cards to each home, 1 card to each other planet"),
        ((2, 3, 1, 1), ": 1 card to each other planet"),
        ((1, 1, 2, 3), ": 1 card to each home"),
        ((1, 2, 2, 3), ""),
        ((1, 1, 0, 0), ": 1 card to each home, no cards to each other planet"),
    ):
        planets = ("ashkel", "brontide", "cindral", "guriwan")
        envelopes = {
            planet: ("ion_cannon",) * number for planet, number in zip(planets, numbers, strict=True)
        }
        dealt = facts.CardsDealt(("mind_lens",), False, envelopes, homes)
        for viewer in VIEWERS:
            assert lines(act("deal_cards"), [dealt], viewer)[0] == f"The cards are dealt{told}."
