"""CM-8xx: who may see what, in views, entries and offers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME, actions, facts
from domain.kernel import PUBLIC, TRUTH, Fact, Viewer
from domain.kernel.engine.entries import codec_of
from tests.games.chaosmos.table import ALIENS, EAST, NORTH, SOUTH, act, opened, table
from tests.support.given import Table
from tests.support.recorded import STAMP, library
from tests.support.recorded import opened as recorded_session

HIGH, LOW = [4, 4], [1, 1]
OTHERS = (PUBLIC, Viewer(EAST), Viewer(SOUTH))


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def view(played: Table, viewer: Viewer) -> Any:
    return as_json(GAME.view(played.state, viewer))


def shown(played: Table, viewer: Viewer) -> list[Any]:
    """The last action's facts as the viewer sees them."""
    return as_json([GAME.fact_view(fact, viewer) for fact in played.facts])


def told(played: Table, viewer: Viewer, kind: str) -> Any:
    return next(fact for fact in shown(played, viewer) if fact["fact"] == kind)


def test_cm_801_cm_819_all_see_the_open_table_and_no_more():
    played = table(3, hands={NORTH: ["ovoid"]}, controls={"ashkel": NORTH})
    public = view(played, PUBLIC)
    assert "me" not in public
    assert "truth" not in public
    assert public["seats"][NORTH] == {"alien": ALIENS[NORTH], "position": "ashkel", "hypertokens": 3}
    assert public["planets"]["ashkel"] == {
        "controller": NORTH,
        "no_take": False,
        "in_box": False,
        "flag": NORTH,
    }
    assert "ovoid" not in json.dumps(public)
    for seat in played.seats:
        mine = view(played, Viewer(seat))
        assert {key for key in mine if mine[key] != public.get(key)} == {"me"}
    assert view(played, TRUTH)["truth"]["seats"][NORTH]["hand"] == ["ovoid"]


def test_cm_802_a_hand_is_its_owners():
    played = table(3, hands={NORTH: ["ovoid"], EAST: ["hum_blade"]})
    assert view(played, Viewer(NORTH))["me"]["hand"] == ["ovoid"]
    assert "ovoid" not in json.dumps(view(played, Viewer(EAST)))


def test_cm_803_a_controlled_envelope_is_its_controllers_with_mine_for_who_activated():
    for by, mine in ((NORTH, {"mine": True}), (EAST, {})):
        played = table(
            envelopes={"ashkel": ["ovoid"]},
            face_up={"ashkel": ("warden_trap", by)},
            controls={"ashkel": NORTH},
        )
        envelope = {"planet": "ashkel", "face_down": ["ovoid"], "face_up": "warden_trap", **mine}
        assert view(played, Viewer(NORTH))["me"]["envelope"] == envelope
        assert "warden_trap" not in json.dumps(view(played, Viewer(EAST)))


def test_cm_804_an_envelope_in_the_box_is_nobodys():
    played = table(envelopes={"ashkel": ["ovoid"]}, face_up={"ashkel": ("warden_trap", NORTH)})
    for viewer in (PUBLIC, Viewer(NORTH), Viewer(EAST)):
        assert not {"ovoid", "warden_trap"} & set(json.dumps(view(played, viewer)).split('"'))


def test_cm_805_opening_shows_the_face_up_card_to_all_and_the_rest_to_one():
    played = table(3, at={NORTH: "guriwan"}, face_up={"guriwan": ("iron_vault", EAST)})
    played.play(act("control_planet", NORTH))
    for viewer in OTHERS:
        assert told(played, viewer, "envelope_opened")["face_up"] == "iron_vault"
        assert "face_down" not in told(played, viewer, "control_taken")
    assert told(played, Viewer(NORTH), "control_taken")["face_down"]


def test_cm_806_numbers_of_hidden_cards_are_shown_at_the_deal_only():
    begun = opened(2).play(act("deal_aliens", aliens={NORTH: ["drusu"], EAST: ["gazmae"]}))
    begun.when(act("deal_cards"), drawn=True).then_accepted()
    assert told(begun, PUBLIC, "cards_dealt")["envelope_sizes"]["ashkel"] == 10
    few = table(hands={NORTH: ["hum_blade"]}, envelopes={"guriwan": ["coal_fist"]})
    many = table(hands={NORTH: ["hum_blade", "mire_hook"]}, envelopes={"guriwan": ["coal_fist", "hum_blade"]})
    for viewer in (PUBLIC, Viewer(EAST)):
        assert {**view(few, viewer), "removed": 0} == {**view(many, viewer), "removed": 0}


ACCESSES = [
    act("transfer_cards", NORTH),
    act("transfer_cards", NORTH, to_hand=["hum_blade"], to_envelope=["coal_fist"]),
    act("activate_flip", NORTH, card="snare_trap", from_="hand"),
    act("activate_flip", NORTH, card="iron_vault", from_="envelope"),
]


@pytest.mark.parametrize("action", ACCESSES)
def test_cm_807_every_access_looks_the_same(action: Any):
    played = table(
        3,
        hands={NORTH: ["coal_fist", "snare_trap"]},
        envelopes={"ashkel": ["hum_blade", "iron_vault"]},
        controls={"ashkel": NORTH},
    ).play(action)
    for viewer in OTHERS:
        assert shown(played, viewer) == [{"fact": "envelope_accessed", "seat": NORTH, "planet": "ashkel"}]
        assert GAME.action_view(action, viewer) == {"type": "access_envelope", "seat": NORTH}
    assert shown(played, Viewer(NORTH))[0]["fact"] != "envelope_accessed"


@pytest.mark.parametrize("to", ["hand", "face_down"])
def test_cm_807_deactivating_is_an_access_like_any_other(to: str):
    played = table(face_up={"ashkel": ("snare_trap", EAST)}, controls={"ashkel": NORTH})
    played.play(act("deactivate_flip", NORTH, to=to))
    assert shown(played, Viewer(EAST)) == [{"fact": "envelope_accessed", "seat": NORTH, "planet": "ashkel"}]


@pytest.mark.parametrize("origin", ["hand", "envelope"])
def test_cm_808_an_activation_for_an_action_is_announced_without_its_origin(origin: str):
    cards = ["warden_trap"] if origin == "hand" else []
    inside = ["hum_blade"] if origin == "hand" else ["hum_blade", "warden_trap"]
    played = table(3, hands={NORTH: cards}, envelopes={"ashkel": inside}, controls={"ashkel": NORTH})
    action = act("activate_flip", NORTH, card="warden_trap", from_=origin)
    played.play(action)
    announced = {"fact": "flip_activated", "seat": NORTH, "planet": "ashkel", "card": "warden_trap"}
    for viewer in OTHERS:
        assert told(played, viewer, "flip_activated") == announced
        assert GAME.action_view(action, viewer) == {"type": "access_envelope", "seat": NORTH}
    assert told(played, Viewer(NORTH), "flip_activated")["origin"] == origin


def test_cm_809_what_is_public_by_name():
    trap = table(
        at={NORTH: "fennmire"}, hands={NORTH: ["spore_mask"]}, face_up={"fennmire": ("snare_trap", EAST)}
    )
    trap.play(act("control_planet", NORTH, gear="spore_mask"))
    assert told(trap, PUBLIC, "gear_revealed")["card"] == "spore_mask"
    assert told(trap, PUBLIC, "flip_triggered")["card"] == "snare_trap"
    assert told(trap, PUBLIC, "trap_voided")["card"] == "snare_trap"
    pool = ["hum_blade", "pulse_blaster", "pulse_blaster", "ion_cannon", "mind_lens", "mire_hook"]
    trade = table(hands={NORTH: ["coal_fist", "clock_wedge"]}, pool=pool)
    trade.play(act("trade_cosmic_pool", NORTH, give="coal_fist", take="hum_blade"))
    assert told(trade, PUBLIC, "pool_traded")["given"] == "coal_fist"
    trade.play(act("play_card", NORTH, card="clock_wedge", amount=1))
    assert told(trade, PUBLIC, "card_voided")["card"] == "clock_wedge"


def spoils(count: int = 3) -> Table:
    """North is to take a card of east's."""
    played = table(count, at={EAST: "ashkel"}, hands={NORTH: ["hum_blade"] * 2, EAST: ["ovoid", "coal_fist"]})
    return played.play(
        act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}),
        act("pass_combat", EAST),
        act("pass_combat", NORTH),
        act("choose_resolution", NORTH, choice="spoils"),
    )


def test_cm_810_the_winner_sees_the_losers_hand_while_it_takes():
    played = spoils()
    assert view(played, Viewer(NORTH))["pending"]["shown_hand"] == ["coal_fist", "ovoid"]
    assert told(played, Viewer(NORTH), "hand_shown")["cards"] == ["coal_fist", "ovoid"]
    for viewer in OTHERS:
        assert view(played, viewer)["pending"] == {"kind": "take_spoils", "seat": NORTH}
        assert "cards" not in told(played, viewer, "hand_shown")
    taking = act("take_spoils", NORTH, card="ovoid")
    played.play(taking)
    for viewer in (Viewer(NORTH), Viewer(EAST)):
        assert told(played, viewer, "card_taken")["card"] == "ovoid"
    assert told(played, Viewer(SOUTH), "card_taken") == {
        "fact": "card_taken",
        "seat": NORTH,
        "loser": EAST,
        "taken": True,
    }
    assert "card" not in GAME.action_view(taking, Viewer(SOUTH))
    assert "hum_blade" not in json.dumps(view(played, Viewer(EAST)))


def test_cm_811_scrying_is_in_the_history_and_in_no_later_view():
    played = table(3, hands={NORTH: ["mind_lens"], EAST: ["ovoid"]})
    before = view(played, Viewer(NORTH))
    played.play(act("play_card", NORTH, card="mind_lens", target=EAST))
    assert told(played, Viewer(NORTH), "hand_shown")["cards"] == ["ovoid"]
    after = view(played, Viewer(NORTH))
    assert after["me"] == before["me"]
    assert "ovoid" not in json.dumps(after)
    assert told(played, Viewer(SOUTH), "hand_shown") == {
        "fact": "hand_shown",
        "to": [NORTH],
        "of": EAST,
        "cause": "scry",
    }


def test_cm_812_aliens_are_dealt_and_chosen_in_secret():
    begun = opened(3, mode="standard", layout="corners")
    deal = act(
        "deal_aliens",
        aliens={NORTH: ["drusu", "ilthar"], EAST: ["gazmae", "ubrik"], SOUTH: ["vroon", "zephane"]},
    )
    begun.play(deal)
    assert told(begun, Viewer(EAST), "aliens_dealt")["aliens"] == {EAST: ["gazmae", "ubrik"]}
    assert told(begun, PUBLIC, "aliens_dealt")["aliens"] == {}
    assert as_json(GAME.action_view(deal, Viewer(EAST)))["aliens"] == {EAST: ["gazmae", "ubrik"]}
    choice = act("choose_alien", NORTH, alien="ilthar")
    begun.play(choice)
    assert told(begun, Viewer(NORTH), "alien_chosen")["alien"] == "ilthar"
    for viewer in OTHERS:
        assert "alien" not in told(begun, viewer, "alien_chosen")
        assert "alien" not in GAME.action_view(choice, viewer)
        assert view(begun, viewer)["setup"]["chosen"] == [NORTH]
        assert not {"drusu", "ilthar"} & set(json.dumps(view(begun, viewer)).split('"'))
    assert view(begun, Viewer(NORTH))["me"]["chosen_alien"] == "ilthar"


def test_cm_812_the_first_game_deals_openly():
    deal = act("deal_aliens", aliens={NORTH: ["drusu"], EAST: ["gazmae"]})
    assert as_json(GAME.action_view(deal, PUBLIC))["aliens"] == {NORTH: ["drusu"], EAST: ["gazmae"]}


def test_cm_813_the_deal_shows_each_seat_its_home_envelope():
    begun = opened(2).play(act("deal_aliens", aliens={NORTH: ["drusu"], EAST: ["gazmae"]}))
    begun.when(act("deal_cards"), drawn=True).then_accepted()
    home = list(begun.state.planets["ashkel"].face_down)
    assert told(begun, Viewer(NORTH), "cards_dealt")["envelopes"] == {"ashkel": home}
    assert told(begun, PUBLIC, "cards_dealt")["envelopes"] == {}
    complete = actions.DealCards(envelopes={"ashkel": tuple(home)}, pool_draws=())
    assert "envelopes" not in GAME.action_view(complete, Viewer(NORTH))
    preparing = act("prepare_hand", NORTH, cards=home[:2])
    begun.play(preparing)
    assert told(begun, Viewer(NORTH), "hand_prepared")["cards"] == home[:2]
    assert not {"cards", "left"} & told(begun, Viewer(EAST), "hand_prepared").keys()
    assert "cards" not in GAME.action_view(preparing, Viewer(EAST))
    assert view(begun, Viewer(EAST))["setup"]["ready"] == [NORTH]


def test_cm_814_no_view_holds_a_deck():
    begun = opened(2)
    assert "deck" not in json.dumps([view(begun, viewer) for viewer in (PUBLIC, Viewer(NORTH))])
    assert begun.state.deck == tuple(sorted(begun.state.deck)), "a multiset, not an order"


def test_cm_815_refusals_depend_on_what_their_asker_sees():
    ovoid_with_east = table(hands={EAST: ["ovoid"]}, envelopes={"guriwan": ["coal_fist"]})
    ovoid_in_guriwan = table(hands={EAST: ["coal_fist"]}, envelopes={"guriwan": ["ovoid"]})
    for action in (
        act("take_spoils", NORTH, card="ovoid"),
        act("play_card", NORTH, card="ovoid"),
        act("control_planet", NORTH, gear="spore_mask"),
        act("transfer_cards", NORTH, to_hand=["ovoid"]),
        act("attack", NORTH, target=EAST, dice={}),
    ):
        one, other = (played.when(action).rejection for played in (ovoid_with_east, ovoid_in_guriwan))
        assert one is not None
        assert other is not None
        assert (one.rule, one.message, one.field, one.probes) == (
            other.rule,
            other.message,
            other.field,
            False,
        )


def test_cm_816_offers_come_from_the_own_view():
    one = table(hands={NORTH: ["mind_lens"], EAST: ["ovoid"]}, envelopes={"guriwan": ["coal_fist"]})
    other = table(hands={NORTH: ["mind_lens"], EAST: ["coal_fist"]}, envelopes={"guriwan": ["ovoid"]})
    assert GAME.offers(one.state, NORTH, Viewer(NORTH)) == GAME.offers(other.state, NORTH, Viewer(NORTH))
    assert GAME.offers(one.state, NORTH, Viewer(EAST)) == []
    assert GAME.offers(one.state, NORTH, PUBLIC) == []


def test_cm_817_copies_have_no_identity_and_zones_no_order():
    played = table(hands={NORTH: ["mind_lens", "ember_lash", "mind_lens"]})
    assert view(played, Viewer(NORTH))["me"]["hand"] == ["ember_lash", "mind_lens", "mind_lens"]


def test_cm_818_the_current_view_never_grows_from_history():
    played = spoils().play(act("take_spoils", NORTH, card="coal_fist"))
    assert "ovoid" not in json.dumps(view(played, Viewer(NORTH)))
    assert GAME.knowledge is not None
    assert GAME.knowledge(played.state, Viewer(NORTH))["hand:east"] == ["ovoid"]
    assert GAME.knowledge(played.state, PUBLIC) is None


def test_cm_821_the_end_opens_the_winner_alone():
    played = table(clock=1, hands={EAST: ["ovoid", "coal_fist"]}).play(act("end_turn", NORTH))
    assert not GAME.opens_when_finished
    assert view(played, PUBLIC)["result"] == {"winner": EAST, "cause": "click"}
    assert "coal_fist" not in json.dumps([view(played, PUBLIC), view(played, Viewer(NORTH))])


SECRET_MEMBERS = (
    "card",
    "cards",
    "left",
    "face_down",
    "to_hand",
    "to_envelope",
    "kind",
    "frm",
    "alien",
    "hand",
)


def learned_by(fact: Fact, viewer: Viewer) -> Any:
    """What a viewer learns of a fact beyond what the public does, in the words of the recorded views."""
    mine, public = GAME.fact_view(fact, viewer), GAME.fact_view(fact, PUBLIC)
    if mine == public:
        return None
    match fact:
        case facts.AliensDealt():
            return {"aliens": sorted(fact.aliens[str(viewer.seat)])}
        case facts.AlienChosen():
            return {"alien": fact.alien}
        case facts.CardsDealt():
            return {"planet": fact.homes[str(viewer.seat)], "cards": mine["envelopes"].popitem()[1]}
        case facts.HandPrepared():
            return {"hand": mine["cards"], "left_in_envelope": mine["left"]}
        case facts.CardsTransferred():
            to_hand, to_envelope = mine.get("to_hand", []), mine.get("to_envelope", [])
            return {"kind": "transfer", "to_hand": to_hand, "to_envelope": to_envelope}
        case facts.FlipActivated(announced=True):
            return {"frm": mine["origin"]}
        case facts.FlipActivated():
            return {"kind": "activate", "card": mine["card"], "frm": mine["origin"]}
        case facts.FlipDeactivated():
            return {"kind": "deactivate", "to": mine["to"]}
        case facts.ControlTaken() | facts.PlanetShown():
            return {"face_down": mine["face_down"], "face_up": mine.get("face_up")}
        case facts.HandShown():
            return {"hand": mine["cards"]}
        case _:
            return {"card": mine["card"]}


@pytest.mark.parametrize(
    "recorded",
    [path for path in library("chaosmos") if path.with_suffix(".views.json").exists()],
    ids=lambda path: path.stem,
)
def test_every_entry_tells_each_seat_what_the_recorded_views_say(recorded: Path):
    wanted = {
        e["entry"]: e for e in json.loads(recorded.with_suffix(".views.json").read_text())["entry_views"]
    }
    opening, *lines = map(json.loads, recorded.read_text().splitlines())
    session, draft = recorded_session(GAME, opening)
    for number, action in enumerate(lines, start=2):
        entry, _ = draft.record(action, STAMP, None)
        happened = codec_of(GAME).facts.decode(entry.facts)
        for seat in (seat["seat"] for seat in session.opened.seats):
            told_here = [learned_by(fact, Viewer(seat)) for fact in happened]
            expected = wanted.get(number, {})
            events = expected.get(seat, expected.get("public", []))
            told_there = [event["private"] for event in events if "private" in event]
            assert json.loads(msgspec.json.encode([it for it in told_here if it])) == told_there, (
                number,
                seat,
            )
