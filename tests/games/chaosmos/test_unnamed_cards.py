"""CM-R31: cards that nobody who records has seen lie unnamed, are named when used, and move unnamed."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chaosmos import GAME
from domain.games.chaosmos.facts import CardsNamed, CardsUnnamed, CardTaken, GameEnded, OvoidAwaited
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Chance, Viewer
from domain.kernel.chance import Undeclarable, as_json
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.offers import covers
from domain.kernel.rejection import against_the_rules
from domain.kernel.session import NotComputable
from tests.games.chaosmos.table import DEMO, EAST, NORTH, act, card_of, components, hand, opened, sound, table
from tests.games.chaosmos.test_1xx_setup import DUEL, aliens_dealt, chosen
from tests.games.chaosmos.test_against_the_rules import under_way
from tests.support.asked import next_asked
from tests.support.given import Table
from tests.support.recorded import STAMP

HIGH, LOW = [4, 4], [1, 1]
TWO = [UNKNOWN, UNKNOWN]
BLADES = DEMO.box.cards["hum_blade"].count


def inside(played: Table, planet: str) -> tuple[str, ...]:
    cards: tuple[str, ...] = played.state.planets[planet].face_down
    return cards


def probed(played: Table) -> bool:
    """Whether the refusal says that only hidden cards could have refused it."""
    assert played.rejection is not None
    return played.rejection.probes


def unseen_deal(begun: Table, **named: list[str]) -> Any:
    """A deal of which nobody who records saw an envelope, but for these."""
    asked = next_asked(GAME, begun.state, {"type": "deal_cards"})
    assert asked is not None
    draws = [card for card in asked[1].values if card != "ovoid"][:6]  # type: ignore[union-attr]
    envelopes: dict[str, list[str]] = {}
    while (asked := next_asked(GAME, begun.state, deal_of(draws, envelopes))) is not None:
        planet = asked[0].partition("/")[2]
        envelopes[planet] = named.get(planet, [UNKNOWN] * asked[1].least)  # type: ignore[union-attr]
    return deal_of(draws, envelopes)


def deal_of(draws: list[str], envelopes: dict[str, list[str]]) -> Any:
    return {"type": "deal_cards", "pool_draws": draws, "envelopes": envelopes}


def test_a_deal_is_declared_unseen_and_hands_are_taken_of_it():
    begun = chosen(2)
    sound(begun.when(unseen_deal(begun)))
    home = begun.state.alien_of(NORTH).home
    assert inside(begun, home) == (UNKNOWN,) * 10
    sound(begun.when(act("prepare_hand", NORTH, cards=["ovoid", *TWO])))
    assert hand(begun, NORTH) == ("ovoid", *TWO)
    assert inside(begun, home) == (UNKNOWN,) * 7
    begun.when(act("prepare_hand", EAST, cards=["ovoid"])).then_rejected("CM-119", field="cards")
    assert probed(begun)
    sound(begun.when(act("prepare_hand", EAST, cards=["hum_blade"] * BLADES)))


def test_cm_r31_whoever_holds_unnamed_cards_is_offered_to_name_them_and_nobody_else():
    played = table(hands={NORTH: [UNKNOWN, "hum_blade"], EAST: ["ion_cannon"]}, unseen=["coal_fist"])
    naming = act("name_cards", NORTH, place="hand", cards=["coal_fist"])
    [offer] = [one for one in GAME.offers(played.state, NORTH, TRUTH) if one.type == "name_cards"]
    assert covers(offer, as_json(naming))
    assert not any(one.type == "name_cards" for one in GAME.offers(played.state, EAST, TRUTH))
    played.play(naming)
    assert not any(one.type == "name_cards" for one in GAME.offers(played.state, NORTH, TRUTH))


def test_the_pool_lies_open_and_a_deal_is_never_drawn_unseen():
    begun = chosen(2)
    deal = unseen_deal(begun)
    pool = {**deal, "pool_draws": [UNKNOWN, *deal["pool_draws"][1:]]}
    begun.when(pool).then_rejected("CM-113", field="pool_draws")
    begun.when(act("deal_cards"), drawn=True).then_accepted()
    assert UNKNOWN not in repr(begun.state.planets)


def test_nothing_is_declared_unseen_where_every_outcome_is_drawn():
    begun = chosen(2)
    strict = Chance(lambda n, _: 0, may_declare=False)
    with pytest.raises(Undeclarable):
        decide(GAME, begun.state, act("deal_cards", envelopes=unseen_deal(begun)["envelopes"]), strict)


def test_a_seat_is_asked_for_its_home_envelope_and_sees_no_other():
    begun = chosen(2)
    deal = unseen_deal(begun)
    homes = {seat: begun.state.alien_of(seat).home for seat in begun.seats}
    for planet in sorted(begun.state.planets):
        earlier = {name: cards for name, cards in deal["envelopes"].items() if name < planet}
        asked = deal_of(deal["pool_draws"], earlier)
        for seat, home in homes.items():
            _, of = next_asked(GAME, begun.state, asked, Viewer(seat)) or ("", None)
            assert ({*of.values} == {UNKNOWN}) == (home != planet)  # type: ignore[union-attr]
            assert of.values[-1] == UNKNOWN  # type: ignore[union-attr]


def test_a_seats_phone_records_a_deal_in_which_it_names_no_card_but_its_own():
    begun = chosen(2)
    home = begun.state.alien_of(NORTH).home
    asked = next_asked(GAME, begun.state, deal_of(unseen_deal(begun)["pool_draws"], {}))
    assert asked is not None
    assert GAME.recorders is not None
    seen = {home: list(asked[1].values[:10])}  # type: ignore[union-attr]
    assert GAME.recorders(begun.state, unseen_deal(begun)) == (NORTH, EAST)
    assert GAME.recorders(begun.state, unseen_deal(begun, **seen)) == (NORTH,)
    other = {begun.state.alien_of(EAST).home: [seen[home][0], *[UNKNOWN] * 9]}
    assert GAME.recorders(begun.state, unseen_deal(begun, **other)) == (EAST,)
    both = {home: [*seen[home][1:], UNKNOWN], **other}
    assert GAME.recorders(begun.state, unseen_deal(begun, **both)) == ()


def test_aliens_dealt_in_secret_may_be_unknown_and_the_one_kept_is_named():
    begun = aliens_dealt(2, **DUEL)
    sound(begun.when(act("deal_aliens", aliens={NORTH: TWO, EAST: ["gazmae", UNKNOWN]})))
    begun.when(act("choose_alien", NORTH, alien=UNKNOWN)).then_rejected("CM-103", field="alien")
    begun.when(act("choose_alien", NORTH, alien="quessil")).then_rejected("CM-103")
    assert not probed(begun), "the pair of drusu and quessil is out of the game, as all know"
    begun.when(act("choose_alien", NORTH, alien="gazmae")).then_rejected("CM-103")
    assert probed(begun)
    sound(begun.when(act("choose_alien", NORTH, alien="vroon")))
    assert begun.state.seats[NORTH].dealt == (UNKNOWN, "vroon")
    sound(begun.when(act("choose_alien", EAST, alien="gazmae")))
    assert {player.alien for player in begun.state.seats.values()} == {"vroon", "gazmae"}
    open_deal = opened(2).when(act("deal_aliens", aliens={NORTH: [UNKNOWN], EAST: ["gazmae"]}))
    open_deal.then_rejected("CM-102", field="aliens")


def test_a_seats_phone_declares_the_aliens_of_no_other():
    begun = aliens_dealt(2, **DUEL)
    assert GAME.recorders is not None
    for aliens, recorders in (
        ({NORTH: TWO, EAST: TWO}, (NORTH, EAST)),
        ({NORTH: ["vroon", UNKNOWN], EAST: TWO}, (NORTH,)),
        ({NORTH: ["vroon", UNKNOWN], EAST: ["gazmae", UNKNOWN]}, ()),
    ):
        assert GAME.recorders(begun.state, {"type": "deal_aliens", "aliens": aliens}) == recorders
    (offer,) = GAME.offers(begun.state, None, Viewer(NORTH))
    parts: Any = offer.parameters["aliens"].of.keys  # type: ignore[union-attr]
    assert {*parts[EAST].values} == {UNKNOWN}
    assert {"vroon", UNKNOWN} <= {*parts[NORTH].values}


def test_a_card_that_is_played_is_named_by_it():
    played = table(hands={NORTH: [*TWO, "relic_shard"]}, unseen=["mind_lens", "hum_blade"])
    sound(played.when(act("play_card", NORTH, card="mind_lens", target=EAST)))
    assert played.facts[0] == CardsNamed("hand:north", ("mind_lens",), (NORTH,))
    assert hand(played, NORTH) == ("mind_lens", "relic_shard", UNKNOWN)
    assert played.chance.probed, "that no one else was known to hold it could be asked for in secret"
    played.when(act("play_card", NORTH, card="mind_lens", target=EAST)).then_accepted()
    assert not any(isinstance(fact, CardsNamed) for fact in played.facts), "it has a name by now"
    assert not played.chance.probed


def test_a_card_that_cannot_be_there_is_refused_and_the_table_told():
    played = table(hands={NORTH: [UNKNOWN], EAST: ["mind_lens"] * 3}, unseen=["hum_blade"])
    played.when(act("play_card", NORTH, card="mind_lens", target=EAST)).then_rejected("CM-344", field="card")
    assert probed(played), "only what east holds refuses it"
    for card in ("nonsense", UNKNOWN):
        played.when(act("play_card", NORTH, card=card, target=EAST)).then_rejected("CM-344", field="card")
        assert not probed(played)
    played.given_state(seats={**played.state.seats, NORTH: played.state.seats[EAST]})
    known = table(hands={NORTH: ["relic_shard"]})
    known.when(act("play_card", NORTH, card="mind_lens", target=EAST)).then_rejected("CM-344")
    assert not probed(known)


def test_what_is_named_twice_needs_two_copies():
    played = table(hands={NORTH: [*TWO, "relic_shard"]}, unseen=["hypertube", "hum_blade"])
    twice = act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card="hypertube")
    played.when(twice).then_rejected("CM-526", field="sent_card")
    sound(played.when(act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card="hum_blade")))
    assert hand(played, NORTH) == ("hypertube", "relic_shard")


def test_gear_is_named_as_it_is_shown():
    played = table(at={NORTH: "fennmire"}, hands={NORTH: [UNKNOWN]}, unseen=["spore_mask"])
    played.when(act("control_planet", NORTH)).then_rejected("CM-331", field="gear")
    sound(played.when(act("control_planet", NORTH, gear="spore_mask")))
    assert hand(played, NORTH) == ("spore_mask",)


def test_a_trade_names_the_card_that_is_given():
    played = table(hands={NORTH: [UNKNOWN]}, unseen=["ovoid"])
    sound(played.when(act("trade_cosmic_pool", NORTH, give="ovoid", take=played.state.pool[0])))
    assert "ovoid" in played.state.pool


def test_combat_cards_are_named_as_they_are_played():
    played = table(at={EAST: "ashkel"}, hands={EAST: TWO}, unseen=["hum_blade", "mire_hook"])
    played.play(act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}))
    sound(played.when(act("play_combat_card", EAST, card="hum_blade")))
    assert hand(played, EAST) == (UNKNOWN,)
    sound(played.play(act("pass_combat", EAST)).when(act("pass_combat", NORTH)))
    assert hand(played, EAST) == ("hum_blade", UNKNOWN), "it is back, and still has its name"


def test_a_flip_card_is_named_as_it_is_activated():
    played = table(
        controls={"ashkel": NORTH},
        envelopes={"ashkel": TWO},
        hands={NORTH: ["relic_shard"]},
        unseen=["snare_trap", "hum_blade"],
    )
    played.when(act("activate_flip", NORTH, card=UNKNOWN, from_="envelope")).then_rejected("CM-510")
    sound(played.when(act("activate_flip", NORTH, card="snare_trap", from_="envelope")))
    assert played.state.planets["ashkel"].face_up == "snare_trap"
    played.when(act("activate_flip", NORTH, card="snare_trap", from_="hand")).then_rejected("CM-344")
    assert not probed(played), "that hand has no unnamed card"


def access(**given: Any) -> Table:
    """North at home with its envelope."""
    return table(controls={"ashkel": NORTH}, **given)


def test_cards_move_unnamed_between_hand_and_envelope():
    played = access(
        hands={NORTH: TWO},
        envelopes={"ashkel": [*TWO, UNKNOWN]},
        unseen=["hum_blade"] * 2 + ["mind_lens"] * 2 + ["ovoid"],
    )
    sound(played.when(act("transfer_cards", NORTH, to_hand=TWO, to_envelope=[UNKNOWN])))
    assert (len(hand(played, NORTH)), len(inside(played, "ashkel"))) == (3, 2)
    sound(played.when(act("transfer_cards", NORTH, to_hand=["ovoid"], to_envelope=[UNKNOWN])))
    assert hand(played, NORTH) == ("ovoid", *TWO)
    played.when(act("transfer_cards", NORTH, to_hand=TWO, to_envelope=[])).then_rejected("CM-343")
    played.when(act("transfer_cards", NORTH, to_envelope=[UNKNOWN] * 4)).then_rejected("CM-344")


def test_what_may_have_left_unnamed_is_named_no_more():
    cards = ["hum_blade", "hum_blade", "mind_lens", UNKNOWN]
    played = access(hands={NORTH: cards}, envelopes={"ashkel": ["relic_shard"]}, unseen=["ovoid"])
    sound(played.when(act("transfer_cards", NORTH, to_envelope=[UNKNOWN])))
    played.then_includes(CardsUnnamed("hand:north", ("hum_blade", "mind_lens"), (NORTH,)))
    assert hand(played, NORTH) == ("hum_blade", *TWO), "one of the two blades did not leave"
    assert inside(played, "ashkel") == ("relic_shard", UNKNOWN)
    sound(played.when(act("transfer_cards", NORTH, to_envelope=["hum_blade", "hum_blade"])))
    sound(played.when(act("name_cards", NORTH, place="hand", cards=["ovoid"])))
    assert hand(played, NORTH) == ("ovoid",)


def test_cards_leave_unnamed_where_hand_or_envelope_hold_one_and_nowhere_else():
    played = access(
        hands={NORTH: ["hum_blade", "mind_lens"]},
        envelopes={"ashkel": ["relic_shard", UNKNOWN]},
        unseen=["ovoid"],
    )
    sound(played.when(act("transfer_cards", NORTH, to_envelope=[UNKNOWN])))
    assert hand(played, NORTH) == (UNKNOWN,), "either may be left"
    known = access(hands={NORTH: ["hum_blade"], EAST: [UNKNOWN]}, unseen=["ovoid"])
    known.when(act("transfer_cards", NORTH, to_envelope=[UNKNOWN])).then_rejected("CM-344")


def test_a_card_that_all_see_to_stay_keeps_its_name():
    played = table(hands={NORTH: ["hypertube", "mind_lens", UNKNOWN]}, unseen=["ovoid"])
    sound(played.when(act("play_card", NORTH, card="hypertube", planet="guriwan", sent_card=UNKNOWN)))
    assert hand(played, NORTH) == ("hypertube", UNKNOWN)
    assert UNKNOWN in inside(played, "guriwan")


def spoils(*cards: str, own: list[str] | None = None, unseen: list[str]) -> Table:
    """North has beaten east and takes a card from its hand."""
    hands = {EAST: [*cards], NORTH: own or []}
    played = table(3, at={EAST: "ashkel"}, hands=hands, unseen=unseen).play(
        act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}),
        act("pass_combat", EAST),
        act("pass_combat", NORTH),
        act("choose_resolution", NORTH, choice="spoils"),
    )
    return sound(played)


def test_spoils_are_taken_and_given_back_by_name_or_unnamed():
    played = spoils(*TWO, "mind_lens", unseen=["ovoid", "hum_blade"])
    sound(played.when(act("take_spoils", NORTH, card=UNKNOWN)))
    assert played.facts[-2:-1] == (CardTaken(NORTH, EAST, UNKNOWN),)
    assert (hand(played, NORTH), hand(played, EAST)) == ((UNKNOWN,), (UNKNOWN, UNKNOWN))
    named = spoils(*TWO, "mind_lens", unseen=["ovoid", "hum_blade"])
    sound(named.when(act("take_spoils", NORTH, card="ovoid")))
    named.then_includes(CardsNamed("hand:east", ("ovoid",), (EAST, NORTH)))
    full = spoils(
        "mind_lens",
        own=[UNKNOWN] * 7,
        unseen=["hum_blade"] * 2 + ["relic_shard"] * 3 + ["ovoid", "mire_hook"],
    )
    sound(full.when(act("take_spoils", NORTH, card="mind_lens")))
    sound(full.when(act("give_back", NORTH, card=UNKNOWN)))
    assert hand(full, NORTH) == (UNKNOWN,) * 7, "it may be the one just taken"
    assert hand(full, EAST) == (UNKNOWN,)


def test_an_unnamed_hand_is_shown_as_such_and_places_no_card():
    played = spoils(*TWO, "mind_lens", unseen=["ovoid", "hum_blade"])
    view = GAME.view(played.state, Viewer(NORTH))
    assert view["pending"]["shown_hand"] == ["mind_lens", *TWO]
    assert GAME.knowledge is not None
    assert GAME.knowledge(played.state, Viewer(NORTH))["hand:east"] == ["mind_lens"]
    played.play(act("take_spoils", NORTH, card=UNKNOWN))
    assert "hand:east" not in GAME.knowledge(played.state, Viewer(NORTH))


def test_a_text_names_the_card_that_it_moves():
    box = components(lambda tree: card_of(tree, "relic_shard").update(effects=[{"effect": "manual"}]))

    def moved(card: str, to: str, **given: Any) -> Table:
        played = table(
            box=box, hands={NORTH: ["relic_shard"], EAST: [*TWO, "mind_lens"]}, unseen=["ovoid", "hum_blade"]
        )
        delta = {"delta": "move_card", "card": card, "from": "hand:east", "to": to, **given}
        return played.when(act("play_card", NORTH, card="relic_shard", deltas=[delta]))

    assert "ovoid" in sound(moved("ovoid", "void")).state.void
    taken = sound(moved(UNKNOWN, "hand:north"))
    assert (hand(taken, NORTH), hand(taken, EAST)) == (("relic_shard", UNKNOWN), (UNKNOWN, UNKNOWN))
    moved(UNKNOWN, "void").then_rejected("CM-530", field="deltas")
    gone = moved("coal_fist", "void")
    gone.then_rejected("CM-530", field="deltas")
    assert probed(gone)


def test_a_seat_names_its_cards_at_any_time():
    played = access(
        hands={NORTH: TWO, EAST: ["ovoid"]},
        envelopes={"ashkel": [UNKNOWN]},
        unseen=["hum_blade", "mind_lens", "relic_shard"],
        active=EAST,
    )
    sound(played.when(act("name_cards", NORTH, place="hand", cards=["mind_lens"])))
    played.then(CardsNamed("hand:north", ("mind_lens",), (NORTH,)))
    sound(played.when(act("name_cards", NORTH, place="envelope", cards=["relic_shard"])))
    assert inside(played, "ashkel") == ("relic_shard",)
    refused = [
        (act("name_cards", NORTH, place="hand", cards=[]), "cards"),
        (act("name_cards", NORTH, place="hand", cards=["hum_blade", "hum_blade"]), "cards"),
        (act("name_cards", NORTH, place="hand", cards=[UNKNOWN]), "cards"),
        (act("name_cards", NORTH, place="envelope", cards=["hum_blade"]), "cards"),
        (act("name_cards", EAST, place="hand", cards=["hum_blade"]), "cards"),
        (act("name_cards", EAST, place="envelope", cards=["hum_blade"]), "place"),
        (act("name_cards", "nobody", place="hand", cards=["hum_blade"]), "seat"),
    ]
    for action, field in refused:
        played.when(action).then_rejected("CM-R31", field=field)
        assert not probed(played)
    played.when(act("name_cards", NORTH, place="hand", cards=["ovoid"])).then_rejected("CM-R31")
    assert probed(played)
    sound(played.when(act("name_cards", NORTH, place="hand", cards=["hum_blade"])))


def test_others_are_told_of_a_naming_nothing_but_that_it_was():
    action = act("name_cards", NORTH, place="hand", cards=["mind_lens"])
    played = table(hands={NORTH: TWO}, unseen=["hum_blade", "mind_lens"]).play(action)
    for viewer in (PUBLIC, Viewer(EAST)):
        assert GAME.action_view(action, viewer) == {"type": "name_cards", "seat": NORTH}
        assert [GAME.fact_view(fact, viewer) for fact in played.facts] == [None]
    assert GAME.fact_view(played.facts[0], Viewer(NORTH)) == GAME.fact_view(played.facts[0], TRUTH)


def last_turn(**given: Any) -> Table:
    return table(clock=1, **given).when(act("end_turn", NORTH))


def test_at_clock_0_the_ovoid_is_shown_where_it_is_not_named():
    played = sound(last_turn(hands={EAST: TWO, NORTH: [UNKNOWN]}, unseen=["ovoid", "mind_lens", "hum_blade"]))
    played.then_includes(OvoidAwaited("click"))
    assert not GAME.is_finished(played.state)
    assert not GAME.standing(played.state).finished
    for action in (act("begin_turn", EAST), act("name_cards", EAST, place="hand", cards=["ovoid"])):
        played.when(action).then_rejected("CM-601")
    played.when(act("show_ovoid")).then_rejected("CM-603", field="holder")
    assert probed(played), "there is no unnamed card but in hands"
    played.when(act("show_ovoid", holder="nobody")).then_rejected("CM-602", field="holder")
    sound(played.when(act("show_ovoid", holder=EAST)))
    played.then(CardsNamed("hand:east", ("ovoid",), (EAST,)), GameEnded(EAST, "click"))
    assert GAME.is_finished(played.state)
    assert GAME.standing(played.state).winners == (EAST,)


def test_at_clock_0_nobody_may_have_the_ovoid():
    unseen = ["ovoid", "mind_lens"]
    played = last_turn(hands={EAST: [UNKNOWN]}, envelopes={"guriwan": [UNKNOWN]}, unseen=unseen)
    played.when(act("show_ovoid", holder=NORTH)).then_rejected("CM-602", field="holder")
    assert probed(played)
    sound(played.when(act("show_ovoid")))
    assert GAME.standing(played.state).winners == ()


def test_the_ovoid_is_not_awaited_where_it_is_named_or_can_be_in_no_hand():
    named = last_turn(hands={EAST: ["ovoid", UNKNOWN]}, unseen=["mind_lens"])
    named.then_includes(GameEnded(EAST, "click"))
    away = last_turn(envelopes={"guriwan": [UNKNOWN]}, unseen=["ovoid"])
    away.then_includes(GameEnded(None, "click"))
    running = table(hands={EAST: [UNKNOWN]}, unseen=["ovoid"])
    running.when(act("show_ovoid", holder=EAST)).then_rejected("CM-601")


def test_a_card_that_takes_the_clock_to_0_leaves_the_ovoid_to_be_shown():
    played = table(clock=1, hands={NORTH: ["clock_wedge", UNKNOWN]}, unseen=["ovoid"])
    sound(played.when(act("play_card", NORTH, card="clock_wedge", amount=1)))
    played.then_includes(OvoidAwaited("card"))
    sound(played.when(act("show_ovoid", holder=NORTH)))
    assert played.state.result is not None
    assert (played.state.result.winner, played.state.result.cause) == (NORTH, "card")


def test_whose_hand_may_hold_the_ovoid_is_not_told_by_the_offer():
    played = last_turn(hands={EAST: [UNKNOWN]}, unseen=["ovoid"])
    offers = [GAME.offers(played.state, None, viewer) for viewer in (PUBLIC, Viewer(NORTH), TRUTH)]
    assert offers[0] == offers[1]
    (exact,) = offers[2]
    assert exact.parameters["holder"].values == (EAST,)  # type: ignore[union-attr]
    assert GAME.recorders is not None
    assert GAME.recorders(played.state, {"type": "show_ovoid"}) == (NORTH, EAST)


def test_what_is_recorded_against_the_rules_names_no_card_that_lies_elsewhere():
    draft = under_way()
    state = draft.position.state
    home = state.alien_of(NORTH).home
    there = state.planets[home].face_down[0]
    unseen = {"fact": "cards_unnamed", "zone": f"envelope:{home}", "cards": [there], "known_to": []}
    draft.correct([unseen], "nobody saw it", STAMP)
    assert UNKNOWN in draft.position.state.planets[home].face_down
    elsewhere = next(card for card in state.pool if state.box.cards[card].count == state.pool.count(card))
    with pytest.raises(NotComputable):
        draft.record(taking(elsewhere), STAMP, None, reason="really")
    draft.record(taking(there), STAMP, None)
    assert draft.position.state.seats[NORTH].hand == (there,)


@pytest.mark.parametrize("named", [{}, {"gear": "spore_mask"}])
def test_a_rule_is_noted_once_where_no_card_lies_unnamed(named: dict[str, str]):
    played = table(at={NORTH: "fennmire"}, hands={NORTH: ["hum_blade"]})
    with against_the_rules() as noted:
        decide(GAME, played.state, codec_of(GAME).action(act("control_planet", NORTH, **named)), Chance())
    assert [one.rule for one in noted] == ["CM-331"]


def taking(card: str) -> dict[str, Any]:
    return {"type": "transfer_cards", "seat": NORTH, "to_hand": [card]}
