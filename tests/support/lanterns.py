"""Lanterns: an invented game whose hands are seen by everybody but their holder, for tests of secrets.

Each seat holds lanterns with their backs to itself (LN-1). In turn one is lit by its place in the hand, and
another drawn in its place while there are any (LN-2). When no hand holds one the brightest seat wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel import (
    IN_PART,
    KEPT,
    SHOWN,
    Action,
    Chance,
    Choice,
    ComponentSet,
    Fact,
    Facts,
    Game,
    Json,
    Measure,
    Moment,
    Offer,
    Outcome,
    Point,
    PublicFact,
    Range,
    Row,
    Scoring,
    Seat,
    SeatAction,
    SeatStanding,
    Secrecy,
    Series,
    Standing,
    Statistics,
    Viewer,
    applied,
    check,
    said,
)

LIGHTS = {f"{color}-{number}": number for color in ("amber", "green", "violet") for number in range(1, 9)}
HAND = 3


class LanternSeat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat


class LanternOptions(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class HangLantern(SeatAction, frozen=True, tag="hang_lantern"):
    """A seat's next lantern, seen by the others."""

    lantern: str | None = None


class LightLantern(SeatAction, frozen=True, tag="light_lantern"):
    """The one at that place of the hand is lit; `drawn` comes behind the others."""

    place: int
    drawn: str | None = None


class LanternHung(Fact, frozen=True, tag="lantern_hung"):
    seat: str
    lantern: str

    def applied(self, state: LanternState) -> LanternState:
        hand = (*state.hands[self.seat], self.lantern)
        deck = tuple(lantern for lantern in state.deck if lantern != self.lantern)
        return replace(state, hands={**state.hands, self.seat: hand}, deck=deck)


class LanternLit(Fact, frozen=True, tag="lantern_lit"):
    seat: str
    place: int
    lantern: str

    def applied(self, state: LanternState) -> LanternState:
        left = state.hands[self.seat]
        hand = (*left[: self.place], *left[self.place + 1 :])
        lit = {**state.lit, self.seat: state.lit[self.seat] + LIGHTS[self.lantern]}
        return replace(state, hands={**state.hands, self.seat: hand}, lit=lit)


class TurnPassed(PublicFact, frozen=True, tag="turn_passed"):
    to: str

    def applied(self, state: LanternState) -> LanternState:
        return replace(state, active=self.to, turn=state.turn + 1)


class LanternState(Struct, frozen=True):
    seats: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]]
    lit: Mapping[str, int]
    deck: tuple[str, ...]
    active: str
    turn: int = 1


def initial(components: ComponentSet, seats: Sequence[LanternSeat], options: LanternOptions) -> LanternState:
    names = tuple(seat.seat for seat in seats)
    return LanternState(
        names, dict.fromkeys(names, ()), dict.fromkeys(names, 0), tuple(sorted(LIGHTS)), names[0]
    )


def is_finished(state: LanternState) -> bool:
    return not state.deck and not any(state.hands.values())


def hanging(state: LanternState) -> str | None:
    """Whose hand is to be filled next; None once every seat has been dealt."""
    return next((seat for seat in state.seats if len(state.hands[seat]) < HAND and state.turn == 1), None)


def drawn(state: LanternState, chance: Chance, declared: str | None, field: str) -> str:
    return chance.pick(
        declared, state.deck, field=field, rule="LN-2", message="It cannot be drawn.", hidden=True
    )


def decide(state: LanternState, action: Action, chance: Chance) -> Facts[LanternState]:
    match action:
        case HangLantern(seat=seat):
            check(seat == hanging(state), "LN-1", "No lantern is hung there now.", "seat")
            yield LanternHung(seat, drawn(state, chance, action.lantern, "lantern"))
        case LightLantern(seat=seat, place=place):
            check(hanging(state) is None and seat == state.active, "LN-2", "Another seat is on turn.", "seat")
            check(0 <= place < len(state.hands[seat]), "LN-2", "No lantern hangs there.", "place")
            state = yield LanternLit(seat, place, state.hands[seat][place])
            if state.deck:
                state = yield LanternHung(seat, drawn(state, chance, action.drawn, "drawn"))
            around = state.seats.index(seat)
            yield TurnPassed(state.seats[(around + 1) % len(state.seats)])


def unseen_by(state: LanternState, viewer: Viewer) -> tuple[str, ...]:
    hidden = [lantern for seat, hand in state.hands.items() if not sees(viewer, seat) for lantern in hand]
    return tuple(sorted((*state.deck, *hidden)))


def sees(viewer: Viewer, holder: str) -> bool:
    return viewer.sees_all or viewer.seat not in (None, holder)


def offers(state: LanternState, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    if seat is None:
        return ()
    unseen = Outcome(Choice(unseen_by(state, viewer) if not viewer.sees_all else state.deck))
    if hanging(state) is not None:
        return (Offer("hang_lantern", seat, {"lantern": unseen}),) if seat == hanging(state) else ()
    if seat != state.active or not state.hands[seat]:
        return ()
    outcome = {"drawn": unseen} if state.deck else {}
    return (Offer("light_lantern", seat, {"place": Range(0, len(state.hands[seat]) - 1), **outcome}),)


def view(state: LanternState, viewer: Viewer) -> Json:
    return {
        "active": state.active,
        "lit": dict(state.lit),
        "left": len(state.deck),
        "hands": {
            seat: list(hand) if sees(viewer, seat) else len(hand) for seat, hand in state.hands.items()
        },
    }


def knowledge(state: LanternState, viewer: Viewer) -> Json:
    return {"unseen": list(unseen_by(state, viewer))}


def _by_others(lantern: str | None, message: Any, viewer: Viewer) -> Mapping[str, Json]:
    """LN-1: all other seats see it, its holder and who only watches do not."""
    if lantern is None or not sees(viewer, message.seat):
        return {}
    return {"drawn" if isinstance(message, LightLantern) else "lantern": lantern}


SECRECY = Secrecy(
    {
        HangLantern: said("seat", lantern=KEPT.telling(_by_others)),
        LightLantern: said("seat", "place", drawn=KEPT.telling(_by_others)),
    },
    {
        LanternHung: said("seat", lantern=IN_PART.telling(_by_others)),
        LanternLit: said("seat", "place", lantern=SHOWN),
    },
)


def standing(state: LanternState) -> Standing:
    best, done = max(state.lit.values()), is_finished(state)
    seats = tuple(
        SeatStanding(seat, lit, 1 + sum(other > lit for other in state.lit.values()), done and lit == best)
        for seat, lit in state.lit.items()
    )
    return Standing(done, seats, tuple(seat.seat for seat in seats if seat.winner), "light" if done else None)


def light(before: LanternState | None, facts: tuple[Fact, ...], after: LanternState) -> Iterable[Point]:
    return [Point(seat, lit) for seat, lit in after.lit.items()]


def rows(tally: dict[str, int], state: LanternState) -> Iterable[Row]:
    return [Row("light", lit, 1, seat) for seat, lit in state.lit.items()]


def sample_opening(
    components: ComponentSet, seats: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    return [{"seat": color} for color in random.sample(("red", "blue", "green", "black"), seats)], {}


def admit(components: ComponentSet, seats: Sequence[LanternSeat], options: LanternOptions) -> None:
    check(len({seat.seat for seat in seats}) == len(seats), "LN-1", "Each seat is another.", "seats")


LANTERNS: Game[LanternState] = Game(
    key="lanterns",
    title="Lanterns",
    prefix="LN",
    rules_version=1,
    seat_counts=(2, 3, 4),
    seat_type=LanternSeat,
    options_type=LanternOptions,
    actions=(HangLantern, LightLantern),
    facts=(LanternHung, LanternLit, TurnPassed),
    read_box=lambda document: document,
    demo_sets=lambda: {"demo": {"name": "lanterns"}},
    admit=admit,
    initial=initial,
    sample_opening=sample_opening,
    decide=decide,
    evolve=applied,
    offers=offers,
    view=view,
    secrecy=SECRECY,
    standing=standing,
    moment=lambda state: Moment(state.turn, -(-state.turn // len(state.seats)), "lighting", (state.active,)),
    is_finished=is_finished,
    starter=lambda state: next(iter(state.lit)),
    scoring=Scoring(
        score="light", highest_wins=True, ranks="More light ranks first.", decided={"light": "the most light"}
    ),
    unsettled=lambda state: None,
    invariants=lambda state: (),
    statistics=Statistics(
        (Measure("light", "Light", "Numbers of the lit lanterns.", "light", only_finished=False),),
        lambda state: {},
        lambda tally, before, fact, after: None,
        rows,
    ),
    series=(Series("light", "Light", "Light of each seat.", "light", light),),
    knowledge=knowledge,
)
