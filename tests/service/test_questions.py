"""What a question can ask beside the mean: held beside counts of the same units that share no code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from operator import itemgetter
from random import Random
from statistics import fmean, quantiles, stdev, variance
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from replays.databases import make_engine
from service.queries.figures import bins_of, t_95
from service.queries.filters import UnusableFilter
from service.queries.question import ALL, StatisticsQuery
from service.queries.statistics import UnknownMeasure
from service.queries.visible_scope import EVERYTHING
from tests.support.service.asked import answered as answer_to
from tests.support.workers.figures import put_figures
from workers.follow import prepare
from workers.read_models import session_tables, statistics_tables

GAMES = ("time_of_chaos", "first_light")
SEATS = ("red", "blue", "green")
Seat = tuple[str, str]
"""Session and seat."""


class Played:
    """Sessions of two games with figures drawn by lot."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.game: dict[str, str] = {}
        self.score: dict[Seat, float] = {}
        self.won: dict[Seat, bool] = {}
        self.searched: dict[Seat, tuple[int, int]] = {}
        self.actions: dict[Seat, dict[str, int]] = {}
        self.minutes: dict[str, float] = {}
        self.player: dict[Seat, str] = {}
        for number in range(40):
            session = f"session-{number:02}"
            self.game[session] = GAMES[number % 4 == 3]
            self.minutes[session] = random.randrange(30, 200) + random.random()
            seats = SEATS[: random.choice((2, 3))]
            winner = random.choice(seats)
            for seat in seats:
                self.score[session, seat] = random.randrange(-3, 60)
                self.won[session, seat] = seat == winner
                self.player[session, seat] = random.choice(("ann", "bob", "cyd"))
                cards = random.randrange(1, 9)
                self.searched[session, seat] = random.randrange(cards + 1), cards
                kinds = random.sample(("grab", "restore", "travel"), random.randrange(3))
                self.actions[session, seat] = {kind: random.randrange(1, 9) for kind in kinds}

    def seats(self, game: str) -> list[Seat]:
        return [one for one in self.score if self.game[one[0]] == game]

    def rows(self) -> Iterator[dict[str, Any]]:
        of_table = defaultdict(int)
        for session, _ in self.score:
            of_table[session] += 1
        for (session, seat), score in self.score.items():
            yield self.row(session, seat, "score", score, 1, {"position": "0", "rank": "1"})
            yield self.row(session, seat, "wins", int(self.won[session, seat]), 1, {})
            yield self.row(session, seat, "expected_wins", 1 / of_table[session], 1, {})
            searched, cards = self.searched[session, seat]
            yield self.row(session, seat, "search_share", searched, cards, {"position": "0", "rank": "1"})
            for kind, number in self.actions[session, seat].items():
                yield self.row(session, seat, "actions", number, 1, {"position": "0", "action": kind})
        for session, minutes in self.minutes.items():
            yield self.row(session, "", "minutes", minutes, 1, {})

    def row(
        self, session: str, seat: str, measure: str, value: float, weight: float, dimensions: dict[str, str]
    ) -> dict[str, Any]:
        return {
            "session": session,
            "game": self.game[session],
            "measure": measure,
            "seat": seat,
            "value": value,
            "weight": weight,
            "dimensions": dimensions,
        }

    def write(self, engine: sa.Engine) -> None:
        texts = dict.fromkeys(("component_set", "created", "updated", "digest"), "")
        plain = texts | {"status": "finished", "seats": 2, "rules_version": 1, "flagged": 0, "version": 9}
        plain |= {"visibility": "public", "sandbox": False, "timezone": "UTC", "played_on": "2026-03-07"}
        plain |= {"winners": [], "active": []} | {key: {} for key in ("scores", "ranks", "parts", "opening")}
        tables = session_tables(1)
        columns = {column.name for column in tables.catalogue.c}
        plain |= dict.fromkeys({"opened_with"} & columns, "")
        with engine.begin() as connection:
            games = [plain | {"session": session, "game": game} for session, game in self.game.items()]
            connection.execute(sa.insert(tables.catalogue), games)
            own = [
                {"session": session, "seat": seat, "name": "seat", "value": seat}
                for session, seat in self.score
            ]
            colors = [one | {"name": "color"} for one in own]
            players = [
                {"session": session, "seat": seat, "name": "player", "value": self.player[session, seat]}
                for session, seat in self.score
            ]
            connection.execute(sa.insert(tables.facets), own + colors + players)
            put_figures(connection, sorted(self.rows(), key=itemgetter("session")))


PLAYED = Played(48)


@pytest.fixture
def engine(tables_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(tables_url)
    prepare(engine)
    PLAYED.write(engine)
    yield engine
    engine.dispose()


def question(measure: str, *group_by: str, game: str = GAMES[0], **more: Any) -> StatisticsQuery:
    return replace(StatisticsQuery(game, measure, EVERYTHING, group_by), **more)


def ask(
    engine: sa.Engine, measure: str, *group_by: str, **more: Any
) -> dict[tuple[Any, ...], dict[str, Any]]:
    answer = answer_to(engine, question(measure, *group_by, **more))
    return {tuple(row["group"].values()): row for row in answer["rows"]}


def scores(color: str | None = None) -> list[float]:
    return [PLAYED.score[one] for one in PLAYED.seats(GAMES[0]) if color in (None, one[1])]


def acted(color: str | None = None, kind: str | None = None) -> list[float]:
    """How often each seat did something of a kind; 0 for one that did not."""
    return [
        sum(number for one, number in PLAYED.actions[at].items() if kind in (None, one))
        for at in PLAYED.seats(GAMES[0])
        if color in (None, at[1])
    ]


QUARTERS = (0.25, 0.5, 0.75)


def quarters(values: list[float]) -> dict[str, Any]:
    found = quantiles(values, n=4, method="inclusive")
    return {name: pytest.approx(value) for name, value in zip(("0.25", "0.5", "0.75"), found, strict=True)}


def test_quantiles_lie_between_neighbours(engine: sa.Engine) -> None:
    whole = ask(engine, "score", quantiles=(0.0, *QUARTERS, 1.0))[()]["quantiles"]
    assert whole == {"0": min(scores()), "1": max(scores())} | quarters(scores())
    by_color = ask(engine, "score", "color", quantiles=QUARTERS)
    assert {group: row["quantiles"] for group, row in by_color.items()} == {
        (color,): quarters(scores(color)) for color in SEATS
    }
    shares = [
        searched / cards for at, (searched, cards) in PLAYED.searched.items() if at in PLAYED.seats(GAMES[0])
    ]
    assert ask(engine, "search_share", quantiles=QUARTERS)[()]["quantiles"] == quarters(shares)


def test_quantiles_count_those_that_did_nothing_of_a_kind(engine: sa.Engine) -> None:
    assert ask(engine, "actions", quantiles=QUARTERS)[()]["quantiles"] == quarters(acted())
    found = ask(engine, "actions", "action", "color", quantiles=QUARTERS)
    assert len(found) == 9
    for (kind, color), row in found.items():
        assert row["quantiles"] == quarters(acted(color, kind)), (kind, color)


def test_a_histogram_has_the_same_bins_for_all_groups(engine: sa.Engine) -> None:
    for measure, values in (("score", scores), ("actions", acted)):
        answer: Any = answer_to(engine, question(measure, "color", histogram=7))
        begin, width = answer["bins"]["from"], answer["bins"]["width"]
        assert begin <= min(values())
        assert begin + 7 * width >= max(values())
        for row in answer["rows"]:
            of_bins = [0] * 7
            for value in values(row["group"]["color"]):
                of_bins[min(int((value - begin) // width), 6)] += 1
            assert row["histogram"] == of_bins, (measure, row["group"])
    assert answer_to(engine, question("score", filters={"color": "pink"}, histogram=5))["bins"] is None


@given(st.floats(-1e9, 1e9), st.floats(0, 1e9), st.integers(2, 100), st.lists(st.floats(0, 1), max_size=5))
def test_bins_hold_every_value_between_the_least_and_the_most(
    least: float, span: float, number: int, between: list[float]
) -> None:
    bins = bins_of(least, least + span, number)
    assert len(bins.edges) == number - 1
    assert bins.edges == sorted(bins.edges)
    assert bins.begin <= least + abs(least) * 1e-9 + bins.width * 1e-9
    assert bins.begin + bins.width * number >= least + span - abs(least + span) * 1e-9
    for share in (0.0, *between, 1.0):
        assert 0 <= bins.place(least + share * span) < number


def test_too_few_sessions_are_said_and_come_last_by_a_figure(engine: sa.Engine) -> None:
    found = ask(engine, "score", "color", least=25, order_by="-value")
    sessions = {color: len({at[0] for at in PLAYED.seats(GAMES[0]) if at[1] == color}) for color in SEATS}
    assert {color: row["too_few"] for (color,), row in found.items()} == {
        color: number < 25 for color, number in sessions.items()
    }
    assert [row["too_few"] for row in found.values()] == [False, False, True]
    assert "too_few" not in ask(engine, "score")[()]


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.70620), (2, 4.30265), (4, 2.77645), (5, 2.57058), (10, 2.22814), (30, 2.04227), (100, 1.98397)],
)
def test_students_t_is_that_of_the_tables(freedom: float, known: float) -> None:
    assert t_95(freedom) == pytest.approx(known, abs=1e-5)


def test_the_difference_of_two_means_has_the_interval_of_welch(engine: sa.Engine) -> None:
    found: Any = answer_to(engine, question("score", "color", difference=("red", "blue")))["difference"]
    red, blue = scores("red"), scores("blue")
    parts = [variance(values) / len(values) for values in (red, blue)]
    freedom = sum(parts) ** 2 / sum(
        part**2 / (len(values) - 1) for part, values in zip(parts, (red, blue), strict=True)
    )
    half = t_95(freedom) * sqrt(sum(parts))
    value = fmean(red) - fmean(blue)
    assert (found["of"], found["from"], found["value"]) == ("red", "blue", pytest.approx(value))
    assert found["interval"] == pytest.approx([value - half, value + half])
    assert stdev(red) > 0


def test_the_difference_of_two_shares_has_the_interval_of_newcombe(engine: sa.Engine) -> None:
    answer: Any = answer_to(engine, question("search_share", "color", difference=("green", "red")))
    rows = {row["group"]["color"]: row for row in answer["rows"]}
    (low, high), (from_low, from_high) = rows["green"]["interval"], rows["red"]["interval"]
    share, from_share = rows["green"]["value"], rows["red"]["value"]
    value = share - from_share
    assert answer["difference"]["value"] == pytest.approx(value)
    assert answer["difference"]["interval"] == pytest.approx(
        [
            value - sqrt((share - low) ** 2 + (from_high - from_share) ** 2),
            value + sqrt((high - share) ** 2 + (from_share - from_low) ** 2),
        ]
    )


def test_there_is_no_difference_from_who_is_not_there(engine: sa.Engine) -> None:
    answer = answer_to(engine, question("score", "color", difference=("red", "pink")))
    assert answer["difference"] is None
    with pytest.raises(UnusableFilter, match="difference"):
        answer_to(engine, question("score", difference=("red", "blue")))


def test_wins_stand_beside_those_that_are_expected(engine: sa.Engine) -> None:
    for (color,), row in ask(engine, "wins", "color").items():
        own = [at for at in PLAYED.seats(GAMES[0]) if at[1] == color]
        tables = [sum(session == at[0] for session, _ in PLAYED.score) for at in own]
        expected = fmean(1 / seats for seats in tables)
        assert row["expected"] == pytest.approx(expected)
        assert row["normalised"] == pytest.approx(fmean(PLAYED.won[at] for at in own) / expected)
    assert "expected" not in ask(engine, "search_share")[()]


def test_several_measures_stand_side_by_side_as_each_stands_alone(engine: sa.Engine) -> None:
    keys = ("score", "wins", "actions")
    both: Any = answer_to(
        engine, question("", "color", measures=keys, quantiles=QUARTERS, least=3, order_by="-score")
    )
    alone = {key: ask(engine, key, "color", quantiles=QUARTERS) for key in keys}
    values = [row["measures"]["score"]["value"] for row in both["rows"]]
    assert values == sorted(values, reverse=True)
    for row in both["rows"]:
        group = tuple(row["group"].values())
        assert (row["n"], row["sessions"]) == (alone["score"][group]["n"], alone["score"][group]["sessions"])
        assert row["too_few"] is False
        for key in keys:
            left_out = ("group", "sessions")
            own = {name: value for name, value in alone[key][group].items() if name not in left_out}
            assert row["measures"][key] == own


def test_a_group_that_a_measure_lacks_has_null_there(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        connection.execute(sa.delete(statistics_tables(1).rows))
        kept = [row for row in PLAYED.rows() if (row["measure"], row["seat"]) != ("wins", "green")]
        put_figures(connection, sorted(kept, key=itemgetter("session")))
    found: Any = answer_to(engine, question("", "color", measures=("wins", "score"), order_by="wins"))
    assert [row["group"]["color"] for row in found["rows"]][-1] == "green"
    assert found["rows"][-1]["measures"]["wins"] is None
    assert found["rows"][-1]["n"] == len({at[0] for at in PLAYED.seats(GAMES[0]) if at[1] == "green"})


def test_all_games_answer_together_what_they_have_alike(engine: sa.Engine) -> None:
    whole = ask(engine, "score", game=ALL)[()]
    assert (whole["n"], whole["value"]) == (40, pytest.approx(fmean(PLAYED.score.values())))
    by_game = ask(engine, "minutes", "game", game=ALL, quantiles=QUARTERS)
    for game in GAMES:
        own = [minutes for session, minutes in PLAYED.minutes.items() if PLAYED.game[session] == game]
        assert by_game[game,]["mean"] == pytest.approx(fmean(own))
        assert by_game[game,]["quantiles"] == quarters(own)
    assert by_game[GAMES[0],]["value"] == ask(engine, "minutes")[()]["value"]
    with pytest.raises(UnknownMeasure):
        ask(engine, "actions", game=ALL)


def test_a_session_counts_once_for_each_of_its_players(engine: sa.Engine) -> None:
    found = ask(engine, "minutes", "player", game=ALL)
    for player in ("ann", "bob", "cyd"):
        own = {session for (session, _), one in PLAYED.player.items() if one == player}
        assert found[player,]["n"] == len(own)
        assert found[player,]["value"] == pytest.approx(fmean(PLAYED.minutes[session] for session in own))
    both: Any = answer_to(engine, question("", "player", game=ALL, measures=("wins", "minutes")))
    assert {row["group"]["player"]: row["n"] for row in both["rows"]} == {
        player: row["n"] for (player,), row in found.items()
    }
    with pytest.raises(UnusableFilter, match="fixed by a filter"):
        ask(engine, "minutes", "player", filters={"player": "ann"})


def test_pages_follow_one_another_and_say_when_the_figures_moved(engine: sa.Engine) -> None:
    asked = question("actions", "action", "color", order_by="-total")
    whole: Any = answer_to(engine, asked)
    assert whole["next"] is None
    first: Any = answer_to(engine, replace(asked, limit=4))
    change, skip = map(int, first["next"].split("."))
    second: Any = answer_to(engine, replace(asked, limit=5, change=change, skip=skip))
    assert first["rows"] + second["rows"] == whole["rows"]
    assert (second["next"], "changed" in second) == (None, False)
    later: Any = answer_to(engine, replace(asked, limit=5, change=change + 1, skip=skip))
    assert later["changed"] is True


def test_numbers_are_answered_with_the_digits_that_do_not_depend_on_the_order(engine: sa.Engine) -> None:
    value = ask(engine, "minutes")[()]["value"]
    own = [minutes for session, minutes in PLAYED.minutes.items() if PLAYED.game[session] == GAMES[0]]
    assert value == float(f"{fmean(own):.12g}")
