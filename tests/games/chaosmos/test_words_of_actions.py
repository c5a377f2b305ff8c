"""The log of Chaosmos: what each recorded action reads like to who may know all of it, in every way."""

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
    (
        act("remove_alien_pair", alien="drusu"),
        [facts.AlienPairRemoved(("drusu", "quessil"))],
        ["Drusu and Quessil leave the game with their home planets."],
    ),
    (act("remove_alien_pair"), [], ["A pair of aliens leaves the game."]),
    (
        act("arrange_planets", planets={"r0": "ashkel"}),
        [facts.PlanetsArranged({"r0": "ashkel"})],
        ["The planets are laid out."],
    ),
    (act("arrange_planets"), [], ["The planets are laid out."]),
    (
        act("deal_aliens", aliens={NORTH: ["drusu"], EAST: ["gazmae"]}),
        [facts.AliensDealt({NORTH: ("drusu",), EAST: ("gazmae",)}, open=True)],
        ["North plays Drusu; East plays Gazmae."],
    ),
    (act("deal_aliens"), [], ["The aliens are dealt."]),
    (
        act("choose_alien", NORTH, alien="drusu"),
        [facts.AlienChosen(NORTH, "drusu")],
        ["North chooses Drusu."],
    ),
    (
        act("choose_alien", NORTH, alien="drusu"),
        [
            facts.AlienChosen(NORTH, "drusu"),
            facts.AliensRevealed({NORTH: "drusu", EAST: "gazmae"}),
        ],
        ["North chooses Drusu.", "All aliens are revealed: North plays Drusu; East plays Gazmae."],
    ),
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
    (
        act("prepare_hand", NORTH, cards=["ovoid"]),
        [
            facts.CardsNamed("envelope:ashkel", ("ovoid",), (NORTH,)),
            facts.HandPrepared(NORTH, "ashkel", ("ovoid",), ("coal_fist",)),
        ],
        ["North takes the Ovoid out of the envelope of Ashkel and leaves Coal Fist there."],
    ),
    (act("prepare_hand", NORTH, cards=["ovoid"]), [], ["North prepares a hand."]),
    (act("set_start_player"), [facts.StartPlayerChosen(EAST)], ["East takes the first turn."]),
    (act("set_start_player"), [], ["The start player is chosen."]),
]
FIRST_TURNS: list[Row] = [
    (act("begin_turn", NORTH), [facts.TurnBegun(NORTH, 4)], ["North begins turn 4."]),
    (act("begin_turn", NORTH), [], ["North begins the turn."]),
    (
        act("move", NORTH, to="c4"),
        [
            spent(),
            facts.EnvelopeReturned(NORTH, "ashkel"),
            facts.Moved(NORTH, "ashkel", "c1", "move"),
        ],
        ["North moves to Star C2.", "North’s envelope of Ashkel returns to the box."],
    ),
    (act("move", NORTH, to="guriwan"), [], ["North moves to Guriwan."]),
    (
        act("hyperspace", NORTH, to="wa1"),
        [spent(), facts.HypertokenSpent(NORTH), facts.Moved(NORTH, "ashkel", "u1", "hyperspace")],
        ["North spends a hypertoken and jumps to Wormhole A."],
    ),
    (act("hyperspace", NORTH, to="u4"), [], ["North spends a hypertoken and jumps to Star 4."]),
    (
        act("end_turn", NORTH),
        [facts.TurnEnded(NORTH, 4, 2, 30, EAST)],
        ["North ends the turn with 2 actions unused: the clock clicks to 30; next is East."],
    ),
    (
        act("end_turn", NORTH),
        [facts.TurnEnded(NORTH, 4, 1, 30, EAST)],
        ["North ends the turn with 1 action unused: the clock clicks to 30; next is East."],
    ),
    (
        act("end_turn", NORTH),
        [facts.TurnEnded(NORTH, 4, 0, 30, EAST)],
        ["North ends the turn: the clock clicks to 30; next is East."],
    ),
    (
        act("end_turn", NORTH),
        [facts.TurnEnded(NORTH, 36, 0, 0), facts.GameEnded(NORTH, "click")],
        [
            "North ends the turn: the clock clicks to 0.",
            "The clock is at 0: North has the Ovoid in hand and wins.",
        ],
    ),
    (act("end_turn", NORTH), [], ["North ends the turn."]),
    (
        act("show_ovoid", holder=NORTH),
        [
            facts.CardsNamed("hand:north", ("ovoid",), (NORTH,)),
            facts.GameEnded(NORTH, "click"),
        ],
        [
            "North shows the Ovoid.",
            "The clock is at 0: North has the Ovoid in hand and wins.",
        ],
    ),
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
        act("control_planet", NORTH),
        [spent(), OPENED, facts.ControlTaken(NORTH, "guriwan", ("ovoid",))],
        ["North takes control of Guriwan; inside: the Ovoid."],
    ),
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
    (
        act("control_planet", NORTH),
        [
            spent(),
            facts.EnvelopeOpened(NORTH, "guriwan", "iron_vault"),
            facts.FlipTriggered(NORTH, "guriwan", "iron_vault"),
            facts.ControlTaken(NORTH, "guriwan", ("ovoid",), "iron_vault", no_take=True),
        ],
        [
            (
                "North takes control of Guriwan, whose cards cannot be taken out; "
                "inside: the Ovoid; face up: Iron Vault."
            ),
            "Iron Vault is face up on the envelope of Guriwan.",
        ],
    ),
    (
        act("control_planet", NORTH),
        [spent(), *TRAPPED, facts.ChoiceAsked("own_trap", NORTH, "guriwan")],
        [
            "North opens the envelope of Guriwan.",
            "Snare Trap is face up on the envelope of Guriwan.",
        ],
    ),
    (
        act("control_planet", NORTH, gear="acid_coat"),
        [spent(), GEAR, *TRAPPED, facts.TrapVoided("guriwan", "snare_trap"), HOME],
        [
            "North shows Acid Coat and opens the envelope of Guriwan.",
            "Snare Trap is face up on the envelope of Guriwan.",
            "Snare Trap goes to the Void.",
            "North is sent home to Ashkel.",
        ],
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
    (
        act("transfer_cards", NORTH, to_hand=["ovoid"], to_envelope=["hum_blade"]),
        [
            facts.CardsNamed("hand:north", ("hum_blade",), (NORTH,)),
            facts.CardsTransferred(NORTH, "ashkel", ("ovoid",), ("hum_blade",)),
        ],
        ["North takes the Ovoid out of the envelope of Ashkel and puts Hum Blade there."],
    ),
    (
        act("activate_flip", NORTH, card="warden_trap", from_="hand"),
        [spent(), facts.FlipActivated(NORTH, "ashkel", "warden_trap", "hand", announced=True)],
        ["North places Warden Trap from hand face up on the envelope of Ashkel."],
    ),
    (
        act("deactivate_flip", NORTH, to="hand"),
        [facts.FlipDeactivated(NORTH, "ashkel", "warden_trap", "hand")],
        ["North takes Warden Trap from the top of the envelope of Ashkel into hand."],
    ),
    (
        act("deactivate_flip", NORTH, to="face_down"),
        [facts.FlipDeactivated(NORTH, "ashkel", "warden_trap", "face_down")],
        ["North turns Warden Trap face down in the envelope of Ashkel."],
    ),
    (act("transfer_cards", NORTH), [], ["North accesses the envelope."]),
    (
        act("return_envelope", NORTH),
        [facts.EnvelopeReturned(NORTH, "ashkel")],
        ["North puts the envelope of Ashkel in the box."],
    ),
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
    (
        act("attack", NORTH, target=EAST, dice={NORTH: [1, 2], EAST: [3, 4]}),
        [
            spent(),
            facts.CombatBegun(NORTH, EAST, "c0"),
            facts.CombatDiceRolled({NORTH: (1, 2), EAST: (3, 4)}, {NORTH: 3, EAST: 7}, NORTH),
        ],
        [
            "North attacks East at Star C1.",
            "North rolls 1 and 2, 3 in all; East rolls 3 and 4, 7 in all; North acts first.",
        ],
    ),
    (
        act("attack", NORTH, target=EAST, gear="acid_coat"),
        [spent(), GEAR, facts.CombatBegun(NORTH, EAST, "guriwan")],
        ["North shows Acid Coat and attacks East at Guriwan."],
    ),
    (
        act("attack", NORTH, target=EAST),
        [
            spent(),
            facts.CombatBegun(NORTH, EAST, "guriwan"),
            facts.CombatDecided("cancelled"),
            facts.Moved(NORTH, "guriwan", "ashkel", "banish"),
            facts.Moved(EAST, "guriwan", "brontide", "banish"),
            facts.CombatEnded(),
        ],
        [
            "North attacks East at Guriwan.",
            "Both roll infinity: the combat is cancelled.",
            "North is banished to Ashkel.",
            "East is banished to Brontide.",
        ],
    ),
    (act("attack", NORTH, target=EAST), [], ["North attacks East."]),
    (
        act("play_combat_card", NORTH, card="ion_cannon"),
        [
            facts.CardsNamed("hand:north", ("ion_cannon",), (NORTH,)),
            facts.CombatCardPlayed(NORTH, "ion_cannon", True, (), {NORTH: 9, EAST: 7}, EAST),
        ],
        ["North plays Ion Cannon: 9 to 7, then East acts."],
    ),
    (act("play_combat_card", NORTH, card="ion_cannon"), [], ["North plays Ion Cannon."]),
    (
        act("pass_combat", NORTH),
        [facts.CombatPassed(NORTH, EAST)],
        ["North passes; East may play or end it."],
    ),
    (
        act("pass_combat", NORTH),
        [
            facts.CombatPassed(NORTH),
            facts.CombatTableCleared((), {NORTH: (), EAST: ()}),
            facts.CombatDecided("draw", {NORTH: 5, EAST: 5}),
            facts.CombatEnded(),
        ],
        ["North passes.", "No card was played.", "A draw, 5 to 5: nobody gains anything."],
    ),
    (act("pass_combat", NORTH), [], ["North passes."]),
]
RESOLUTION: list[Row] = [
    (
        act("choose_resolution", EAST, choice="spoils"),
        [
            facts.ChoiceMade("choose_resolution", EAST),
            facts.ResolutionChosen(EAST, NORTH, "spoils"),
            facts.HandShown((EAST,), NORTH, ("ovoid",), "spoils"),
            facts.ChoiceAsked("take_spoils", EAST),
        ],
        ["East takes spoils from North.", "East looks at North’s hand: the Ovoid."],
    ),
    (
        act("choose_resolution", EAST, choice="spoils"),
        [
            facts.ResolutionChosen(EAST, NORTH, "spoils"),
            facts.HandShown((EAST,), NORTH, (), "spoils"),
            facts.CardTaken(EAST, NORTH),
            facts.CombatEnded(),
        ],
        [
            "East takes spoils from North.",
            "East looks at North’s hand, which is empty.",
            "North’s hand is empty: East takes nothing.",
        ],
    ),
    (
        act("choose_resolution", EAST, choice="banish", planet="guriwan"),
        [
            facts.ResolutionChosen(EAST, NORTH, "banish", "guriwan"),
            facts.EnvelopeReturned(NORTH, "ashkel"),
            facts.Moved(NORTH, "ashkel", "guriwan", "banish"),
            facts.ChoiceAsked("take_envelope", EAST),
        ],
        ["East banishes North to Guriwan.", "North’s envelope of Ashkel returns to the box."],
    ),
    (act("choose_resolution", EAST, choice="spoils"), [], ["East chooses."]),
    (
        act("take_spoils", EAST, card="ovoid"),
        [
            facts.ChoiceMade("take_spoils", EAST),
            facts.ChoiceAsked("give_back", EAST),
            facts.CardsNamed("hand:north", ("ovoid",), (NORTH,)),
            facts.CardTaken(EAST, NORTH, "ovoid"),
            facts.CombatEnded(),
        ],
        ["East takes the Ovoid from North’s hand."],
    ),
    (act("take_spoils", EAST, card="ovoid"), [], ["East takes a card."]),
    (
        act("give_back", EAST, card="coal_fist"),
        [
            facts.CardGivenBack(EAST, NORTH, "coal_fist"),
            facts.ChoiceMade("give_back", EAST),
            facts.CombatEnded(),
        ],
        ["East gives Coal Fist to North."],
    ),
    (act("give_back", EAST, card="coal_fist"), [], ["East gives a card back."]),
    (
        act("take_envelope", EAST, accept=True),
        [
            CHOSEN,
            facts.EnvelopeOpened(EAST, "ashkel"),
            facts.ControlTaken(EAST, "ashkel", ("ovoid",)),
            facts.CombatEnded(),
        ],
        ["East takes control of Ashkel; inside: the Ovoid."],
    ),
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
    (
        act("take_envelope", EAST, accept=False),
        [CHOSEN, facts.EnvelopeDeclined(EAST, "ashkel"), facts.CombatEnded()],
        ["East leaves the envelope of Ashkel in the box."],
    ),
    (act("take_envelope", EAST, accept=False), [], ["East opens the envelope."]),
]
CARDS: list[Row] = [
    (
        act("play_card", NORTH, card="clock_wedge", amount=2),
        [
            facts.CardPlayed(NORTH, "clock_wedge"),
            spent(),
            facts.ClockReduced(NORTH, 2, 30),
            facts.CardVoided(NORTH, "clock_wedge"),
        ],
        ["North plays Clock Wedge; the card goes to the Void.", "The clock goes down by 2 to 30."],
    ),
    (
        act("play_card", NORTH, card="mind_lens", target=EAST),
        [
            facts.CardsNamed("hand:north", ("mind_lens",), (NORTH,)),
            facts.CardPlayed(NORTH, "mind_lens", EAST),
            facts.HandShown((NORTH,), EAST, ("ovoid",), "scry"),
        ],
        ["North plays Mind Lens on East.", "North looks at East’s hand: the Ovoid."],
    ),
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


@pytest.mark.parametrize(("action", "happened", "told"), READ)
def test_an_action_reads_so_and_what_it_says_is_not_told_again(
    action: Action, happened: Sequence[Fact], told: list[str]
):
    assert lines(action, happened) == told


def test_each_action_is_read_here():
    """The words of an access (CM-807) are read by those to whom every access is the same."""
    assert {name(action, viewer) for action, _, _ in READ for viewer in (TRUTH, PUBLIC)} == {*ACTIONS}


def name(action: Action, viewer: Viewer) -> str:
    """What the action is called for the viewer."""
    return str(GAME.action_view(action, viewer)["type"])


def test_every_seat_and_space_that_an_action_names_leads_to_it():
    """On the page a seat or a space in a sentence can be tapped: none of them is mere text."""
    spaces = ("ashkel", "cindral", "guriwan", "tolwick")
    names = {*map(str.capitalize, SEATS), *map(NAMES.name, spaces), "Star", "Wormhole"}
    for action, happened, told in READ:
        says = recorded_entry(GAME, action, happened, TRUTH, NAMES).says
        mere = "|".join(run for run in says if isinstance(run, str))
        assert not [name for name in names if name in mere], told
        for run in says:
            if isinstance(run, Run):
                place = run.place and Run(NAMES.name(run.place), place=run.place)
                assert run == (place or NAMES.seat(run.seat or "")), told


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
    for action, _, _ in READ:
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
