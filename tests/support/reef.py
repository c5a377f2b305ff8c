"""Reef: an invented game of two rules, for tests of everything that knows no game by name.

Seats lay cubes on two regions in turn (RF-1); nobody lays more than three (RF-2). A seat may hide a
pearl that only it sees, and the table rolls a storm. After `rounds` rounds most cubes win.
"""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel import (
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
    OpeningForm,
    Outcome,
    Point,
    PublicAction,
    PublicFact,
    PublicSeatAction,
    Question,
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
    known_to,
    said,
)
from domain.kernel.engine.entries import RecordedBy, StoredEntry
from domain.kernel.session import NotLive, Session, Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, open_session
from replays.library import Library

REGIONS = ("north", "south")
FACES = (1, 2, 3, 4, 5, 6)
MOST_CUBES = 3


class ReefSeat(Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    color: str


class ReefOptions(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 3


class PlaceCubes(PublicSeatAction, frozen=True, tag="place_cubes"):
    region: str
    count: int


class HidePearl(SeatAction, frozen=True, tag="hide_pearl"):
    pearl: str


class RollStorm(PublicAction, frozen=True, tag="roll_storm"):
    face: int | None = None


class CubesPlaced(PublicFact, frozen=True, tag="cubes_placed"):
    seat: str
    region: str
    count: int

    def applied(self, state: ReefState) -> ReefState:
        key = self.region, self.seat
        return replace(state, cubes={**state.cubes, key: state.cubes[key] + self.count}, turn=state.turn + 1)


class PearlHidden(Fact, frozen=True, tag="pearl_hidden"):
    seat: str
    pearl: str

    def applied(self, state: ReefState) -> ReefState:
        return replace(state, pearls={**state.pearls, self.seat: self.pearl})


class StormRolled(PublicFact, frozen=True, tag="storm_rolled"):
    face: int

    def applied(self, state: ReefState) -> ReefState:
        return replace(state, storms=state.storms + 1)


class ReefState(Struct, frozen=True):
    seats: tuple[str, ...]
    rounds: int
    cubes: Mapping[tuple[str, str], int]
    pearls: Mapping[str, str]
    storms: int = 0
    turn: int = 1

    @property
    def active(self) -> str:
        return self.seats[(self.turn - 1) % len(self.seats)]

    def total(self, seat: str) -> int:
        return sum(self.cubes[region, seat] for region in REGIONS)


def initial(components: ComponentSet, seats: Sequence[ReefSeat], options: ReefOptions) -> ReefState:
    names = tuple(seat.seat for seat in seats)
    return ReefState(names, options.rounds, dict.fromkeys(itertools.product(REGIONS, names), 0), {})


def is_finished(state: ReefState) -> bool:
    return state.turn > state.rounds * len(state.seats)


def admit(components: ComponentSet, seats: Sequence[ReefSeat], options: ReefOptions) -> None:
    check(2 <= len(seats) <= 4, "RF-0", "Two to four seats.", "seats")


def decide(state: ReefState, action: Action, chance: Chance) -> Facts[ReefState]:
    match action:
        case PlaceCubes(seat=seat, region=region, count=count):
            check(
                not is_finished(state) and state.active == seat, "RF-1", "It is another seat's turn.", "seat"
            )
            check(region in REGIONS and 1 <= count <= MOST_CUBES, "RF-2", "One to three cubes.", "count")
            yield CubesPlaced(seat, region, count)
        case HidePearl(seat=seat, pearl=pearl):
            check(seat in state.seats, "RF-1", "There is no such seat.", "seat")
            yield PearlHidden(seat, pearl)
        case RollStorm(face=face):
            yield StormRolled(
                chance.pick(face, FACES, field="face", rule="RF-3", message="A die has six faces.")
            )


def offers(state: ReefState, seat: str | None, viewer: Viewer) -> Sequence[Offer]:
    if is_finished(state):
        return ()
    if seat is None:
        return (Offer("roll_storm", None, {"face": Outcome(Choice(FACES))}),)
    if seat != state.active:
        return ()
    return (Offer("place_cubes", seat, {"region": Choice(REGIONS), "count": Range(1, MOST_CUBES)}),)


def view(state: ReefState, viewer: Viewer) -> Json:
    return {
        "turn": state.turn,
        "cubes": {region: {seat: state.cubes[region, seat] for seat in state.seats} for region in REGIONS},
        "pearls": {seat: pearl for seat, pearl in state.pearls.items() if viewer.knows(seat)},
    }


SECRECY = Secrecy(
    {
        HidePearl: said(unseen=True, seat=known_to("seat"), pearl=known_to("seat")),
    },
    {
        PearlHidden: said(unseen=True, seat=known_to("seat"), pearl=known_to("seat")),
    },
)


def standing(state: ReefState) -> Standing:
    totals = {seat: state.total(seat) for seat in state.seats}
    best = max(totals.values())
    done = is_finished(state)
    seats = tuple(
        SeatStanding(seat, total, 1 + sum(other > total for other in totals.values()), done and total == best)
        for seat, total in totals.items()
    )
    return Standing(done, seats, tuple(seat.seat for seat in seats if seat.winner), "cubes" if done else None)


def region_counts(before: ReefState | None, facts: tuple[Fact, ...], after: ReefState) -> Iterable[Point]:
    for region, seat in after.cubes:
        if before is None or before.cubes[region, seat] != after.cubes[region, seat]:
            yield Point(f"{region}/{seat}", after.cubes[region, seat], {"region": region, "seat": seat})


MEASURES = (
    Measure("cubes", "Cubes", "Cubes laid on a region.", "cubes", dimensions=("region",)),
    Measure("win_share", "Win share", "Wins, a shared win counting its part.", "share"),
    Measure(
        "storms",
        "Storms",
        "Storms rolled so far.",
        "storms",
        per="session",
        dimensions=(),
        only_finished=False,
    ),
)


class Tally:
    """What one session has seen so far."""

    def __init__(self) -> None:
        self.cubes: dict[tuple[str, str], int] = {}
        self.storms = 0


def observe(tally: Tally, before: ReefState, fact: Fact, after: ReefState) -> None:
    match fact:
        case CubesPlaced(seat=seat, region=region, count=count):
            tally.cubes[seat, region] = tally.cubes.get((seat, region), 0) + count
        case StormRolled():
            tally.storms += 1


def rows(tally: Tally, state: ReefState) -> Iterable[Row]:
    yield Row("storms", tally.storms)
    for (seat, region), count in tally.cubes.items():
        yield Row("cubes", count, 1, seat, {"region": region})
    winners = standing(state).winners
    for seat in state.seats:
        yield Row("win_share", 1 / len(winners) if seat in winners else 0, 1, seat)


def sample_opening(
    components: ComponentSet, seats: int, random: Random
) -> tuple[list[Json], dict[str, Json]]:
    colors = random.sample(("red", "blue", "green", "black"), seats)
    return [{"seat": color, "color": color} for color in colors], {"rounds": random.randint(1, 5)}


def opening_form(components: ComponentSet, count: int) -> OpeningForm:
    colors = Question(domain=Choice(("red", "blue", "green", "black")), differ=True)
    return OpeningForm(
        seat={"color": colors}, options={"rounds": Question(domain=Range(1, 5))}, called_by="color"
    )


REEF: Game[ReefState] = Game(
    key="reef",
    title="Reef",
    prefix="RF",
    rules_version=1,
    seat_counts=(2, 3, 4),
    seat_type=ReefSeat,
    options_type=ReefOptions,
    actions=(PlaceCubes, HidePearl, RollStorm),
    facts=(CubesPlaced, PearlHidden, StormRolled),
    read_box=lambda document: document,
    demo_sets=lambda: {"demo": {"name": "reef"}},
    admit=admit,
    initial=initial,
    sample_opening=sample_opening,
    opening_form=opening_form,
    decide=decide,
    evolve=applied,
    offers=offers,
    view=view,
    secrecy=SECRECY,
    standing=standing,
    moment=lambda state: Moment(state.turn, -(-state.turn // len(state.seats)), "laying", (state.active,)),
    is_finished=is_finished,
    starter=lambda state: state.seats[0] if state.seats else None,
    scoring=Scoring(
        score="cubes", highest_wins=True, ranks="More cubes rank first.", decided={"cubes": "the most cubes"}
    ),
    unsettled=lambda state: None,
    invariants=lambda state: (),
    statistics=Statistics(MEASURES, lambda state: Tally(), observe, rows),
    series=(
        Series("region-counts", "Region counts", "Cubes of a seat in a region.", "cubes", region_counts),
    ),
    opens_when_finished=False,
)

LIBRARY = Library(games={"reef": REEF})
SECRET = bytes(32)

_NUMBERS = itertools.count(1)


def new_session_id() -> str:
    """An id that no other session of this process has; ids of later calls sort later."""
    return str(uuid.UUID(int=(1 << 100) + next(_NUMBERS)))


def stamp(second: int = 0, role: str = "scribe", **more: Any) -> Stamp:
    """A stamp at that second of one invented afternoon."""
    minutes, seconds = divmod(second, 60)
    at = f"2026-03-07T{14 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}Z"
    return Stamp(at=at, by=RecordedBy(role), salt="00", **more)  # type: ignore[arg-type]


class Log:
    """A reef session under way: records entries in memory, in the order in which a store would take them."""

    def __init__(self, seats: Sequence[str] = ("red", "blue"), *, rounds: int = 3, **request: Any) -> None:
        self.session, opened, stored = open_session(
            REEF,
            LIBRARY.component_set("demo", "reef"),
            OpeningRequest(
                seats=tuple({"seat": seat, "color": seat} for seat in seats),
                options={"rounds": rounds},
                **request,
            ),
            new_session_id(),
            SECRET,
            stamp(),
        )
        self.entries: list[Any] = [opened]
        self.stored: list[StoredEntry] = [stored]

    @property
    def id(self) -> str:
        return self.session.id

    def draft(self) -> UnitOfWork:
        return UnitOfWork(self.session, lambda first, last: self.entries[first - 1 : last])

    def keep(self, draft: UnitOfWork) -> Self:
        draft.commit()
        self.entries += draft.entries
        self.stored += draft.stored
        return self

    def stamp(self) -> Stamp:
        return stamp(10 * len(self.entries))

    def place(self, count: int = 1, region: str = "north") -> Self:
        draft = self.draft()
        seat = self.session.state.active
        draft.record(
            {"type": "place_cubes", "seat": seat, "region": region, "count": count}, self.stamp(), None
        )
        return self.keep(draft)

    def storm(self, face: int = 6) -> Self:
        draft = self.draft()
        draft.record({"type": "roll_storm", "face": face}, self.stamp(), None)
        return self.keep(draft)

    def hide(self, seat: str, pearl: str = "black") -> Self:
        draft = self.draft()
        draft.record({"type": "hide_pearl", "seat": seat, "pearl": pearl}, self.stamp(), None)
        return self.keep(draft)

    def correct(self, *facts: Json) -> Self:
        draft = self.draft()
        draft.correct(facts, "the table had it so", self.stamp())
        return self.keep(draft)

    def retract(self, to: int) -> Self:
        draft = self.draft()
        draft.retract(to, "misplayed", self.stamp(), exposed=False)
        return self.keep(draft)

    def note(self, text: str = "well played") -> Self:
        draft = self.draft()
        draft.note(text, self.stamp())
        return self.keep(draft)

    def close(self, outcome: str = "finished") -> Self:
        draft = self.draft()
        draft.close(outcome, SECRET.hex(), self.stamp())
        return self.keep(draft)

    def play_out(self) -> Self:
        while not is_finished(self.session.state):
            self.place(1 + self.session.version % MOST_CUBES, REGIONS[self.session.version % 2])
        return self


def random_log(random: Random, *, steps: int) -> Iterator[tuple[Session, list[StoredEntry]]]:
    """A session that moves by a few entries at a time: every kind of entry, retractions and all."""
    seats = random.sample(("red", "blue", "green", "black"), random.randint(2, 4))
    log = Log(seats, rounds=random.randint(1, 12))
    yield log.session, log.stored[:]
    for _ in range(steps):
        before = len(log.stored)
        for _ in range(random.randint(1, 3)):
            _one_step(log, random)
        yield log.session, log.stored[before:]


def _one_step(log: Log, random: Random) -> None:
    choice = random.random()
    version = log.session.version
    if choice < 0.6 and not is_finished(log.session.state):
        log.place(random.randint(1, MOST_CUBES), random.choice(REGIONS))
    elif choice < 0.75:
        log.storm(random.choice(FACES))
    elif choice < 0.8:
        log.hide(random.choice(log.session.state.seats))
    elif choice < 0.85 and not is_finished(log.session.state):
        log.correct({"fact": "cubes_placed", "seat": log.session.state.active, "region": "south", "count": 5})
    elif choice < 0.95 and version > 3:
        live = [entry.number for entry in log.entries if entry.number < version]
        try:
            log.retract(random.choice(live[-6:]))
        except NotLive:
            log.note()
    else:
        log.note()
