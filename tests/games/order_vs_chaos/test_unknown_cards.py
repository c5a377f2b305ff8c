"""Event cards that stand unknown in the record, and how they get their names: OC-R85 … OC-R88."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.order_vs_chaos import GAME, actions, facts
from domain.games.order_vs_chaos.reading import dice_of
from domain.games.order_vs_chaos.rules.cards import drawn_card
from domain.games.order_vs_chaos.scoring import final_table
from domain.games.order_vs_chaos.state import Duty, State
from domain.games.order_vs_chaos.view import view
from domain.kernel import PUBLIC, TRUTH, UNKNOWN, Chance, InvalidComponents, Offer, Viewer
from domain.kernel.chance import Undeclarable
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import bots_choice, open_offers
from domain.kernel.game import decide
from domain.kernel.offers import values_of
from tests.games.order_vs_chaos.table import DEMO, OrderTable, edition, final_battle, part
from tests.games.order_vs_chaos.test_6xx_end import won
from tests.games.order_vs_chaos.test_asked_outcomes import asked
from tests.games.order_vs_chaos.test_offers_exact import accepted, offered

ORDER_EYES = (PUBLIC, Viewer("red"), Viewer("blue"))
CHAOS_EYES = (TRUTH, Viewer("black"), Viewer("white"))
KEEPS = sorted(card.id for card in DEMO.box.events.values() if card.kind == "keep")
INSTANTS = sorted(card.id for card in DEMO.box.events.values() if card.kind == "instant")


def due(table: OrderTable, seat: str = "white", n: int = 1) -> OrderTable:
    """So many event cards are due to the seat."""
    return table.given(facts.DutyRaised(Duty("draw_event", seat=seat, n=n)))


def drawn(*cards: str, seat: str = "white") -> OrderTable:
    """In black's turn the seat has drawn these cards."""
    table = OrderTable(4).turn_of("black")
    for card in cards:
        due(table, seat).do("draw_event", seat=seat, card=card)
    return table


def with_deck(table: OrderTable, *cards: str) -> OrderTable:
    """Only these are left of the event deck; the rest was played."""
    kept = {card for hero in table.state.seats.values() for card in hero.kept}
    gone = tuple(sorted(set(table.state.box.events) - {*cards} - kept))
    return table.given_state(event_deck=frozenset(cards), event_discard=gone)


def as_bytes(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def shown(table: OrderTable, seat: str = "white", viewer: Viewer = TRUTH) -> Any:
    return view(table.state, viewer)["seats"][seat]["kept"]


def values(table: OrderTable, kind: str, seat: str, parameter: str, viewer: Viewer = TRUTH) -> list[Any]:
    """What the offers of that type list for a parameter."""
    return [
        value
        for offer in GAME.offers(table.state, seat, viewer)
        if offer.type == kind and parameter in offer.parameters
        for value in values_of(offer.parameters[parameter])
    ]


# Drawing


def test_oc_r85_an_unknown_card_is_kept_and_counted():
    table = drawn(UNKNOWN)
    assert table.facts == (facts.EventDrawn("white", UNKNOWN, True, False, ("black", "white")),)
    for viewer in CHAOS_EYES:
        assert shown(table, viewer=viewer) == [UNKNOWN]
    for viewer in ORDER_EYES:
        assert shown(table, viewer=viewer) == 1
    assert view(table.state, PUBLIC)["event_deck"] == 41
    assert table.pending == []
    assert GAME.invariants(table.state) == []


def test_oc_r85_unknown_ones_stand_after_known_ones():
    assert shown(drawn(UNKNOWN, "panic", UNKNOWN, "infection_1")) == [
        "infection_1",
        "panic",
        UNKNOWN,
        UNKNOWN,
    ]


def test_oc_r85_it_is_offered_last_to_whoever_draws():
    table = due(drawn())
    for viewer in CHAOS_EYES:
        cards = values(table, "draw_event", "white", "card", viewer)
        assert cards == [*sorted(table.state.event_deck), UNKNOWN]
    action = {"type": "draw_event", "seat": "white"}
    missing = asked(table.state, action)
    assert missing is not None
    assert list(values_of(missing[1])) == cards


def test_oc_r85_what_is_drawn_next_is_asked_as_far_as_one_knows():
    table = due(drawn("panic"))
    for viewer, knows in ((Viewer("black"), True), (Viewer("red"), False)):
        missing = asked(table.state, {"type": "draw_event", "seat": "white"}, viewer)
        assert missing is not None
        assert ("panic" in values_of(missing[1])) != knows


def test_oc_r85_where_only_instants_are_left_none_is_unknown():
    table = due(with_deck(drawn(), "omen_1", "panic"))
    assert values(table, "draw_event", "white", "card") == ["omen_1", "panic", UNKNOWN]
    table.do("draw_event", seat="white", card=UNKNOWN)
    due(table, "black")
    for viewer in (*ORDER_EYES, *CHAOS_EYES):
        assert values(table, "draw_event", "black", "card", viewer) == ["omen_1"]
    table.refused("OC-507", "draw_event", seat="black", card=UNKNOWN, field="card")
    table.refused("OC-507", "draw_event", seat="black", card="panic", field="card")
    table.do("draw_event", seat="black", card="omen_1")


def test_oc_r85_where_outcomes_are_drawn_nobody_says_unknown():
    action = codec_of(GAME).action({"type": "draw_event", "seat": "white", "card": UNKNOWN})
    with pytest.raises(Undeclarable):
        decide(GAME, due(drawn()).state, action, Chance(lambda n, _: 0, may_declare=False))


def test_oc_r85_no_event_card_is_called_so():
    def renamed(document: dict[str, Any]) -> None:
        part(document, "event_cards", "panic")["id"] = UNKNOWN

    with pytest.raises(InvalidComponents, match="OC-C01"):
        edition(renamed)


def chances(state: State) -> dict[str, Fraction]:
    """How likely each card is to be drawn next: every way in which the draws can fall."""
    found: dict[str, Fraction] = defaultdict(Fraction)

    def fall(fallen: tuple[int, ...], weight: Fraction) -> None:
        wanted: list[int] = []

        def below(n: int, number: int) -> int:
            if number < len(fallen):
                return fallen[number]
            wanted.append(n)
            raise InterruptedError

        try:
            card = drawn_card(state, None, Chance(below))
        except InterruptedError:
            for value in range(wanted[0]):
                fall((*fallen, value), weight / wanted[0])
        else:
            found[card] += weight

    fall((), Fraction(1))
    return found


def decks(pool: Sequence[str], unknown: int) -> Iterator[set[str]]:
    """What may be left of the pool after so many kept cards were drawn unseen."""
    for hand in combinations([card for card in pool if card in KEEPS], unknown):
        yield {*pool} - {*hand}


@pytest.mark.parametrize("unknown", [0, 1, 2, 3])
def test_oc_507_every_card_of_the_deck_is_as_likely_beside_unknown_ones(unknown: int):
    pool = (*KEEPS[:3], *INSTANTS[:4])
    table = with_deck(drawn(), *pool)
    for _ in range(unknown):
        due(table).do("draw_event", seat="white", card=UNKNOWN)
    worlds = list(decks(pool, unknown))
    expected: dict[str, Fraction] = defaultdict(Fraction)
    for deck in worlds:
        for card in deck:
            expected[card] += Fraction(1, len(worlds) * len(deck))
    assert chances(due(table).state) == expected


# Naming


def test_oc_r86_its_owner_names_it():
    table = drawn(UNKNOWN).do("name_event", seat="white", card="panic")
    assert table.facts == (facts.EventNamed("white", "panic", ("black", "white")),)
    assert shown(table) == ["panic"]
    assert view(table.state, PUBLIC)["event_deck"] == 41
    assert as_bytes(view(table.state, TRUTH)) == as_bytes(view(drawn("panic").state, TRUTH))
    table.refused("OC-R86", "name_event", seat="white", card="infection_1", field="seat")


def test_oc_r86_in_the_turn_at_a_duty_in_a_battle_and_in_the_final_one():
    moments = [drawn(UNKNOWN), due(drawn(UNKNOWN), "black"), drawn(UNKNOWN).turn_of("red").fighting()]
    for table in moments:
        assert values(table, "name_event", "white", "card") == KEEPS
        table.do("name_event", seat="white", card="panic")
    last = final_battle(4)
    last.given(facts.EventDrawn("white", UNKNOWN, True)).do("name_event", seat="white", card="panic")


def test_oc_r86_not_before_the_game_or_after_it():
    OrderTable(4, set_up=False).refused("OC-114", "name_event", seat="white", card="panic")
    won("order").refused("OC-601", "name_event", seat="black", card="panic")


@pytest.mark.parametrize(
    ("card", "tells"),
    [("omen_1", False), ("panic", False), ("nonsense", False), ("infection_1", True), ("infection_2", True)],
)
def test_oc_r86_only_as_a_card_that_it_can_be(card: str, tells: bool):
    """An instant, one on the discard, none at all; one that black keeps, and one that it kept unknown."""
    table = drawn("infection_1", UNKNOWN, seat="black").do("name_event", seat="black", card="infection_2")
    table.given(facts.EventDrawn("black", "panic", True), facts.EventPlayed("black", "panic"))
    due(table).do("draw_event", seat="white", card=UNKNOWN)
    table.refused("OC-R86", "name_event", seat="white", card=card, field="card")
    assert table.rejection is not None
    assert table.rejection.probes == tells
    table.refused("OC-507", "play_event", seat="white", card=card, field="card")
    assert table.rejection is not None
    assert table.rejection.probes == tells


def test_oc_r86_a_seat_without_unknown_cards_names_none():
    table = drawn(UNKNOWN)
    for seat in ("black", "red", "nobody"):
        table.refused("OC-R86", "name_event", seat=seat, card="panic", field="seat")
        assert not values(table, "name_event", seat, "card")


def test_oc_r86_playing_it_names_it():
    table = drawn(UNKNOWN, seat="black").hero("black", health=1)
    heal = [{"op": "health", "seat": "black", "delta": 4}]
    assert "dark_mending_1" in values(table, "play_event", "black", "card")
    table.do("play_event", seat="black", card="dark_mending_1", effects=heal)
    assert table.facts[:2] == (
        facts.EventNamed("black", "dark_mending_1", ("black", "white")),
        facts.EventPlayed("black", "dark_mending_1"),
    )
    assert table.state.event_discard == ("dark_mending_1",)
    assert shown(table, "black") == []
    assert GAME.invariants(table.state) == []


def test_oc_r86_a_known_copy_is_played_before_an_unknown_one_is_named():
    table = drawn(UNKNOWN, "dark_mending_1", seat="black")
    heal = [{"op": "health", "seat": "black", "delta": 4}]
    table.do("play_event", seat="black", card="dark_mending_1", effects=heal)
    assert not table.found(facts.EventNamed)
    assert shown(table, "black") == [UNKNOWN]


def test_oc_r86_cancelling_a_healing_names_it():
    table = drawn(UNKNOWN).card("chicago", "healing_shrine_2").at(red="chicago").turn_of("red")
    wanted = [{"seat": "white", "card": f"infection_{number}"} for number in (1, 2, 3)]
    for viewer in (*ORDER_EYES, *CHAOS_EYES):
        assert values(table, "use_healing_shrine", "red", "cancelled_by", viewer) == wanted
    table.attempt("use_healing_shrine", seat="red", cancelled_by={"seat": "white", "card": "panic"})
    assert table.rejection is not None
    assert (table.rejection.rule, table.rejection.probes) == ("OC-519", True)
    table.do("use_healing_shrine", seat="red", cancelled_by=wanted[1])
    assert [fact.card for fact in table.found(facts.EventNamed)] == ["infection_2"]
    assert table.state.event_discard == ("infection_2",)
    assert table.chance.probed


def test_oc_r86_changing_dice_names_it():
    def by_hand(document: dict[str, Any]) -> None:
        part(document, "event_cards", "panic")["effects"] = None

    table = OrderTable(4, components=edition(by_hand)).at(black="huntington").fighting()
    table.given(facts.EventDrawn("black", UNKNOWN, True))
    table.do("select_weapons", seat="red", weapons=["wakizashi"])
    table.do("declare_targets", unit="hero:red", targets={"wakizashi": "hero:black"})
    number = dice_of(table.state, table.unit("hero:red"), "wakizashi")
    table.roll("hero:red", "wakizashi", *["1"] * number)
    change = {"unit": "hero:red", "attack": "wakizashi", "die": 0, "op": "cancel"}
    assert "panic" in values(table, "change_dice", "black", "source")
    table.attempt("change_dice", seat="black", source="infection_1", changes=[change])
    assert table.rejection is not None
    assert (table.rejection.rule, table.rejection.probes) == ("OC-433", True)
    table.do("change_dice", seat="black", source="panic", changes=[change])
    assert table.facts[:2] == (
        facts.EventNamed("black", "panic", ("black", "white")),
        facts.EventPlayed("black", "panic"),
    )


# A deck that runs out


def reshuffled() -> OrderTable:
    """White kept two cards unseen and the deck had run out; black has drawn from the new one."""
    table = with_deck(drawn(), "panic", "infection_1")
    for _ in range(2):
        due(table).do("draw_event", seat="white", card=UNKNOWN)
    assert view(table.state, PUBLIC)["event_deck"] == 0
    assert GAME.invariants(table.state) == []
    return due(table, "black")


def test_oc_r87_the_new_deck_is_the_discards_alone():
    table = reshuffled()
    cards = values(table, "draw_event", "black", "card")
    assert cards == [*sorted(table.state.event_discard), UNKNOWN]
    table.refused("OC-507", "draw_event", seat="black", card="panic")
    table.do("draw_event", seat="black", card=UNKNOWN)
    assert table.found(facts.EventDrawn)[0].reshuffled
    assert (shown(table, "white"), shown(table, "black")) == ([UNKNOWN, UNKNOWN], [UNKNOWN])
    assert [shown(table, seat, PUBLIC) for seat in ("white", "black")] == [2, 1]
    assert view(table.state, PUBLIC)["event_deck"] == 39
    assert GAME.invariants(table.state) == []


def test_oc_r87_older_cards_are_named_as_what_was_left_of_the_old_deck():
    table = reshuffled().do("draw_event", seat="black", card=UNKNOWN)
    assert values(table, "name_event", "white", "card") == ["infection_1", "panic"]
    others = [card for card in KEEPS if card not in ("infection_1", "panic")]
    assert values(table, "name_event", "black", "card") == others
    table.refused("OC-R86", "name_event", seat="black", card="panic")
    table.refused("OC-R86", "name_event", seat="white", card="infection_2")
    due(table).do("draw_event", seat="white", card=UNKNOWN)
    table.do("name_event", seat="white", card="panic").do("name_event", seat="white", card="infection_2")
    assert values(table, "name_event", "white", "card") == ["infection_1"]
    assert shown(table) == ["infection_2", "panic", UNKNOWN]
    assert GAME.invariants(table.state) == []


def test_oc_r87_where_everything_is_kept_unknown_the_duty_lapses():
    table = reshuffled().given_state(event_discard=())
    table.do("name_event", seat="white", card="panic")
    assert table.found(facts.DutyDone)[0].lapsed


# The end


def test_oc_r88_the_end_asks_for_no_names():
    table = final_battle(4).given(facts.EventDrawn("white", UNKNOWN, True))
    assert final_table(table.state)["seats"]["white"]["kept"] == [UNKNOWN]
    finished = won("order").given(facts.EventDrawn("black", UNKNOWN, True))
    assert finished.state.result is not None
    assert final_table(finished.state)["seats"]["black"]["kept"] == [UNKNOWN]
    assert GAME.standing(finished.state) == GAME.standing(won("order").state)


# Secrecy


def test_oc_803_an_unknown_card_tells_others_nothing():
    unknown, known = drawn(UNKNOWN), drawn("panic")
    for viewer in ORDER_EYES:
        told = [GAME.fact_view(table.facts[0], viewer) for table in (unknown, known)]
        assert told[0] == told[1]
        for seat in (None, *unknown.seats):
            offers = [as_bytes(GAME.offers(table.state, seat, viewer)) for table in (unknown, known)]
            assert offers[0] == offers[1]
        assert as_bytes(view(unknown.state, viewer)) == as_bytes(view(known.state, viewer))
        action = actions.DrawEvent(seat="white", card=UNKNOWN)
        assert GAME.action_view(action, viewer) == {"type": "draw_event", "seat": "white"}


def test_oc_803_nor_does_its_name():
    action = actions.NameEvent(seat="white", card="panic")
    fact = drawn(UNKNOWN).do("name_event", seat="white", card="panic").facts[0]
    for viewer in ORDER_EYES:
        assert GAME.fact_view(fact, viewer) is None
        assert GAME.action_view(action, viewer) == {"type": "name_event", "seat": "white"}
    for viewer in CHAOS_EYES:
        told = GAME.fact_view(fact, viewer)
        assert told is not None
        assert told["card"] == "panic"
    assert GAME.exposes(fact)


# Offers


def test_a_bot_says_nothing_of_cards_that_it_has_not_seen():
    table = drawn(UNKNOWN, "dark_mending_2", seat="black")
    assert ["dark_mending_1"] in [
        values_listed(offer) for offer in open_offers(GAME, table.state, table.seats)
    ]
    chosen = [bots_choice(GAME, table.state, table.seats, Random(seed)) for seed in range(300)]
    assert {action["card"] for action in chosen if action and "card" in action} == {"dark_mending_2"}


def values_listed(offer: Offer) -> list[Any]:
    """The cards that an offer of a kept card lists."""
    return list(values_of(offer.parameters["card"])) if offer.type == "play_event" else []


def test_every_card_may_be_played_named_or_cancelled_with_exactly_if_it_is_offered():
    tables = [
        drawn(UNKNOWN, "panic"),
        reshuffled(),
        drawn(UNKNOWN, seat="black"),
        drawn("infection_1", UNKNOWN),
    ]
    tables[3].card("chicago", "healing_shrine_2").at(red="chicago").turn_of("red")
    counts = Counter[bool]()
    for table in tables:
        heal = {"effects": [{"op": "health", "seat": "black", "delta": 4}]}
        for seat in table.seats:
            for card in (*table.state.box.events, UNKNOWN, "nonsense"):
                tried: list[dict[str, Any]] = [
                    {"type": kind, "seat": seat, "card": card, **more}
                    for kind, more in (("name_event", {}), ("draw_event", {}), ("play_event", heal))
                ]
                tried.append(
                    {
                        "type": "use_healing_shrine",
                        "seat": "red",
                        "cancelled_by": {"seat": seat, "card": card},
                    }
                )
                for action in tried:
                    assert accepted(table, action) == offered(table, action), action
                    counts[accepted(table, action)] += 1
    assert min(counts.values()) > 40
