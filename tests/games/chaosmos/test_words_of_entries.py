"""The log of Chaosmos: each entry as everybody may read it, and as those read it who know more."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME, facts
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Viewer
from domain.kernel.engine.views import entry_view
from domain.kernel.session.rendering import entry_in_words, naming
from domain.kernel.ui.words import text_of
from tests.games.chaosmos.table import EAST, NORTH, SOUTH, act, opened, table
from tests.games.chaosmos.test_1xx_setup import DUEL
from tests.games.chaosmos.test_530_manual import manual
from tests.games.chaosmos.test_words_of_buttons import HIGH, LOW, fight
from tests.support.games.chaosmos.told import entry, names_of, read
from tests.support.given import Table
from tests.support.recorded import STAMP, library
from tests.support.recorded import opened as opened_record

ME, OTHER = Viewer(NORTH), Viewer(EAST)


def recorded(played: Table, action: Any) -> dict[str, list[str]]:
    """The entry as everybody, north and east read it."""
    played.play(action)
    return {"all": read(played, action), NORTH: read(played, action, ME), EAST: read(played, action, OTHER)}


def test_aliens_dealt_in_secret_are_told_to_each_seat():
    begun = opened(2, **DUEL).when(act("remove_alien_pair", alien="ubrik"))
    begun.when(act("arrange_planets"), drawn=True)
    deal = act("deal_aliens", aliens={NORTH: ["drusu", "vroon"], EAST: ["gazmae", UNKNOWN]})
    told = recorded(begun, deal)
    assert told["all"] == ["Each seat is dealt 2 aliens in secret."]
    assert told[NORTH] == ["Each seat is dealt 2 aliens in secret. North gets Drusu and Vroon."]
    assert told[EAST] == ["Each seat is dealt 2 aliens in secret. East gets Gazmae and an unnamed alien."]
    assert recorded(begun, act("choose_alien", NORTH, alien="drusu")) == {
        "all": ["North has chosen an alien."],
        NORTH: ["North chooses Drusu."],
        EAST: ["North has chosen an alien."],
    }
    shown = recorded(begun, act("choose_alien", EAST, alien="gazmae"))["all"]
    assert shown == [
        "East has chosen an alien.",
        "All aliens are revealed: North plays Drusu; East plays Gazmae.",
    ]


def test_a_hand_is_prepared_unseen():
    begun = opened(2)
    begun.when(act("deal_aliens", aliens={NORTH: ["drusu"], EAST: ["gazmae"]}))
    begun.when(act("deal_cards"), drawn=True)
    one, *rest = begun.state.planets["ashkel"].face_down
    told = recorded(begun, act("prepare_hand", NORTH, cards=[one]))
    assert told["all"] == told[EAST] == ["North takes a hand out of the envelope of Ashkel."]
    assert told[NORTH][0].startswith("North takes ")
    assert " out of the envelope of Ashkel and leaves " in told[NORTH][0]
    assert len(rest) == 9


def test_a_look_into_an_envelope_and_a_swap_are_the_same_to_others():
    held = {"controls": {"ashkel": NORTH}, "hands": {NORTH: ["hum_blade"]}}
    for action, reads in (
        (act("transfer_cards", NORTH), "North looks into the envelope of Ashkel and moves no card."),
        (
            act("transfer_cards", NORTH, to_hand=["ovoid"], to_envelope=["hum_blade"]),
            "North takes the Ovoid out of the envelope of Ashkel and puts Hum Blade there.",
        ),
        (
            act("activate_flip", NORTH, card="iron_vault", from_="envelope"),
            "North places Iron Vault, which was inside, face up on the envelope of Ashkel.",
        ),
    ):
        played = table(**held, envelopes={"ashkel": ["ovoid", "iron_vault", "mind_lens"]})
        told = recorded(played, action)
        assert told["all"] == told[EAST] == ["North accesses the envelope of Ashkel."]
        assert told[NORTH] == [reads]


def test_control_tells_the_controller_what_lies_inside():
    played = table(at={NORTH: "guriwan"}, envelopes={"guriwan": ["ovoid", "ion_cannon", "ion_cannon"]})
    told = recorded(played, act("control_planet", NORTH))
    assert told["all"] == told[EAST] == ["North takes control of Guriwan."]
    assert told[NORTH] == ["North takes control of Guriwan; inside: 2 × Ion Cannon and the Ovoid."]


def test_a_vault_and_a_trap_are_told_in_order():
    vault = table(
        at={NORTH: "guriwan"},
        face_up={"guriwan": ("iron_vault", EAST)},
        envelopes={"guriwan": ["ovoid"]},
    )
    told = recorded(vault, act("control_planet", NORTH))
    assert told["all"] == [
        "North takes control of Guriwan, whose cards cannot be taken out.",
        "Iron Vault is face up on the envelope of Guriwan.",
    ]
    assert told[NORTH][0].endswith("; inside: the Ovoid; face up: Iron Vault.")
    trap = table(at={NORTH: "guriwan"}, face_up={"guriwan": ("snare_trap", EAST)})
    told = recorded(trap, act("control_planet", NORTH))
    assert told["all"] == [
        "North opens the envelope of Guriwan.",
        "Snare Trap is face up on the envelope of Guriwan.",
        "Snare Trap goes to the Void.",
        "North is sent home to Ashkel.",
        "North loses the rest of the turn.",
        "North’s turn ends: the clock clicks to 35; next is East.",
    ]
    assert entry(trap, act("control_planet", NORTH)).tone == "chaos"


def test_a_combat_is_told_blow_by_blow():
    hands = {NORTH: ["gravity_net", "ion_cannon"], EAST: ["null_field"]}
    played = fight([1, "mirror"], [4, 3], hands=hands)
    attack = act("attack", NORTH, target=EAST, dice={NORTH: [1, "mirror"], EAST: [4, 3]})
    assert read(played, attack) == [
        "North attacks East at Ashkel.",
        "North rolls 1 and a mirror, 2 in all; East rolls 4 and 3, 7 in all; North acts first.",
    ]
    for action, line in (
        (
            act("play_combat_card", NORTH, card="ion_cannon"),
            "North plays Ion Cannon: 8 to 7, then East acts.",
        ),
        (
            act("play_combat_card", EAST, card="null_field"),
            "East plays Null Field and cancels 1 card of North: 7 to 2, then North acts.",
        ),
        (
            act("play_combat_card", NORTH, card="gravity_net"),
            "North plays Gravity Net, which is cancelled: 2 to 7, and acts again.",
        ),
        (act("pass_combat", NORTH), "North passes; East may play or end it."),
    ):
        assert recorded(played, action)["all"] == [line]
    end = act("pass_combat", EAST)
    assert recorded(played, end)["all"] == [
        "East passes.",
        "To the Void: Ion Cannon and Null Field. North takes Gravity Net back.",
        "East wins the combat, 7 to 2.",
    ]
    assert entry(played, end).tone == "score"


def test_infinity_ends_a_combat_at_once():
    played = fight(["infinity", 3], LOW)
    attack = act("attack", NORTH, target=EAST, dice={NORTH: ["infinity", 3], EAST: LOW})
    assert read(played, attack)[1:] == [
        "North rolls infinity and 3; East rolls 1 and 1, 2 in all.",
        "North wins by infinity.",
    ]
    both = fight(["infinity", 3], [2, "infinity"])
    told = read(both, act("attack", NORTH, target=EAST, dice={NORTH: ["infinity", 3], EAST: [2, "infinity"]}))
    assert told[2] == "Both roll infinity: the combat is cancelled."
    assert "North is banished to Ashkel." in told


def test_spoils_are_known_to_winner_and_loser():
    played = fight(LOW, HIGH, count=3, hands={NORTH: ["ovoid", "hum_blade"]})
    played.play(act("pass_combat", NORTH), act("pass_combat", EAST))
    told = recorded(played, act("choose_resolution", EAST, choice="spoils"))
    assert told["all"] == told[NORTH] == ["East takes spoils from North.", "East looks at North’s hand."]
    assert told[EAST][1] == "East looks at North’s hand: Hum Blade and the Ovoid."
    take = act("take_spoils", EAST, card="ovoid")
    told = recorded(played, take)
    assert told["all"] == read(played, take, Viewer(SOUTH)) == ["East takes a card from North’s hand."]
    assert told[NORTH] == told[EAST] == ["East takes the Ovoid from North’s hand."]


def test_an_empty_hand_yields_nothing():
    played = fight(LOW, HIGH)
    played.play(act("pass_combat", NORTH), act("pass_combat", EAST))
    told = recorded(played, act("choose_resolution", EAST, choice="spoils"))
    assert told["all"][-1] == "North’s hand is empty: East takes nothing."


def test_a_sent_card_is_known_to_sender_and_controller():
    played = table(3, hands={NORTH: ["hypertube", "ovoid"]}, controls={"brontide": EAST})
    send = act("play_card", NORTH, card="hypertube", planet="brontide", sent_card="ovoid")
    told = recorded(played, send)
    assert (
        told["all"]
        == read(played, send, Viewer(SOUTH))
        == [
            "North plays Hypertube on Brontide.",
            "North sends a card from hand into the envelope of Brontide.",
        ]
    )
    assert told[NORTH][1] == told[EAST][1] == "North sends the Ovoid into the envelope of Brontide."


def test_scrying_is_seen_and_what_it_shows_is_not():
    played = table(hands={NORTH: ["mind_lens"], EAST: ["ovoid"]})
    told = recorded(played, act("play_card", NORTH, card="mind_lens", target=EAST))
    assert told["all"] == told[EAST] == ["North plays Mind Lens on East.", "North looks at East’s hand."]
    assert told[NORTH][1] == "North looks at East’s hand: the Ovoid."


def test_the_clock_goes_down_and_the_game_ends():
    played = table(hands={NORTH: ["clock_wedge", "ovoid"]}, clock=2)
    assert recorded(played, act("play_card", NORTH, card="clock_wedge", amount=2))["all"] == [
        "North plays Clock Wedge; the card goes to the Void.",
        "The clock goes down by 2 to 0.",
        "The clock is at 0: North has the Ovoid in hand and wins.",
    ]
    lost = table(clock=1, actions_left=1)
    assert recorded(lost, act("end_turn", NORTH))["all"] == [
        "North ends the turn with 1 action unused: the clock clicks to 0.",
        "The clock is at 0 and nobody has the Ovoid in hand: everyone loses.",
    ]


def test_naming_unnamed_cards_tells_others_nothing():
    played = table(clock=1, hands={NORTH: [UNKNOWN, UNKNOWN]}, unseen=["ovoid", "mind_lens"])
    told = recorded(played, act("name_cards", NORTH, place="hand", cards=["mind_lens"]))
    assert told["all"] == told[EAST] == ["North names unnamed cards."]
    assert told[NORTH] == ["North names a card in the hand: Mind Lens."]
    told = recorded(played, act("end_turn", NORTH))
    assert told["all"][1] == "The clock is at 0: show the Ovoid if it is in your hand."
    told = recorded(played, act("show_ovoid", holder=NORTH))
    assert told["all"][0] == "North shows the Ovoid."


def test_cards_that_move_unnamed_read_so():
    played = table(controls={"ashkel": NORTH}, hands={NORTH: [UNKNOWN, "hum_blade"]}, unseen=["ovoid"])
    told = recorded(played, act("transfer_cards", NORTH, to_envelope=[UNKNOWN]))
    assert told["all"] == ["North accesses the envelope of Ashkel."]
    assert told[NORTH] == [
        "North puts an unnamed card into the envelope of Ashkel.",
        "Unnamed cards moved, so Hum Blade may no longer be in North’s hand.",
    ]


def test_an_ability_is_told_in_its_own_words():
    played = table(box=manual())
    change = {"delta": "set_position", "seat": NORTH, "space": "u1"}
    told = recorded(
        played, act("use_ability", NORTH, ability="Walks through walls.", cost=1, deltas=[change])
    )
    assert told["all"] == [
        "North uses an ability for an action: “Walks through walls”.",
        "North is placed on Wormhole A.",
    ]


@pytest.mark.parametrize(
    ("fact", "says"),
    [
        (facts.Moved(NORTH, "ashkel", "v1", "move"), "North moves to Star 1."),
        (facts.CombatBegun(NORTH, EAST, "c0"), "North attacks East at Star C1."),
        (
            facts.CardMoved("hum_blade", "pool", "face_up:ashkel"),
            "Hum Blade moves from the Cosmic Pool to the top of the envelope of Ashkel.",
        ),
    ],
)
def test_a_fact_of_a_correction_speaks_for_itself(fact: Any, says: str):
    shown = {"kind": "corrected", "facts": [GAME.fact_view(fact, PUBLIC)], "reason": "it fell down"}
    told = entry_in_words(GAME, msgspec.to_builtins(shown), names_of(table()), strict=True)
    assert [text_of(effect) for effect in told.effects] == [says]


def test_what_is_hidden_may_be_missing_or_empty():
    """Each fact and action of recorded games, as shown to all: the members they are not told, as null."""
    hidden = set[str]()
    for recorded_game in library("chaosmos"):
        opening, *actions = map(json.loads, recorded_game.read_text("utf-8").splitlines())
        session, draft = opened_record(GAME, opening)
        called = naming(GAME, session.components, session.opened.seats)
        for action in actions:
            said, _ = draft.record(action, STAMP, None)
            shown, whole = (
                msgspec.to_builtins(entry_view(GAME, said, viewer, draft.position.state))
                for viewer in (PUBLIC, TRUTH)
            )
            emptied = {**shown, "action": emptied_of(whole["action"], shown["action"], "type")}
            if len(shown["facts"]) == len(whole["facts"]):
                pairs = zip(whole["facts"], shown["facts"], strict=True)
                emptied["facts"] = [emptied_of(of, public, "fact") for of, public in pairs]
            hidden |= set(members_of(emptied)) - set(members_of(shown))
            assert entry_in_words(GAME, emptied, called, strict=True) == entry_in_words(
                GAME, shown, called, strict=True
            )
    assert hidden >= {
        *("prepare_hand.cards", "hand_prepared.left", "control_taken.face_down", "hand_shown.cards"),
        *("card_given_back.card", "card_sent.card", "planet_shown.face_down", "choose_alien.alien"),
    }


def emptied_of(whole: Any, shown: Any, tag: str) -> Any:
    """The message as it is shown, with null for what the whole one tells beside."""
    return {**dict.fromkeys(whole), **shown} if whole[tag] == shown[tag] else shown


def members_of(shown: Any) -> list[str]:
    """The members that an entry shows, as `tag.member`."""
    messages = [
        (shown["action"]["type"], shown["action"]),
        *((fact["fact"], fact) for fact in shown["facts"]),
    ]
    return [f"{tag}.{member}" for tag, message in messages for member in message]
