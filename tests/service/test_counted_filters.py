"""Filters and groups by results against a count by hand: the lines of recorded games and their known ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel.session import Stamp, UnitOfWork
from domain.kernel.session.opening import OpeningRequest, load_components, open_session
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from service.queries import sessions
from service.queries.filters import UnusableFilter
from service.queries.question import StatisticsQuery
from service.queries.store import StatisticsStore
from service.queries.stored_tables import DUCKDB, SQLITE
from service.queries.visible_scope import EVERYTHING
from tests.conftest import new_database
from tests.support.prepared import LOG_FILE, TABLES_FILE, copy_files
from tests.support.recorded import LIBRARY, SECRET, STAMP
from tests.support.service.asked import choosing, told
from workers.follow import ProjectionRunner

RECORDED: Mapping[str, Sequence[str]] = {
    "time_of_chaos": ("demo-2p-001", "demo-3p-005", "demo-4p-006"),
    "chaosmos": ("demo-2p-first-004", "bots-3p-random", "bots-4p-first"),
    "first_light": ("bots-1p-ai-105", "bots-2p-unseen-104", "bots-3p-ai-102", "demo-3p-002"),
    "order_vs_chaos": ("bots-2p-014", "bots-3p-022", "printed-4p-032"),
    "chaos_order": ("demo-2p-105-001", "bots-2p-land", "bots-3p-shared"),
}
"""Shared wins, wins by a tie-break, games that nobody or an automated opponent wins, sides, one player."""

SECONDS = 15
"""Between two actions: so long a game takes depends on the number of its lines alone."""
PLAYERS = 5
NUMBER = count(1)


@dataclass(frozen=True)
class HandSeat:
    """A seat as the raw files have it. others: the players of the other seats, each with its team."""

    session: str
    seat: str
    place: int
    seats: int
    won: bool
    rank: int | None
    score: float | None
    margin: float | None
    closeness: float | None
    minutes: float
    month: str
    tag: str
    player: str
    team: str | None
    setup: dict[str, Any]
    options: dict[str, Any]
    others: tuple[tuple[str, str | None], ...]


@dataclass(frozen=True)
class HandLog:
    """A session whose entries were made from a recorded game, and its seats; none of one that is running."""

    session: str
    stored: Sequence[Any]
    seats: Sequence[HandSeat]


def scores_in(game: str, end: Mapping[str, Any]) -> dict[str, tuple[float, ...]]:
    """By seat, also an automated one, the score and what breaks a tie; empty for a game without scores."""
    if game == "time_of_chaos":
        return {
            seat: (one["score"], -one["chaos_tiles"], one["supply"]) for seat, one in end["seats"].items()
        }
    if game == "first_light":
        ties = end["tie_break"]
        return {
            seat: (one["total"], ties[seat]["dice"], ties[seat]["resources"])
            for seat, one in end["scores"].items()
        }
    return {}


def ranked(game: str, end: Mapping[str, Any], winners: Sequence[str], seat: str) -> int | None:
    """The rank by hand; None where the raw file alone does not tell it."""
    scores = scores_in(game, end)
    if scores:
        return 1 + sum(other > scores[seat] for other in scores.values())
    if seat in winners:
        return 1
    if game == "chaos_order" and end["reason"] not in ("fame", "all_relics"):
        return None
    return 1 + max(len(winners), 1)


def logged(game: str, name: str, number: int, *, lines: int | None = None) -> HandLog:
    """The entries of a session in which this recorded game, or its first lines, is played."""
    first, *actions = map(json.loads, (LIBRARY / game / f"{name}.jsonl").read_text().splitlines())
    session = f"01900000-0000-7000-8000-{number:012}"
    begin = datetime(2026, 1 + number % 6, 3, 12, tzinfo=UTC)

    def stamp(place: int) -> Stamp:
        at = (begin + timedelta(seconds=SECONDS * place)).isoformat(timespec="milliseconds")
        return msgspec.structs.replace(STAMP, at=at.replace("+00:00", "Z"))

    names = [one["seat"] for one in first["seats"]]
    players = {seat: f"p{(place + number) % PLAYERS}" for place, seat in enumerate(names)}
    tag = f"evening-{number % 2}"
    said = {key: first[key] for key in ("seats", "options", "chance") if key in first}
    said |= {"visibility": "public", "players": players, "tags": [tag]}
    rules = REGISTRY[game]
    components = load_components(rules, rules.demo_sets()[first["component_set"]])
    request = msgspec.convert(said, OpeningRequest)
    begun, _, opening = open_session(rules, components, request, session, SECRET, stamp(0))
    draft = UnitOfWork(begun, lambda first, last: iter(()))
    for place, action in enumerate(actions[:lines], 1):
        draft.record(action, stamp(place), None)
    stored = [opening, *draft.stored]
    if lines is not None:
        return HandLog(session, stored, ())
    end = json.loads((LIBRARY / game / f"{name}.expected.json").read_text())
    winners = end["winners"] if "winners" in end else [one for one in [end["winner"]] if one is not None]
    points = {seat: key[0] for seat, key in scores_in(game, end).items()}
    leading = sorted((points[seat] for seat in winners if seat in points), reverse=True)
    behind = [score for seat, score in points.items() if seat not in winners]
    close = None if not leading else 0 if len(leading) > 1 else leading[0] - max(behind)
    team = {one["seat"]: one.get("side") for one in first["seats"]}
    seats = [
        HandSeat(
            session,
            seat,
            place,
            len(names),
            seat in winners,
            ranked(game, end, winners, seat),
            points.get(seat),
            points[seat] - max(score for other, score in points.items() if other != seat) if points else None,
            close,
            len(actions) * SECONDS / 60,
            f"{begin:%Y-%m}",
            tag,
            players[seat],
            team[seat],
            first["seats"][place - 1],
            first["options"],
            tuple((players[other], team[other]) for other in names if other != seat),
        )
        for place, seat in enumerate(names, 1)
    ]
    return HandLog(session, stored, seats)


@cache
def shelf() -> Mapping[str, Sequence[HandLog]]:
    """By game, its finished sessions, and one that was begun."""
    return {
        game: [
            *(logged(game, name, next(NUMBER)) for name in names),
            logged(game, names[0], next(NUMBER), lines=8),
        ]
        for game, names in RECORDED.items()
    }


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def figures(
    request: pytest.FixtureRequest, prepared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StatisticsStore]:
    """The store of all these sessions. Tests only read it."""
    with ExitStack() as until_the_end:
        if request.param == "sqlite":
            folder = tmp_path_factory.mktemp("counted")
            copy_files(prepared, folder)
            log_url, tables_url = f"sqlite:///{folder}/{LOG_FILE}", f"sqlite:///{folder}/{TABLES_FILE}"
        else:
            server = request.getfixturevalue("postgresql_server")
            made = new_database(server, request.getfixturevalue("prepared_database"))
            log_url = tables_url = until_the_end.enter_context(made)
        store = EventStore.open(log_url)
        until_the_end.callback(store.close)
        engine = make_engine(tables_url)
        until_the_end.callback(engine.dispose)
        for logs in shelf().values():
            for log in logs:
                store.append(log.session, 1, log.stored)
        ProjectionRunner(store, engine, Library(REGISTRY)).pull()
        made_from = DUCKDB if request.param == "sqlite" else SQLITE
        figures = StatisticsStore(engine, kind=made_from)
        until_the_end.callback(figures.close)
        yield figures


def listed(figures: StatisticsStore, filters: Mapping[str, str]) -> set[str]:
    page = sessions.list_sessions(
        figures.tables, choosing(figures), reach=EVERYTHING, filters=filters, cursor=None, limit=100
    )
    return {item["id"] for item in page["items"]}


def rows(figures: StatisticsStore, game: str, filters: Mapping[str, str]) -> list[dict[str, Any]]:
    found: Any = sessions.seats(figures.tables, game, EVERYTHING, filters, None, 500)["rows"]
    return found


def wins(figures: StatisticsStore, game: str, *group_by: str, **filters: str) -> dict[Any, tuple[float, ...]]:
    """By group, how many sessions and seats count, and how many of the seats won."""
    question = StatisticsQuery(game, "wins", EVERYTHING, group_by, filters)
    answered: Any = told(figures, question)["rows"]
    return {tuple(row["group"].values()): (row["n"], row["rows"], row["total"]) for row in answered}


Holds = Callable[[HandSeat], Any]


def asked(game: str, every: Sequence[HandSeat]) -> Iterator[tuple[dict[str, str], Holds]]:
    """Filters, and what they mean of a seat."""
    yield {}, lambda one: True
    yield {"rank": "1"}, lambda one: one.rank == 1
    yield {"won": "true"}, lambda one: one.won
    yield {"won": "false", "place": "1"}, lambda one: not one.won and one.place == 1
    yield {"place": "3"}, lambda one: one.place == 3
    yield {"count": "3", "won": "true"}, lambda one: one.seats == 3 and one.won
    middle = sorted(one.minutes for one in every)[len(every) // 2]
    yield {"minutes": f"..{middle}"}, lambda one: one.minutes <= middle
    yield {"minutes": f"{middle}..{middle + 30}"}, lambda one: middle <= one.minutes <= middle + 30
    yield {"minutes": f"{middle}"}, lambda one: one.minutes == middle
    for low, high in ((None, 5), (5, 20), (21, None), (0, 0)):
        told = f"{'' if low is None else low}..{'' if high is None else high}"
        yield {"score": told}, lambda one, low=low, high=high: between(one.score, low, high)
        yield {"margin": told}, lambda one, low=low, high=high: between(one.margin, low, high)
        yield {"closeness": told}, lambda one, low=low, high=high: between(one.closeness, low, high)
    yield {"margin": "-4..0"}, lambda one: between(one.margin, -4, 0)
    for player in (f"p{number}" for number in range(PLAYERS)):
        yield {"player": player, "won": "true"}, lambda one, who=player: one.player == who and one.won
        yield {"other_player": player}, lambda one, who=player: who in dict(one.others)
        yield (
            {"with_player": player},
            lambda one, who=player: any(other == who and together(one, team) for other, team in one.others),
        )
        yield (
            {"against_player": player, "rank": "1"},
            lambda one, who=player: (
                one.rank == 1 and any(other == who and not together(one, team) for other, team in one.others)
            ),
        )
    yield {"month": every[0].month}, lambda one: one.month == every[0].month
    yield {"since": "2026-03-01", "won": "true"}, lambda one: one.month >= "2026-03" and one.won
    yield {"tag": "evening-1"}, lambda one: one.tag == "evening-1"
    yield {"session": every[-1].session}, lambda one: one.session == every[-1].session
    version = REGISTRY[game].rules_version
    yield {"rules_version": str(version), "won": "true"}, lambda one: one.won
    yield {"rules_version": str(version + 1)}, lambda one: False
    for name, value in every[0].setup.items():
        yield {name: value}, lambda one, name=name, value=value: one.setup[name] == value
    if game == "order_vs_chaos":
        yield {"team": "chaos", "won": "false"}, lambda one: one.team == "chaos" and not one.won
    for name, value in every[0].options.items():
        if not isinstance(value, dict):
            told = value if isinstance(value, str) else json.dumps(value)
            yield {f"option.{name}": told}, lambda one, name=name, value=value: one.options.get(name) == value


def between(value: float | None, low: float | None, high: float | None) -> bool:
    return value is not None and (low is None or value >= low) and (high is None or value <= high)


def together(one: HandSeat, team: str | None) -> bool:
    return one.team is not None and one.team == team


@pytest.mark.parametrize("game", RECORDED)
def test_each_filter_chooses_what_is_counted_by_hand(figures: StatisticsStore, game: str) -> None:
    every = [seat for log in shelf()[game] for seat in log.seats]
    chosen_at_all: set[str] = set()
    for filters, holds in asked(game, every):
        meant = [one for one in every if holds(one)]
        found = rows(figures, game, filters)
        assert sorted((row["session"], row["seat"]) for row in found) == sorted(
            (one.session, one.seat) for one in meant
        ), filters
        of_sessions = {one.session for one in meant}
        assert listed(figures, {"game": game, "status": "finished", **filters}) == of_sessions, filters
        n, seats, won = wins(figures, game, **filters).get((), (0, 0, 0))
        assert [n, seats, won] == [len(of_sessions), len(meant), sum(one.won for one in meant)], filters
        chosen_at_all |= {name for name in filters if 0 < len(meant) < len(every)}
    expected = {"rank", "won", "place", "minutes", "player", "other_player", "against_player", "month", "tag"}
    assert chosen_at_all >= expected
    if game in ("time_of_chaos", "first_light"):
        assert chosen_at_all >= {"score", "margin", "closeness"}
    assert ("with_player" in chosen_at_all) == (game == "order_vs_chaos")


@pytest.mark.parametrize("game", RECORDED)
def test_a_row_has_what_the_raw_files_have(figures: StatisticsStore, game: str) -> None:
    every = {(seat.session, seat.seat): seat for log in shelf()[game] for seat in log.seats}
    found = {(row["session"], row["seat"]): row for row in rows(figures, game, {})}
    assert found.keys() == every.keys()
    for key, row in found.items():
        hand = every[key]
        assert (row["won"], row["score"], row["margin"], row["team"], row["tags"], row["place"]) == (
            hand.won,
            hand.score,
            hand.margin,
            hand.team,
            [hand.tag],
            hand.place,
        )
        assert row["minutes"] == pytest.approx(hand.minutes)
        assert row["start"].startswith(f"{hand.month}-03T12:00:00")
        assert hand.rank in (None, row["rank"])
        assert (row["player"], row["name"], row["edition"]) == (hand.player, None, None)


GROUPS: Mapping[str, Callable[[HandSeat], set[Any]]] = {
    "won": lambda one: {one.won},
    "place": lambda one: {one.place},
    "session": lambda one: {one.session},
    "with_player": lambda one: {who for who, team in one.others if together(one, team)},
    "against_player": lambda one: {who for who, team in one.others if not together(one, team)},
    "edition": lambda one: set(),
}


@pytest.mark.parametrize("game", RECORDED)
def test_each_group_has_what_is_counted_by_hand(figures: StatisticsStore, game: str) -> None:
    every = [seat for log in shelf()[game] for seat in log.seats]
    for name, groups in GROUPS.items():
        meant: dict[Any, list[HandSeat]] = {}
        for one in every:
            for group in groups(one):
                meant.setdefault((group,), []).append(one)
        assert wins(figures, game, name) == {
            group: (len({one.session for one in of}), len(of), sum(one.won for one in of))
            for group, of in meant.items()
        }, name
    ranks = wins(figures, game, "rank")
    assert ranks.get((1,), (0, 0, 0))[1:] == (sum(one.won for one in every),) * 2
    assert sum(seats for _, seats, _ in ranks.values()) == len(every)


@pytest.mark.parametrize("game", RECORDED)
def test_filters_by_results_leave_a_running_session_out(figures: StatisticsStore, game: str) -> None:
    [running] = [log.session for log in shelf()[game] if not log.seats]
    assert running in listed(figures, {"game": game})
    for name, value in (
        *(("rank", str(rank)) for rank in range(1, 7)),
        *(("won", flag) for flag in ("true", "false")),
        *((name, f"{low}..") for name in ("score", "margin", "closeness", "minutes") for low in (-1000,)),
        *(("place", str(place)) for place in range(1, 7)),
    ):
        assert running not in listed(figures, {"game": game, name: value}), name
    assert running not in {group for (group,) in wins(figures, game, "session")}


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("rank", "first", "a whole number"),
        ("won", "yes", "true or false"),
        ("margin", "2...5", "a range"),
        ("margin", "..", "a range"),
        ("score", "5..2", "from the lower number"),
        ("minutes", "1e9..", "a range"),
        ("minutes", "nan", "a range"),
        ("closeness", "9999999999..", "a range"),
        ("session", "7", "the id of a session"),
    ],
)
def test_a_value_that_a_filter_cannot_have_is_refused(
    figures: StatisticsStore, name: str, value: str, reason: str
) -> None:
    with pytest.raises(UnusableFilter, match=reason) as refused:
        listed(figures, {name: value})
    assert refused.value.name == name
