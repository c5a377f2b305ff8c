"""The log of Chaosmos: what an action reads like to who may know all of it, where no recorded game has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pytest

from domain.games.chaosmos import GAME, facts
from domain.games.chaosmos.words.entries import ACTIONS
from domain.games.chaosmos.words.offering import ASIDE
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Action, Fact, Run, Viewer
from domain.kernel.ui.words import text_of
from tests.games.chaosmos.table import EAST, NORTH, SEATS, act
from tests.support.games.chaosmos.told import NAMES
from tests.support.games.playthroughs import last_entries
from tests.support.games.reading import recorded_entry

Row: TypeAlias = tuple[Action, Sequence[Fact], list[str]]
"""An action, the facts that came of it, and its lines as those read them who may know all."""

CHOSEN = facts.ChoiceMade("take_envelope", EAST)


def lines(action: Action, happened: Sequence[Fact], viewer: Viewer = TRUTH) -> list[str]:
    """The sentence of the action, and one of each fact that it does not say itself."""
    words = recorded_entry(GAME, action, happened, viewer, NAMES)
    return [text_of(words.says), *map(text_of, words.effects)]


def spent(seat: str = NORTH) -> Fact:
    return facts.ActionSpent(seat, "some_action")


SETUP: list[Row] = [
    (act("remove_alien_pair"), [], ["A pair of aliens leaves the game."]),
    (act("arrange_planets"), [], ["The planets are laid out."]),
    (act("deal_aliens"), [], ["The aliens are dealt."]),
    (act("choose_alien", NORTH, alien="drusu"), [], ["North chooses an alien."]),
    (
        act("deal_cards"),
        [
            facts.BonusCardsSwapped(("light_veil",), ("dark_resonator",)),
            facts.CardsDealt(
                ("mind_lens",),
                False,
                {"ashkel": ("ovoid", "coal_fist"), "brontide": (UNKNOWN, UNKNOWN), "guriwan": ("prism_bow",)},
                {NORTH: "ashkel", EAST: "brontide"},
            ),
        ],
        [
            "The cards are dealt: 2 cards to each home, 1 card to each other planet.",
            "Nobody can use Light Veil. Added to the deck instead: Dark Resonator.",
            (
                "The Cosmic Pool: Mind Lens. In the envelope of Ashkel: the Ovoid and Coal Fist. "
                "In the envelope of Brontide: 2 unnamed cards. In the envelope of Guriwan: Prism Bow."
            ),
        ],
    ),
    (act("deal_cards"), [], ["The cards are dealt."]),
    (act("prepare_hand", NORTH, cards=["ovoid"]), [], ["North prepares a hand."]),
    (act("set_start_player"), [], ["The start player is chosen."]),
]
FIRST_TURNS: list[Row] = [
    (act("begin_turn", NORTH), [], ["North begins the turn."]),
    (act("move", NORTH, to="guriwan"), [], ["North moves to Guriwan."]),
    (act("hyperspace", NORTH, to="u4"), [], ["North spends a hypertoken and jumps to Star 4."]),
    (act("end_turn", NORTH), [], ["North ends the turn."]),
    (
        act("show_ovoid"),
        [facts.GameEnded(None, "click")],
        [
            "Nobody shows the Ovoid.",
            "The clock is at 0 and nobody has the Ovoid in hand: everyone loses.",
        ],
    ),
]
OPENED = facts.EnvelopeOpened(NORTH, "guriwan")
TRAPPED = [
    facts.EnvelopeOpened(NORTH, "guriwan", "snare_trap"),
    facts.FlipTriggered(NORTH, "guriwan", "snare_trap"),
]
GEAR = facts.GearRevealed(NORTH, "acid_coat")
HOME = facts.Moved(NORTH, "guriwan", "ashkel", "trap")
CONTROL: list[Row] = [
    (
        act("control_planet", NORTH, gear="acid_coat"),
        [
            spent(),
            facts.CardsNamed("hand:north", ("acid_coat",), (NORTH,)),
            GEAR,
            OPENED,
            facts.ControlTaken(NORTH, "guriwan", (UNKNOWN,)),
        ],
        ["North shows Acid Coat and takes control of Guriwan; inside: an unnamed card."],
    ),
    (act("control_planet", NORTH), [], ["North opens the envelope."]),
    (
        act("resolve_own_trap", NORTH, choice="void"),
        [
            facts.ChoiceMade("own_trap", NORTH),
            facts.TrapVoided("guriwan", "snare_trap"),
            facts.ControlTaken(NORTH, "guriwan", ("coal_fist", "ovoid")),
            facts.CombatEnded(),
        ],
        [
            (
                "North sends its own Snare Trap to the Void and takes control of Guriwan; "
                "inside: Coal Fist and the Ovoid."
            )
        ],
    ),
    (act("resolve_own_trap", NORTH, choice="void"), [], ["North sends its own Trap to the Void."]),
    (
        act("resolve_own_trap", NORTH, choice="suffer"),
        [
            facts.ChoiceMade("own_trap", NORTH),
            facts.TrapVoided("guriwan", "snare_trap"),
            HOME,
            facts.TurnForfeited(NORTH),
        ],
        [
            "North suffers its own Snare Trap, which goes to the Void.",
            "North is sent home to Ashkel.",
            "North loses the rest of the turn.",
        ],
    ),
    (
        act("resolve_own_trap", NORTH, choice="suffer"),
        [],
        ["North suffers its own Trap, which goes to the Void."],
    ),
]
ACCESS: list[Row] = [
    (act("transfer_cards", NORTH), [], ["North accesses the envelope."]),
    (act("return_envelope", NORTH), [], ["North puts the envelope in the box."]),
    (
        act("name_cards", NORTH, place="hand", cards=["ion_cannon", "ion_cannon", "ovoid"]),
        [facts.CardsNamed("hand:north", ("ion_cannon", "ion_cannon", "ovoid"), (NORTH,))],
        ["North names cards in the hand: 2 × Ion Cannon and the Ovoid."],
    ),
    (
        act("name_cards", NORTH, place="envelope", cards=["mind_lens"]),
        [facts.CardsNamed("envelope:ashkel", ("mind_lens",), (NORTH,))],
        ["North names a card in the envelope: Mind Lens."],
    ),
]
COMBAT: list[Row] = [
    (act("attack", NORTH, target=EAST), [], ["North attacks East."]),
    (act("play_combat_card", NORTH, card="ion_cannon"), [], ["North plays Ion Cannon."]),
    (act("pass_combat", NORTH), [], ["North passes."]),
]
RESOLUTION: list[Row] = [
    (act("choose_resolution", EAST, choice="spoils"), [], ["East chooses."]),
    (act("take_spoils", EAST, card="ovoid"), [], ["East takes a card."]),
    (act("give_back", EAST, card="coal_fist"), [], ["East gives a card back."]),
    (
        act("take_envelope", EAST, accept=True, gear="frost_shell"),
        [
            CHOSEN,
            facts.GearRevealed(EAST, "frost_shell"),
            facts.EnvelopeOpened(EAST, "tolwick", "snare_trap"),
            facts.FlipTriggered(EAST, "tolwick", "snare_trap"),
        ],
        [
            "East shows Frost Shell and opens the envelope of Tolwick.",
            "Snare Trap is face up on the envelope of Tolwick.",
        ],
    ),
    (act("take_envelope", EAST, accept=True), [], ["East opens the envelope."]),
    (act("take_envelope", EAST, accept=False), [], ["East opens the envelope."]),
]
CARDS: list[Row] = [
    (
        act("play_card", NORTH, card="long_lens", planet="cindral"),
        [
            facts.CardPlayed(NORTH, "long_lens", None, "cindral"),
            facts.PlanetShown((NORTH,), "cindral", ("coal_fist",)),
            facts.CardVoided(NORTH, "long_lens"),
        ],
        [
            "North plays Long Lens on Cindral; the card goes to the Void.",
            "North looks into the envelope of Cindral; inside: Coal Fist.",
        ],
    ),
    (
        act("play_card", NORTH, card="mind_lens", deltas=[]),
        [facts.CardPlayed(NORTH, "mind_lens"), facts.TextFollowed(NORTH), facts.NoTakeLifted("guriwan")],
        [
            "North plays Mind Lens.",
            "North resolves the printed text by hand.",
            "The Vault on Guriwan is open: cards can be taken out.",
        ],
    ),
    (
        act("use_ability", NORTH, ability="Walks through walls.", cost=1),
        [facts.AbilityUsed(NORTH, "Walks through walls.", 1), spent(), facts.HypertokensAdded(NORTH, 1)],
        ["North uses an ability for an action: “Walks through walls”.", "North gets 1 hypertoken."],
    ),
    (
        act("use_ability", NORTH, ability="Walks through walls", cost=0),
        [facts.AbilityUsed(NORTH, "Walks through walls", 0)],
        ["North uses an ability: “Walks through walls”."],
    ),
    (
        act("trade_cosmic_pool", NORTH, give="hum_blade", take="ovoid"),
        [
            facts.CardsNamed("hand:north", ("hum_blade",), (NORTH,)),
            facts.PoolTraded(NORTH, "hum_blade", "ovoid"),
        ],
        ["North gives Hum Blade to the Cosmic Pool and takes the Ovoid."],
    ),
    (
        act("trade_cosmic_pool", NORTH, give="hum_blade", take="ovoid"),
        [],
        ["North trades with the Cosmic Pool."],
    ),
]
READ = (*SETUP, *FIRST_TURNS, *CONTROL, *ACCESS, *COMBAT, *RESOLUTION, *CARDS)
EVERY = [(action, happened) for action, happened, _ in READ]
"""The entries that are read here; those of recorded games come with them."""


@pytest.mark.parametrize(("action", "happened", "told"), READ)
def test_an_action_reads_so_and_what_it_says_is_not_told_again(
    action: Action, happened: Sequence[Fact], told: list[str]
):
    assert lines(action, happened) == told


def test_each_action_is_read_here_or_in_a_recorded_game():
    """The words of an access (CM-807) are read by those to whom every access is the same."""
    read = [action for action, _ in (*EVERY, *last_entries("chaosmos"))]
    assert {name(action, viewer) for action in read for viewer in (TRUTH, PUBLIC)} == {*ACTIONS}


def name(action: Action, viewer: Viewer) -> str:
    """What the action is called for the viewer."""
    return str(GAME.action_view(action, viewer)["type"])


def test_every_seat_and_space_that_an_action_names_leads_to_it():
    """On the page a seat or a space in a sentence can be tapped: none of them is mere text."""
    spaces = ("ashkel", "cindral", "guriwan", "tolwick")
    names = {*map(str.capitalize, SEATS), *map(NAMES.name, spaces), "Star", "Wormhole"}
    for action, happened in (*EVERY, *last_entries("chaosmos")):
        says = recorded_entry(GAME, action, happened, TRUTH, NAMES).says
        mere = "|".join(run for run in says if isinstance(run, str))
        assert not [name for name in names if name in mere], text_of(says)
        for run in says:
            if isinstance(run, Run):
                place = run.place and Run(NAMES.name(run.place), place=run.place)
                assert run == (place or NAMES.seat(run.seat or "")), text_of(says)


UNSAID: list[Fact] = [
    spent(),
    facts.CardsNamed("hand:north", ("mind_lens",), (NORTH,)),
    facts.ChoiceAsked("take_envelope", NORTH),
    facts.ChoiceMade("take_envelope", NORTH),
]
"""The cost, the card that is named by its use, what the next question tells."""
FREE_OF_CHOICES = {
    *("remove_alien_pair", "arrange_planets", "deal_aliens", "choose_alien", "deal_cards", "prepare_hand"),
    *("name_cards", "set_start_player", "begin_turn", "end_turn", "show_ovoid", "return_envelope"),
}
"""Actions that cost no action of the turn and ask for no choice."""


def test_what_goes_without_saying_is_said_by_no_line():
    assert {str(type(fact).__struct_config__.tag) for fact in UNSAID} == {*ASIDE}
    for action, _ in (*EVERY, *last_entries("chaosmos")):
        if name(action, TRUTH) not in FREE_OF_CHOICES:
            assert lines(action, UNSAID)[1:] == [], action


@pytest.mark.parametrize(
    ("action", "follows"),
    [
        (act("control_planet", NORTH), facts.TrapVoided("guriwan", "snare_trap")),
        (act("move", NORTH, to="v1"), facts.HypertokenSpent(NORTH)),
        (act("hyperspace", NORTH, to="v1"), facts.EnvelopeReturned(NORTH, "ashkel")),
        (act("attack", NORTH, target=EAST), facts.Moved(NORTH, "guriwan", "ashkel", "banish")),
        (act("play_combat_card", NORTH, card="hum_blade"), facts.CardVoided(NORTH, "hum_blade")),
        (act("take_envelope", EAST, accept=False), facts.EnvelopeReturned(NORTH, "ashkel")),
        (act("resolve_own_trap", NORTH, choice="suffer"), HOME),
        (act("play_card", NORTH, card="courier_pod"), facts.CardSent(NORTH, "ovoid", "guriwan", (NORTH,))),
        (act("take_spoils", EAST, card="ovoid"), facts.CardsUnnamed("hand:north", ("coal_fist",), (NORTH,))),
        (act("end_turn", NORTH), facts.OvoidAwaited("click")),
    ],
)
def test_what_an_action_does_not_say_itself_follows_it(action: Action, follows: Fact):
    assert len(lines(action, [follows])) == len(lines(action, [])) + 1
