"""Statements on who may know what, and what follows from them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game_template import GAME as TEMPLATE
from domain.games import REGISTRY
from domain.kernel import (
    IN_PART,
    KEPT,
    OPEN,
    PUBLIC,
    SHOWN,
    TRUTH,
    Fact,
    Game,
    PublicAction,
    PublicFact,
    PublicSeatAction,
    SeatAction,
    Secrecy,
    Statement,
    Viewer,
    dealt_to_each,
    each_to_its_seat,
    known_to,
    said,
    told_to,
)
from domain.kernel.secrecy import NOTHING_SAID
from tests.support.reef import REEF, HidePearl, PearlHidden

RED, BLUE = Viewer("red"), Viewer("blue")


class Passed(Fact, frozen=True, tag="passed"):
    """Cards went from one seat to another, and `witness` looked on."""

    seat: str
    to: str
    cards: tuple[str, ...] = ()
    openly: bool = False
    witness: tuple[str, ...] = ()


class Dealt(Fact, frozen=True, tag="dealt"):
    hands: dict[str, tuple[str, ...]] | None = None


class Struck(PublicFact, frozen=True, tag="struck"):
    seat: str
    hours: tuple[int, ...] = ()


class Strike(PublicSeatAction, frozen=True, tag="strike"):
    hours: tuple[int, ...] | None = None


def openly(fact: Passed) -> bool:
    return fact.openly


def of(statement: Statement) -> Secrecy:
    return Secrecy({}, {Passed: statement, Dealt: statement})


HUSH = Passed("red", "blue", ("sun-1", "sun-2"), witness=("green",))
LOUD = Passed("red", "blue", ("sun-1",), openly=True)


def seen(statement: Statement, viewer: Viewer, fact: Fact = HUSH) -> Any:
    return of(statement).view(fact, viewer)


def passed(**members: Any) -> Statement:
    names = [name for name in ("seat", "to", "openly", "witness", "cards") if name not in members]
    return said(*names, **members)


def test_what_is_open_is_shown_as_it_is():
    assert seen(passed(), PUBLIC) == seen(passed(), TRUTH) == seen(passed(cards=SHOWN), PUBLIC)
    assert seen(passed(), PUBLIC)["cards"] == ("sun-1", "sun-2")


@pytest.mark.parametrize("statement", [known_to("seat"), told_to("seat")])
def test_a_member_is_for_the_seats_that_another_names(statement: Any):
    assert seen(passed(cards=statement), RED)["cards"] == ("sun-1", "sun-2")
    for viewer in (PUBLIC, BLUE):
        assert seen(passed(cards=statement), viewer) == {
            "fact": "passed",
            "seat": "red",
            "to": "blue",
            "witness": ("green",),
        }


def test_several_members_may_name_them_and_one_member_several_seats():
    cards = passed(cards=known_to("seat", "witness"))
    assert all("cards" in seen(cards, viewer) for viewer in (RED, Viewer("green"), TRUTH))
    assert not any("cards" in seen(cards, viewer) for viewer in (BLUE, PUBLIC))


def test_a_seat_without_a_name_is_nobody():
    unseated = Passed("red", "blue", ("sun-1",))
    assert "cards" not in seen(passed(cards=known_to("witness")), PUBLIC, unseated)


def test_what_is_kept_is_for_who_sees_all():
    assert "cards" in seen(passed(cards=KEPT), TRUTH)
    assert not any("cards" in seen(passed(cards=KEPT), viewer) for viewer in (RED, BLUE, PUBLIC))


def test_a_member_without_a_statement_is_for_who_sees_all():
    unstated = said("seat", "to", "openly", "witness")
    assert "cards" in seen(unstated, TRUTH)
    assert not any("cards" in seen(unstated, viewer) for viewer in (RED, BLUE, PUBLIC))
    assert list(of(unstated).unstated([Passed])) == [(Passed, "cards")]
    assert [name for _, name in Secrecy({}, {}).unstated([Passed])] == [*Passed.__struct_fields__]


def test_a_message_without_a_statement_shows_its_name_alone():
    assert Secrecy({}, {}).view(HUSH, RED) == {"fact": "passed"}


def test_a_public_message_is_shown_whole_without_a_statement():
    fact, action = Struck("red", (1, 2)), Strike(seat="red", hours=(1, 2))
    for viewer in (PUBLIC, RED, BLUE, TRUTH):
        assert Secrecy({}, {}).view(fact, viewer) == {"fact": "struck", "seat": "red", "hours": (1, 2)}
        assert Secrecy({}, {}).view(action, viewer) == {"type": "strike", "seat": "red", "hours": (1, 2)}
        assert Secrecy({}, {}).proven(fact, viewer) == {"fact", "seat", "hours"}
    assert not Secrecy({}, {}).exposes(fact)
    assert not Secrecy({}, {}).tells_more(fact, "red", ())
    assert not Secrecy({}, {}).hides(action, "hours/0")
    assert list(Secrecy({}, {}).unstated([Struck, Strike])) == []


def test_a_statement_on_a_public_message_is_found_and_goes_before_its_base_class():
    """Two that say different things: the message is shown as narrowly as the statement has it."""
    both = Secrecy({}, {Struck: said("seat", hours=known_to("seat"))})
    assert list(both.stated_though_public()) == [Struck]
    assert both.view(Struck("red", (1,)), BLUE) == {"fact": "struck", "seat": "red"}
    assert list(Secrecy({}, {Struck: said("seat")}).unstated([Struck])) == [(Struck, "hours")]


def test_a_public_action_of_a_seat_is_an_action_of_a_seat():
    assert issubclass(PublicSeatAction, SeatAction)
    assert issubclass(PublicSeatAction, PublicAction)


def test_a_statement_may_depend_on_the_message():
    open_when_loud = passed(cards=known_to("seat").when(lambda fact: not fact.openly))
    assert seen(open_when_loud, PUBLIC, LOUD)["cards"] == ("sun-1",)
    assert "cards" not in seen(open_when_loud, PUBLIC)
    told_when_loud = passed(cards=KEPT.when(openly, known_to("seat")))
    assert "cards" not in seen(told_when_loud, RED, LOUD)
    assert "cards" in seen(told_when_loud, RED)


def test_others_may_be_told_a_number_and_all_something_open():
    counted = passed(cards=told_to("seat").counted("count"))
    assert seen(counted, BLUE)["count"] == 2
    assert "count" not in seen(counted, RED)
    beside = passed(cards=told_to("seat").with_open(lambda cards, fact, viewer: {"any": bool(cards)}))
    assert seen(beside, BLUE)["any"] is seen(beside, RED)["any"] is True
    assert "any" not in seen(beside, TRUTH)
    in_part = passed(cards=IN_PART.telling(lambda cards, fact, viewer: {"first": cards[0]}))
    assert seen(in_part, RED)["first"] == "sun-1"


@pytest.mark.parametrize("each", [each_to_its_seat, dealt_to_each])
def test_each_seat_has_its_own_part(each: Any):
    dealt = Dealt({"red": ("sun-1",), "blue": ("sun-2", "sun-3")})
    assert seen(said(hands=each("hands")), RED, dealt)["hands"] == {"red": ("sun-1",)}
    assert seen(said(hands=each("hands")), PUBLIC, dealt)["hands"] == {}
    assert seen(said(hands=each("hands", len)), RED, dealt)["hands"] == {"red": ("sun-1",), "blue": 2}
    assert seen(said(hands=each("hands")), RED, Dealt()) == {"fact": "dealt"}
    assert of(said(hands=each("hands"))).exposes(dealt) == (each is dealt_to_each)


def test_who_may_not_know_all_may_see_another_message_or_none():
    disguised = passed(cards=known_to("seat")).disguised("touched")
    assert [seen(disguised, viewer)["fact"] for viewer in (RED, BLUE, TRUTH)] == [
        "passed",
        "touched",
        "passed",
    ]
    assert of(disguised).names((Passed,)) == {"passed", "touched"}
    assert of(passed()).names((Passed,)) == {"passed"}
    at_times = passed(cards=known_to("seat")).disguised("touched", openly)
    assert [seen(at_times, BLUE, fact)["fact"] for fact in (HUSH, LOUD)] == ["passed", "touched"]
    unseen = said("seat", "to", "openly", "witness", unseen=True, cards=known_to("seat"))
    assert seen(unseen, BLUE) is None
    assert seen(unseen, RED) is not None


def test_a_fact_exposes_what_it_shows_or_tells():
    assert not of(passed()).exposes(HUSH)
    assert not of(passed(cards=known_to("seat"))).exposes(HUSH)
    assert not of(passed(cards=KEPT)).exposes(HUSH)
    assert of(passed(cards=SHOWN)).exposes(HUSH)
    assert of(passed(cards=told_to("seat"))).exposes(HUSH)
    assert of(passed(cards=IN_PART)).exposes(HUSH)
    assert of(said(shows=True)).exposes(HUSH)
    assert [of(passed(cards=SHOWN.when(openly))).exposes(fact) for fact in (HUSH, LOUD)] == [False, True]


def test_an_outcome_is_hidden_where_its_member_is():
    assert not of(passed()).hides(HUSH, "cards/0")
    assert not of(passed(cards=SHOWN)).hides(HUSH, "cards")
    for statement in (known_to("seat"), told_to("seat"), KEPT, OPEN.when(openly, KEPT)):
        assert of(passed(cards=statement)).hides(HUSH, "cards/0")
    assert REEF.secrecy.hides(HidePearl(seat="red", pearl="grey"), "pearl")
    assert of(passed()).hides(HUSH, "hue"), "what is no member is open to nobody"


def test_a_statement_on_what_is_no_member_is_found():
    assert [name for _, name in of(said("hue")).misstated()] == ["hue", "hue"]
    named = Secrecy({}, {Passed: passed(cards=known_to("owner").when(openly, told_to("holder")))})
    assert [name for _, name in named.misstated()] == ["holder", "owner"]


def test_a_hidden_pearl_is_not_seen_at_all():
    assert REEF.fact_view(PearlHidden("red", "grey"), BLUE) is None


@pytest.mark.parametrize("game", [TEMPLATE, REEF, *REGISTRY.values()], ids=lambda game: game.key)
def test_every_member_of_every_message_has_a_statement(game: Game[Any]):
    assert list(game.secrecy.unstated((*game.actions, *game.facts))) == []
    assert list(game.secrecy.misstated()) == []
    assert list(game.secrecy.stated_though_public()) == []
    assert all(game.secrecy.statement(kind) is not NOTHING_SAID for kind in (*game.actions, *game.facts))
    assert {*game.secrecy.statements} <= {*game.actions, *game.facts}


@pytest.mark.parametrize("game", [TEMPLATE, REEF, *REGISTRY.values()], ids=lambda game: game.key)
def test_the_table_holds_only_what_hides_or_shows_something(game: Game[Any]):
    """What hides nothing says so by its base class, and nowhere else."""
    for kind, statement in game.secrecy.statements.items():
        assert statement != said(*kind.__struct_fields__), kind
