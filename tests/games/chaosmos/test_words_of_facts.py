"""The log of Chaosmos: what a fact reads like by itself to who may know all of it.

What recorded games show is read in `playthrough.txt` and `sentences.txt`, and what hides something with it.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME, facts
from domain.games.chaosmos.words.names import zone_says
from domain.kernel import TRUTH, UNKNOWN, Fact, Run, Told, Viewer
from domain.kernel.session.rendering import fact_in_words
from domain.kernel.ui.words import text_of
from tests.games.chaosmos.table import EAST, NORTH, SEATS, SOUTH, WEST
from tests.games.chaosmos.test_words_of_hidden_facts import HIDDEN
from tests.support.games.chaosmos.told import NAMES, VIEWERS
from tests.support.games.playthroughs import last_facts


def told(fact: Fact, viewer: Viewer = TRUTH) -> Told:
    """The fact as it is served to the viewer, in words."""
    return fact_in_words(GAME, msgspec.to_builtins(GAME.fact_view(fact, viewer)), NAMES, strict=True)


SETUP: list[tuple[Fact, str]] = [
    (
        facts.AlienPairRemoved(("drusu", "quessil")),
        "Drusu and Quessil leave the game with their home planets.",
    ),
    (facts.PlanetsArranged({"r0": "ashkel", "r1": "fennmire"}), "The planets are laid out."),
    (
        facts.AliensDealt({NORTH: ("drusu",), EAST: ("gazmae",), SOUTH: ("vroon",)}, open=True),
        "North plays Drusu; East plays Gazmae; South plays Vroon.",
    ),
    (
        facts.AliensDealt({NORTH: ("drusu", "vroon"), EAST: ("gazmae", "tarnoc")}),
        ("Each seat is dealt 2 aliens in secret. North gets Drusu and Vroon. East gets Gazmae and Tarnoc."),
    ),
    (
        facts.AliensDealt({NORTH: ("drusu", UNKNOWN), EAST: (UNKNOWN, UNKNOWN)}),
        "Each seat is dealt 2 aliens in secret. North gets Drusu and an unnamed alien.",
    ),
    (facts.AliensDealt({}), "Each seat is dealt no aliens in secret."),
    (facts.AliensRevealed({NORTH: "drusu"}), "All aliens are revealed: North plays Drusu."),
    (
        facts.CardsDealt(("mind_lens", "hum_blade"), False, {}, {NORTH: "ashkel"}),
        "The Cosmic Pool: Mind Lens and Hum Blade.",
    ),
    (
        facts.CardsDealt(("hum_blade", "ovoid", "hum_blade"), True, {}, {}),
        "The Cosmic Pool: 2 × Hum Blade. The Ovoid was drawn and is shuffled back into the deck.",
    ),
    (
        facts.CardsDealt(
            ("mind_lens",),
            False,
            {"ashkel": ("ion_cannon", "ion_cannon", "ovoid"), "guriwan": ("coal_fist",), "tolwick": ()},
            {NORTH: "ashkel"},
        ),
        (
            "The Cosmic Pool: Mind Lens. In the envelope of Ashkel: 2 × Ion Cannon and the Ovoid. "
            "In the envelope of Guriwan: Coal Fist. In the envelope of Tolwick: no card."
        ),
    ),
    (
        facts.HandPrepared(NORTH, "ashkel", ("hum_blade", "ovoid"), ("mind_lens",)),
        "North takes Hum Blade and the Ovoid out of the envelope of Ashkel and leaves Mind Lens there.",
    ),
    (
        facts.HandPrepared(NORTH, "ashkel", (), ("ion_cannon", "ion_cannon")),
        "North takes no card out of the envelope of Ashkel and leaves 2 × Ion Cannon there.",
    ),
    (
        facts.HandPrepared(NORTH, "ashkel", (UNKNOWN,), (UNKNOWN, UNKNOWN, "coal_fist")),
        (
            "North takes an unnamed card out of the envelope of Ashkel and leaves "
            "2 unnamed cards and Coal Fist there."
        ),
    ),
    (facts.StartPlayerChosen(EAST), "East takes the first turn."),
]


@pytest.mark.parametrize(("fact", "sentence"), SETUP)
def test_the_setup_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


TURNS: list[tuple[Fact, str]] = [
    (facts.TurnBegun(NORTH, 7), "North begins turn 7."),
    (facts.ActionSpent(NORTH, "move"), "North spends an action."),
    (facts.ActionsLeftSet(NORTH, 2), "North has 2 actions left."),
    (facts.ActionsLeftSet(NORTH, 0), "North has no actions left."),
    (facts.ClockReduced(NORTH, -2, 20), "The clock goes up by 2 to 20."),
    (facts.HypertokenSpent(NORTH), "North spends a hypertoken."),
    (facts.HypertokensAdded(NORTH, 1), "North gets 1 hypertoken."),
    (facts.HypertokensAdded(NORTH, 2), "North gets 2 hypertokens."),
    (facts.HypertokensAdded(NORTH, 0), "North gets no hypertokens."),
    (facts.HypertokensAdded(NORTH, -1), "North gives up 1 hypertoken."),
    (facts.HypertokensAdded(NORTH, -3), "North gives up 3 hypertokens."),
    (facts.Moved(NORTH, "ashkel", "v1", "move"), "North moves to Star 1."),
    (facts.Moved(NORTH, "c4", "guriwan", "move"), "North moves to Guriwan."),
    (facts.Moved(NORTH, "ashkel", "c1", "move"), "North moves to Star C2."),
    (facts.Moved(NORTH, "ashkel", "u1", "hyperspace"), "North jumps through hyperspace to Wormhole A."),
    (facts.Moved(EAST, "guriwan", "f2", "text"), "East is placed on Wormhole B."),
    (facts.TurnEnded(NORTH, 3, 1, 33, EAST), "North’s turn ends: the clock clicks to 33; next is East."),
    (facts.TurnEnded(NORTH, 36, 0, 0), "North’s turn ends: the clock clicks to 0."),
    (facts.OvoidAwaited("click"), "The clock is at 0: show the Ovoid if it is in your hand."),
]


@pytest.mark.parametrize(("fact", "sentence"), TURNS)
def test_turns_steps_tokens_and_the_clock_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


ENVELOPES: list[tuple[Fact, str]] = [
    (facts.GearRevealed(NORTH, "spore_mask"), "North shows Spore Mask."),
    (
        facts.EnvelopeOpened(NORTH, "guriwan"),
        "North opens the envelope of Guriwan: no card is face up.",
    ),
    (
        facts.ControlTaken(NORTH, "guriwan", ("ovoid",)),
        "North takes control of Guriwan; inside: the Ovoid.",
    ),
    (
        facts.ControlTaken(NORTH, "guriwan", ("coal_fist", UNKNOWN, UNKNOWN), "iron_vault", no_take=True),
        (
            "North takes control of Guriwan and cannot take cards out of it; "
            "inside: Coal Fist and 2 unnamed cards; face up: Iron Vault."
        ),
    ),
    (
        facts.ControlTaken(NORTH, "guriwan", ("coal_fist",), "warden_trap"),
        "North takes control of Guriwan; inside: Coal Fist; face up: Warden Trap.",
    ),
    (
        facts.CardsTransferred(NORTH, "ashkel", to_hand=("ovoid",)),
        "North takes the Ovoid out of the envelope of Ashkel.",
    ),
    (
        facts.CardsTransferred(NORTH, "ashkel", to_envelope=("coal_fist", "ovoid")),
        "North puts Coal Fist and the Ovoid into the envelope of Ashkel.",
    ),
    (
        facts.CardsTransferred(NORTH, "ashkel", ("ion_cannon", "ion_cannon", "mind_lens"), ("hum_blade",)),
        ("North takes 2 × Ion Cannon and Mind Lens out of the envelope of Ashkel and puts Hum Blade there."),
    ),
    (
        facts.CardsTransferred(NORTH, "ashkel", (UNKNOWN,), (UNKNOWN, UNKNOWN)),
        ("North takes an unnamed card out of the envelope of Ashkel and puts 2 unnamed cards there."),
    ),
    (facts.ControlSet(NORTH, "guriwan"), "North has the envelope of Guriwan in front of it."),
    (facts.NoTakeLifted("guriwan"), "The Vault on Guriwan is open: cards can be taken out."),
    (
        facts.PlanetShown((NORTH,), "cindral", ("mind_lens", "ovoid"), "iron_vault"),
        "North looks into the envelope of Cindral; inside: Mind Lens and the Ovoid; face up: Iron Vault.",
    ),
    (
        facts.PlanetShown((NORTH, EAST, SOUTH), "cindral", (UNKNOWN,)),
        "North, East and South look into the envelope of Cindral; inside: an unnamed card.",
    ),
    (
        facts.PlanetShown((), "cindral", ("coal_fist",)),
        "Nobody looks into the envelope of Cindral.",
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), ENVELOPES)
def test_envelopes_and_flip_cards_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


COMBAT: list[tuple[Fact, str]] = [
    (facts.CombatBegun(NORTH, EAST, "ashkel"), "North attacks East at Ashkel."),
    (facts.CombatBegun(EAST, NORTH, "v2"), "East attacks North at Star 2."),
    (
        facts.CombatDiceRolled(
            {NORTH: ("infinity", "mirror"), EAST: ("infinity", "infinity")}, {NORTH: 0, EAST: 0}
        ),
        "North rolls infinity and a mirror; East rolls infinity twice.",
    ),
    (
        facts.CombatDiceRolled({NORTH: (1, 1), EAST: (1, 1)}, {NORTH: -2, EAST: 2}, NORTH),
        "North rolls 1 and 1, −2 in all; East rolls 1 and 1, 2 in all; North acts first.",
    ),
    (
        facts.CombatCardPlayed(NORTH, "ion_cannon", True, (), {NORTH: 8, EAST: 7}, EAST),
        "North plays Ion Cannon: 8 to 7, then East acts.",
    ),
    (
        facts.CombatCardPlayed(EAST, "guard_drone", True, (), {NORTH: 8, EAST: -1}, EAST),
        "East plays Guard Drone: −1 to 8, and acts again.",
    ),
    (
        facts.CombatCardPlayed(NORTH, "gravity_net", False, (), {NORTH: 2, EAST: 7}, NORTH),
        "North plays Gravity Net, which is cancelled: 2 to 7, and acts again.",
    ),
    (
        facts.CombatCardPlayed(NORTH, "gravity_net", False, (), {NORTH: 9, EAST: 7}, EAST),
        "North plays Gravity Net, which is cancelled: 9 to 7, then East acts.",
    ),
    (
        facts.CombatCardPlayed(EAST, "null_field", True, (0,), {NORTH: 2, EAST: 7}, NORTH),
        "East plays Null Field and cancels 1 card of North: 7 to 2, then North acts.",
    ),
    (
        facts.CombatCardPlayed(EAST, "null_field", True, (0, 2), {NORTH: 9, EAST: 7}, EAST),
        "East plays Null Field and cancels 2 cards of North: 7 to 9, and acts again.",
    ),
    (
        facts.CombatCardPlayed(EAST, "null_field", True, (0,), {EAST: 7}, EAST),
        "East plays Null Field and cancels 1 card of the other side: 7 to 7, and acts again.",
    ),
    (facts.CombatPassed(NORTH, EAST), "North passes."),
    (facts.CombatPassed(EAST), "East passes."),
    (
        facts.CombatTableCleared(("ion_cannon", "ion_cannon", "null_field"), {NORTH: (), EAST: ()}),
        "To the Void: 2 × Ion Cannon and Null Field.",
    ),
    (
        facts.CombatTableCleared((), {NORTH: ("gravity_net",), EAST: ("hum_blade", "tide_hammer")}),
        "North takes Gravity Net back. East takes Hum Blade and Tide Hammer back.",
    ),
    (
        facts.CombatTableCleared(("ion_cannon",), {NORTH: ("gravity_net",), EAST: ("hum_blade",)}),
        "To the Void: Ion Cannon. North takes Gravity Net back. East takes Hum Blade back.",
    ),
    (facts.CombatDecided("draw", {NORTH: -1, EAST: -1}), "A draw, −1 to −1: nobody gains anything."),
    (facts.CombatDecided("draw"), "A draw: nobody gains anything."),
    (
        facts.CombatDecided("score", {NORTH: 3, EAST: -2}, NORTH, EAST),
        "North wins the combat, 3 to −2.",
    ),
    (facts.CombatDecided("score", None, EAST, NORTH), "East wins the combat."),
    (facts.CombatEnded(), "The combat is over."),
]


@pytest.mark.parametrize(("fact", "sentence"), COMBAT)
def test_a_combat_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


RESOLUTION: list[tuple[Fact, str]] = [
    (
        facts.ChoiceAsked("choose_resolution", EAST),
        "East chooses between spoils and banishment.",
    ),
    (facts.ChoiceAsked("take_spoils", EAST), "East must take a card as spoils."),
    (facts.ChoiceAsked("give_back", EAST), "East has too many cards and must give one back."),
    (facts.ChoiceAsked("take_envelope", EAST), "East may take the envelope for free."),
    (
        facts.ChoiceAsked("own_trap", NORTH, "guriwan"),
        "North triggers its own Trap and must suffer it or send it to the Void.",
    ),
    (facts.ChoiceMade("take_spoils", EAST), "East has chosen."),
    (facts.ResolutionChosen(EAST, NORTH, "spoils"), "East takes spoils from North."),
    (
        facts.ResolutionChosen(EAST, NORTH, "banish", "guriwan"),
        "East banishes North to Guriwan.",
    ),
    (
        facts.HandShown((EAST, SOUTH), NORTH, (UNKNOWN, UNKNOWN), "text"),
        "East and South look at North’s hand: 2 unnamed cards.",
    ),
    (
        facts.HandShown((EAST, SOUTH, WEST), NORTH, ("coal_fist",), "text"),
        "East, South and West look at North’s hand: Coal Fist.",
    ),
    (facts.CardGivenBack(EAST, NORTH, UNKNOWN), "East gives an unnamed card to North."),
    (facts.EnvelopeDeclined(EAST, "ashkel"), "East leaves the envelope of Ashkel in the box."),
]


@pytest.mark.parametrize(("fact", "sentence"), RESOLUTION)
def test_what_follows_from_a_combat_reads_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


CARDS: list[tuple[Fact, str]] = [
    (facts.CardPlayed(NORTH, "temporal_displacer"), "North plays Temporal Displacer."),
    (facts.CardPlayed(NORTH, "mind_lens", target=EAST), "North plays Mind Lens on East."),
    (facts.CardPlayed(NORTH, "deep_scope", planet="guriwan"), "North plays Deep Scope on Guriwan."),
    (
        facts.CardPlayed(NORTH, "relic_shard", EAST, "guriwan"),
        "North plays Relic Shard on East on Guriwan.",
    ),
    (facts.CardVoided(NORTH, "clock_wedge"), "Clock Wedge is single-use and goes to the Void."),
    (
        facts.PoolTraded(NORTH, "ovoid", "hum_blade"),
        "North gives the Ovoid to the Cosmic Pool and takes Hum Blade.",
    ),
    (
        facts.PoolTraded(NORTH, "hum_blade", "ovoid"),
        "North gives Hum Blade to the Cosmic Pool and takes the Ovoid.",
    ),
    (
        facts.AbilityUsed(NORTH, "Walks through walls.", 0),
        "North uses an ability: “Walks through walls”.",
    ),
    (
        facts.AbilityUsed(NORTH, "Walks through walls", 1),
        "North uses an ability for an action: “Walks through walls”.",
    ),
    (facts.TextFollowed(NORTH), "North resolves the printed text by hand."),
    (
        facts.CardMoved("hum_blade", "pool", "face_up:ashkel"),
        "Hum Blade moves from the Cosmic Pool to the top of the envelope of Ashkel.",
    ),
    (facts.CardMoved("ovoid", "void", "removed"), "The Ovoid moves from the Void to the game box."),
    (
        facts.CardMoved(UNKNOWN, "envelope:guriwan", "hand:north"),
        "An unnamed card moves from the envelope of Guriwan to North’s hand.",
    ),
    (
        facts.CardsNamed("envelope:ashkel", ("mind_lens",), (NORTH,)),
        "An unnamed card in the envelope of Ashkel is named: Mind Lens.",
    ),
    (
        facts.CardsUnnamed("envelope:ashkel", ("ion_cannon", "ion_cannon", "ovoid"), (NORTH,)),
        ("Unnamed cards moved, so 2 × Ion Cannon and the Ovoid may no longer be in the envelope of Ashkel."),
    ),
]


@pytest.mark.parametrize(("fact", "sentence"), CARDS)
def test_cards_and_texts_read_so(fact: Fact, sentence: str):
    assert text_of(told(fact).says) == sentence


READ = (*SETUP, *TURNS, *ENVELOPES, *COMBAT, *RESOLUTION, *CARDS)
EVERY = [fact for fact, _ in (*READ, *HIDDEN)]
"""The facts that are read here and where something is hidden; those of recorded games come with them."""


def test_a_fact_that_hides_nothing_reads_alike_to_all():
    """CM-801, CM-809: what is not read viewer by viewer among the hidden facts is open."""
    hidden = {type(fact) for fact, _ in HIDDEN}
    for fact in (*EVERY, *last_facts("chaosmos")):
        for name, viewer in () if type(fact) in hidden else VIEWERS.items():
            assert told(fact, viewer).says == told(fact).says, name


def test_every_seat_and_space_that_a_fact_names_leads_to_it():
    """On the page a seat or a space in a sentence can be tapped: none of them is mere text."""
    names = {*map(str.capitalize, SEATS), *(NAMES.name(space) for space in ("ashkel", "brontide"))}
    names |= {*map(NAMES.name, ("cindral", "guriwan", "tolwick")), "Star", "Wormhole"}
    for fact in (*EVERY, *last_facts("chaosmos")):
        says = told(fact).says
        mere = "|".join(run for run in says if isinstance(run, str))
        assert not [name for name in names if name in mere], text_of(says)
        for run in says:
            if isinstance(run, Run):
                whole = (
                    Run(NAMES.name(run.place), place=run.place) if run.place else NAMES.seat(run.seat or "")
                )
                assert run == whole, text_of(says)


TONES: list[tuple[Fact, str]] = [
    (facts.HypertokensAdded(NORTH, 1), "score"),
    (facts.HypertokensAdded(NORTH, 0), "plain"),
    (facts.HypertokensAdded(NORTH, -1), "plain"),
    (facts.Moved(NORTH, "ashkel", "v1", "move"), "plain"),
    (facts.Moved(NORTH, "ashkel", "v1", "hyperspace"), "plain"),
    (facts.Moved(NORTH, "ashkel", "v1", "text"), "plain"),
    (facts.Moved(NORTH, "guriwan", "ashkel", "banish"), "chaos"),
    (facts.Moved(NORTH, "guriwan", "ashkel", "trap"), "chaos"),
    (facts.TurnForfeited(NORTH), "chaos"),
    (facts.ClockReduced(NORTH, 2, 30), "chaos"),
    (facts.TurnEnded(NORTH, 3, 1, 33, EAST), "plain"),
    (facts.OvoidAwaited("card"), "score"),
    (facts.GameEnded(EAST, "click"), "score"),
    (facts.GameEnded(None, "click"), "chaos"),
    (facts.EnvelopeOpened(NORTH, "guriwan", "snare_trap"), "plain"),
    (facts.FlipTriggered(NORTH, "guriwan", "iron_vault"), "chaos"),
    (facts.ControlTaken(NORTH, "guriwan", ("ovoid",)), "plain"),
    (facts.TrapVoided("guriwan", "snare_trap"), "plain"),
    (facts.CombatDecided("cancelled"), "chaos"),
    (facts.CombatDecided("draw", {NORTH: 7, EAST: 7}), "plain"),
    (facts.CombatDecided("infinity", None, NORTH, EAST), "score"),
    (facts.CombatDecided("score", {NORTH: 2, EAST: 7}, EAST, NORTH), "score"),
    (facts.ResolutionChosen(EAST, NORTH, "spoils"), "plain"),
    (facts.ResolutionChosen(EAST, NORTH, "banish", "guriwan"), "chaos"),
    (facts.CardTaken(EAST, NORTH, "hum_blade"), "score"),
    (facts.CardTaken(EAST, NORTH), "plain"),
    (facts.CardGivenBack(EAST, NORTH, "hum_blade"), "plain"),
]


@pytest.mark.parametrize(("fact", "tone"), TONES)
def test_what_turns_a_game_has_a_tone(fact: Fact, tone: str):
    assert told(fact).tone == tone


IN_PART: list[tuple[dict[str, Any], str]] = [
    ({"fact": "flip_activated"}, "North places a flip card face up on the envelope of Ashkel."),
    (
        {"fact": "flip_deactivated", "to": "hand"},
        "North takes the flip card from the top of the envelope of Ashkel into hand.",
    ),
    (
        {"fact": "flip_deactivated", "to": "face_down"},
        "North turns the flip card face down in the envelope of Ashkel.",
    ),
    (
        {"fact": "cards_transferred", "to_hand": None, "to_envelope": None},
        "North looks into the envelope of Ashkel and moves no card.",
    ),
    ({"fact": "envelope_accessed"}, "North accesses the envelope of Ashkel."),
]


@pytest.mark.parametrize(("shown", "sentence"), IN_PART)
def test_what_is_shown_in_part_of_an_access_names_no_card(shown: dict[str, Any], sentence: str):
    view = {"seat": NORTH, "planet": "ashkel", **shown}
    assert text_of(fact_in_words(GAME, view, NAMES, strict=True).says) == sentence


ZONES: list[tuple[str, tuple[str | Run, ...]]] = [
    ("hand:north", (Run("North", seat=NORTH), "’s hand")),
    ("envelope:guriwan", ("the envelope of ", Run("Guriwan", place="guriwan"))),
    ("face_up:guriwan", ("the top of the envelope of ", Run("Guriwan", place="guriwan"))),
    ("pool", ("the Cosmic Pool",)),
    ("void", ("the Void",)),
    ("removed", ("the game box",)),
    ("elsewhere", ("elsewhere",)),
]


@pytest.mark.parametrize(("zone", "says"), ZONES)
def test_a_zone_is_called_by_whose_it_is(zone: str, says: tuple[str | Run, ...]):
    assert zone_says(NAMES, zone) == says
