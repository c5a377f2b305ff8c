"""The measures that every game has alike, and curves by round: held beside a count of each recorded game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.games import REGISTRY
from domain.games.chaos_order.reading import controlled_by_each, count_of
from domain.games.first_light.scoring import open_parts
from domain.kernel import TRUTH, Game
from domain.kernel.engine.entries import codec_of
from domain.kernel.statistics_alike import expected_wins
from replays.databases import make_engine
from replays.event_store import EventStore
from replays.library import Library
from tests.support.hand_counts import lines_of
from tests.support.recorded import library
from tests.support.workers.figures import figures_of_all
from tests.workers.test_games import play_with_slips
from workers.follow import ProjectionRunner, prepare
from workers.rebuild import status

Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]
"""By seat and dimensions."""
Curves = Mapping[str, Callable[[Any], Mapping[str, float]]]


def scores(game: Game[Any]) -> Callable[[Any], Mapping[str, float]]:
    return lambda state: {one.seat: float(one.score or 0) for one in game.standing(state).seats}


CURVES: Mapping[str, Curves] = {
    "time_of_chaos": {
        "score_by_round": scores(REGISTRY["time_of_chaos"]),
        "chaos_load_by_round": lambda state: {
            "table": sum(tile.chaos for tile in state.tiles.values()),
            **{
                seat: sum(tile.chaos and cube == seat for tile in state.tiles.values() for cube in tile.cubes)
                for seat in state.seats
            },
        },
    },
    "chaosmos": {"doom_tracks_by_round": lambda state: {"clock": state.clock}},
    "first_light": {
        "score_by_round": lambda state: {
            seat: sum(parts.values()) for seat, parts in open_parts(state).items() if seat in state.seats
        }
    },
    "order_vs_chaos": {
        "doom_tracks_by_round": lambda state: {side: state.doom(side) for side in ("order", "chaos")},
        "region_counts_by_round": lambda state: {
            "opened": len(state.box.cards) - len(state.unopened),
            "monsters": sum(len(place.monsters) for place in state.places.values()),
            "tokens": sum(place.tokens for place in state.places.values()),
            "rifts_open": sum(
                place.card is not None and state.box.cards[place.card].kind == "rift"
                for place in state.places.values()
            ),
        },
    },
    "chaos_order": {
        "region_counts_by_round": lambda state: {
            seat: count_of(state, seat, held) for seat, held in controlled_by_each(state).items()
        },
    },
}
"""What stands on the table, by the measure of its curve and its subject."""


def some(game: str) -> list[Path]:
    """A short recorded game, a longer one, and one between them."""
    found = sorted(library(game), key=lambda path: (path.stat().st_size, path.stem))
    return [found[len(found) * part // 4] for part in (1, 2, 3)]


def decided(game: Game[Any], recorded: Path, winners: tuple[str, ...]) -> dict[str, Figures]:
    """What seats took of what they were offered, by type; nothing where a game does not open its secrets."""
    found = defaultdict[str, Figures](lambda: defaultdict(float))
    for line in lines_of(game, recorded) if game.opens_when_finished else ():
        seat = game.actor(codec_of(game).action(line.action))
        if seat is None:
            continue
        for kind in {line.kind} | {offer.type for offer in game.offers(line.before, seat, TRUTH)}:
            key, took = (seat, (("action", kind),)), kind == line.kind
            found["decision_offered"][key] += 1
            found["decision_taken"][key] += took
            found["decision_taken of"][key] += 1
            if took:
                found["decision_win_share"][key] += seat in winners
                found["decision_win_share of"][key] += 1
    return dict(found)


@pytest.mark.parametrize(
    ("game", "recorded"),
    [pytest.param(game, path, id=path.stem) for game in REGISTRY for path in some(game)],
)
def test_what_every_game_has_alike_is_what_the_table_says(game: str, recorded: Path, tmp_path: Path) -> None:
    store = EventStore.open(f"sqlite:///{tmp_path}/log.db")
    engine = make_engine(f"sqlite:///{tmp_path}/tables.db")
    prepare(engine)
    play_with_slips(game, recorded, store)
    follower = ProjectionRunner(store, engine, Library())
    while follower.pull(limit=40, most_batches=1):
        pass
    assert not any(one.set_aside for one in status(store, engine))
    measures = REGISTRY[game].measures
    shared = measures.keys() - REGISTRY[game].statistics.declared.keys()
    assert {"wins", "rank", "rounds"} <= measures.keys()
    figures = defaultdict[str, Figures](dict)
    weights = set()
    with engine.connect() as connection:
        for row in figures_of_all(connection):
            if row["measure"] in shared:
                key = row["seat"], tuple(sorted(row["dimensions"].items()))
                figures[row["measure"]][key] = row["value"]
                if row["measure"] in ("decision_taken", "decision_win_share"):
                    figures[f"{row['measure']} of"][key] = row["weight"]
                elif row["measure"] != "turn_minutes":
                    weights.add(row["weight"])
    engine.dispose()
    store.close()
    assert weights == {1}

    turns = set()
    at_ends: dict[int, Any] = {}
    states = []
    for line in lines_of(REGISTRY[game], recorded):
        states.append(state := line.before)
        for fact in line.facts:
            state = REGISTRY[game].evolve(state, fact)
            states.append(state)
    for state in states:
        moment = REGISTRY[game].moment(state)
        turns.add((moment.round, moment.turn))
        at_ends[moment.round] = state
    final = states[-1]
    del at_ends[0]

    standing = REGISTRY[game].standing(final)
    seats = {one.seat: one for one in standing.seats if one.seat in final.seats}
    if "wins" in shared:
        assert figures["wins"] == {(seat, ()): seat in standing.winners for seat in seats}
    if "rank" in shared:
        assert figures["rank"] == {(seat, ()): one.rank for seat, one in seats.items()}
    if "rounds" in shared:
        assert figures["rounds"] == {("", ()): max(at_ends)}
    if "turns" in shared:
        assert figures["turns"] == {("", ()): sum(turn > 0 for _, turn in turns)}
    assert sum(figures["expected_win_share"].values()) == pytest.approx(len(seats) / len(standing.seats))
    for measure, curve in CURVES[game].items():
        of_seats = measures[measure].per == "seat"
        expected = {}
        for number, state in at_ends.items():
            for subject, value in curve(state).items():
                named = {"round": str(number), "subject": subject}
                if measure == "score_by_round":
                    del named["subject"]
                seat = subject if of_seats and subject in seats else ""
                expected[seat, tuple(sorted(named.items()))] = value
        assert figures[measure] == expected
    of_decisions = {measure: of for measure, of in figures.items() if measure.startswith("decision_")}
    assert of_decisions == decided(REGISTRY[game], recorded, standing.winners)
    known = {*CURVES[game], "fame_tracks_by_round"}
    assert {measure for measure in figures if measure.endswith("_by_round")} <= known


def test_a_game_keeps_its_own_measure_of_a_common_key() -> None:
    """The six are there wherever the game has such a thing, and each means one thing."""
    found = Counter(
        key
        for game in REGISTRY.values()
        for key, measure in game.measures.items()
        if key in ("wins", "rank", "score", "minutes", "rounds", "turns")
        and measure.per == ("seat" if key in ("wins", "rank", "score") else "session")
    )
    assert found == {"wins": 5, "rank": 5, "minutes": 5, "rounds": 5, "turns": 3, "score": 2}


def test_the_wins_that_are_expected_add_up_to_one_for_each_game() -> None:
    alone = expected_wins({"red": "red", "blue": "blue", "ai": "ai"})
    assert alone["red"] == alone["ai"] == (1 / 3, 1 / 3)
    teams = expected_wins({"red": "order", "blue": "order", "white": "chaos"})
    assert teams == {"red": (0.5, 0.25), "blue": (0.5, 0.25), "white": (0.5, 0.5)}
