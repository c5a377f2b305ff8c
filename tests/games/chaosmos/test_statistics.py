"""The measures and series of Chaosmos, on games worked out by hand and on recorded ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.chaosmos import GAME, facts
from domain.games.chaosmos.state import State
from domain.games.chaosmos.statistics.measures import MEASURES, PUBLIC, SECRET
from domain.games.chaosmos.statistics.observing import observe, observe_public
from domain.games.chaosmos.statistics.tally import Tally, start
from domain.kernel import Fact, Row
from tests.games.chaosmos.table import EAST, NORTH, act, table
from tests.support.counted import CountedGame
from tests.support.games.chaosmos.final_table import where_the_ovoid_is
from tests.support.given import Table
from tests.support.recorded import library

HIGH, LOW = [4, 4], [1, 1]
recorded_games = pytest.mark.parametrize("recorded", library("chaosmos"), ids=lambda path: path.stem)


class Counted:
    """A table whose every fact is counted."""

    def __init__(self, played: Table) -> None:
        self.played = played
        self.tally = start(played.state)
        self.tally.start_player = NORTH

    def play(self, *steps: Any) -> Counted:
        for action in steps:
            state = self.played.state
            self.played.play(action)
            for fact in self.played.facts:
                after = GAME.evolve(state, fact)
                observe(self.tally, state, fact, after)
                state = after
        return self

    def figure(self, measure: str, seat: str | None = None, **dimensions: str) -> tuple[float, float]:
        """Sum of values and of weights of the rows that have these dimensions."""
        found = [
            row
            for row in GAME.statistics.rows(self.tally, self.played.state)
            if (row.measure, row.seat) == (measure, seat) and dimensions.items() <= row.dimensions.items()
        ]
        return sum(row.value for row in found), sum(row.weight for row in found)


def won_by_north(**setting: Any) -> Counted:
    setting.setdefault("at", {EAST: "ashkel"})
    return Counted(table(**setting)).play(
        act("attack", NORTH, target=EAST, dice={NORTH: HIGH, EAST: LOW}),
        act("pass_combat", EAST),
        act("pass_combat", NORTH),
    )


def test_keys_are_unique_and_what_is_counted_is_over_a_measure_of_its_kind():
    assert len({measure.key for measure in MEASURES}) == len(MEASURES)
    assert all(measure.only_finished for measure in MEASURES), "a running game may not tell what seats hide"


def test_the_combat_record():
    counted = won_by_north(hands={EAST: ["coal_fist"]})
    assert counted.figure("combats", NORTH, role="attacker", outcome="win", opponent=EAST) == (1, 1)
    assert counted.figure("combats", EAST, role="defender", outcome="loss") == (1, 1)
    assert counted.figure("attack_wins", NORTH) == (1, 1)
    assert counted.figure("final_margin") == (6, 1)
    assert counted.figure("lead_changes") == (0, 1)
    assert counted.figure("initial_score", EAST) == (2, 1)


def test_cancelled_combats_and_infinity():
    counted = Counted(table(at={EAST: "ashkel"})).play(
        act("attack", NORTH, target=EAST, dice={NORTH: ["infinity", 1], EAST: LOW})
    )
    assert counted.figure("infinity_wins", NORTH) == (1, 1)
    assert counted.figure("final_margin") == (0, 0), "no margin without scores (CM-R35)"
    both = Counted(table(at={EAST: "ashkel"})).play(
        act("attack", NORTH, target=EAST, dice={NORTH: ["infinity", 1], EAST: ["infinity", 1]})
    )
    assert both.figure("combats", NORTH, outcome="cancelled") == (1, 1)
    assert both.figure("attack_wins", NORTH) == (0, 0)
    assert both.figure("forfeited_actions", NORTH) == (2, 1)


def test_combat_cards():
    counted = Counted(
        table(at={EAST: "ashkel"}, hands={NORTH: ["ion_cannon", "coal_fist"], EAST: ["mirror_shield"]})
    ).play(
        act("attack", NORTH, target=EAST, dice={NORTH: LOW, EAST: [2, 3]}),
        act("play_combat_card", NORTH, card="ion_cannon"),
        act("play_combat_card", EAST, card="mirror_shield"),
        act("play_combat_card", NORTH, card="coal_fist"),
        act("pass_combat", NORTH),
        act("pass_combat", EAST),
    )
    assert counted.figure("combat_plays", NORTH, card="ion_cannon") == (1, 1)
    assert counted.figure("cards_cancelled", NORTH, card="ion_cannon") == (1, 1)
    assert counted.figure("single_use_spent") == (1, 1)
    assert counted.figure("combat_play_wins", EAST, card="mirror_shield") == (1, 1)
    assert counted.figure("combat_play_wins", NORTH) == (0, 2)
    assert counted.figure("lead_changes") == (1, 1)


def test_resolution_and_spoils():
    counted = won_by_north(hands={EAST: ["ovoid"]}, controls={"ashkel": EAST}, at={})
    counted.play(
        act("choose_resolution", NORTH, choice="spoils"),
        act("take_spoils", NORTH, card="ovoid"),
        act("take_envelope", NORTH, accept=True),
    )
    assert counted.figure("spoils_share", NORTH) == (1, 1)
    assert counted.figure("stolen", NORTH, card="ovoid") == (1, 1)
    assert counted.figure("spoils_ovoid", NORTH) == (1, 1)
    assert counted.figure("envelopes_taken", NORTH) == (1, 1)
    assert counted.figure("ovoid_hands")[0] == 1
    declined = won_by_north(controls={"ashkel": EAST}, at={})
    declined.play(
        act("choose_resolution", NORTH, choice="banish", planet="guriwan"),
        act("take_envelope", NORTH, accept=False),
    )
    assert declined.figure("spoils_share", NORTH) == (0, 1)
    assert declined.figure("envelopes_taken", NORTH) == (0, 1)


def test_a_robbed_seat_knows_where_the_ovoid_went():
    counted = won_by_north(hands={EAST: ["ovoid"]})
    counted.play(
        act("choose_resolution", NORTH, choice="spoils"),
        act("take_spoils", NORTH, card="ovoid"),
        act("end_turn", NORTH),
    )
    assert counted.tally.last_seen == {NORTH: "hand:north", EAST: "hand:north"}
    assert counted.figure("blind_share", NORTH) == (0, 1)


def test_planets_and_economy():
    counted = Counted(table(at={NORTH: "guriwan"}, face_up={"guriwan": ("iron_vault", None)}, clock=2)).play(
        act("control_planet", NORTH),
        act("hyperspace", NORTH, to="fennmire"),
        act("end_turn", NORTH),
        act("begin_turn", EAST),
        act("end_turn", EAST),
    )
    assert counted.figure("openings", NORTH, planet="guriwan") == (1, 1)
    assert counted.figure("first_opening", planet="guriwan") == (1, 1)
    assert counted.figure("flips_triggered", card="iron_vault") == (1, 1)
    assert counted.figure("never_opened", planet="guriwan") == (0, 1)
    assert counted.figure("never_opened", planet="eddova") == (1, 1)
    assert counted.figure("actions", NORTH, kind="hyperspace") == (1, 1)
    assert counted.figure("hyperspace_jumps", NORTH) == (1, 1)
    assert counted.figure("toxic_landings", NORTH) == (1, 1)
    assert counted.figure("unused_actions", NORTH) == (1, 1)
    assert counted.figure("unused_actions", EAST) == (3, 1)
    assert counted.figure("hypertokens_left", NORTH) == (2, 1)
    assert counted.figure("control", planet="guriwan") == (0, 2)
    assert counted.figure("no_winner") == (1, 1)


def test_movement_over_wormholes_and_the_clock():
    counted = Counted(table(at={NORTH: "jagladak"})).play(
        act("move", NORTH, to="u3"), act("move", NORTH, to="guriwan")
    )
    assert counted.figure("wormhole_moves", NORTH) == (1, 1)
    assert counted.figure("clock_crossings", NORTH) == (0, 0)
    crossing = Counted(table(at={NORTH: "fennmire"})).play(
        act("move", NORTH, to="c1"), act("move", NORTH, to="tolwick")
    )
    assert crossing.figure("clock_crossings", NORTH) == (1, 1)
    beside = Counted(table(at={NORTH: "fennmire"})).play(
        act("move", NORTH, to="c1"), act("move", NORTH, to="guriwan")
    )
    assert beside.figure("clock_crossings", NORTH) == (0, 0)


def test_die_faces_against_their_expected_number():
    counted = won_by_north()
    assert counted.figure("die_faces", NORTH, face="4") == (2, pytest.approx(2 / 6))
    assert counted.figure("die_faces", NORTH, face="1")[0] == 0


def test_accesses_and_bluffs():
    counted = Counted(
        table(
            hands={NORTH: ["coal_fist"]},
            envelopes={"ashkel": ["ovoid", "hum_blade"]},
            controls={"ashkel": NORTH},
        )
    ).play(
        act("transfer_cards", NORTH),
        act("transfer_cards", NORTH, to_hand=["ovoid", "hum_blade"], to_envelope=["coal_fist"]),
    )
    assert counted.figure("accesses", NORTH)[0] == 2
    assert counted.figure("bluff_rate", NORTH) == (1, 2)
    assert counted.figure("cards_moved", NORTH) == (3, 2)
    assert counted.figure("ovoid_sightings", NORTH, by="hand") == (1, 1)


def test_custody_sightings_and_blindness():
    counted = Counted(
        table(
            hands={NORTH: ["deep_scope"]},
            envelopes={"guriwan": ["ovoid", "coal_fist"]},
            at={EAST: "guriwan"},
            clock=4,
        )
    ).play(
        act("play_card", NORTH, card="deep_scope", planet="guriwan"),
        act("end_turn", NORTH),
        act("begin_turn", EAST),
        act("control_planet", EAST),
        act("transfer_cards", EAST, to_hand=["ovoid"]),
        act("end_turn", EAST),
    )
    assert counted.figure("ovoid_sightings", NORTH, by="scry") == (1, 1)
    assert counted.figure("ovoid_sightings", EAST, by="envelope") == (1, 1)
    assert counted.figure("blind_share", NORTH) == (1, 2), "seen in guriwan, then taken by east"
    assert counted.figure("blind_share", EAST) == (0, 1)
    assert counted.figure("ovoid_held", EAST) == (1, 2)
    assert counted.figure("ovoid_placed", EAST) == (1, 2)
    assert counted.figure("ovoid_placed", NORTH) == (1, 2)


@recorded_games
def test_projections_say_what_the_final_table_says(recorded: Path):
    game = CountedGame(GAME, recorded)
    state, rows, expected = game.state, game.rows, game.expected

    def values(measure: str) -> dict[str | None, float]:
        return {row.seat: row.value for row in rows if row.measure == measure}

    assert {seat for seat, share in values("win_share").items() if share} == {expected["winner"]} - {None}
    assert values("turns") == {None: expected["turns_ended"]}
    assert values("turns_cut") == {None: expected["clock_cut_by_cards"]}
    assert values("no_winner") == {None: expected["winner"] is None}
    assert [row.dimensions["cause"] for row in rows if row.measure == "ended_by"] == [expected["cause"]]
    assert values("hypertokens_left") == {
        seat: place["hypertokens"] for seat, place in expected["seats"].items()
    }
    assert where_the_ovoid_is(state) == (expected["ovoid_in"], expected["ovoid_at"])
    custody = [row for row in rows if row.measure == "ovoid_custody"]
    assert sum(row.value for row in custody) == expected["turns_ended"], "intervals without a gap"
    assert {row.measure for row in rows} <= {measure.key for measure in MEASURES}


def blind(state: State) -> State:
    """The table without anything that is not public."""
    return msgspec.structs.replace(
        state,
        seats={
            seat: msgspec.structs.replace(player, hand=(), dealt=()) for seat, player in state.seats.items()
        },
        planets={
            name: msgspec.structs.replace(planet, face_down=(), face_up=None, activated_by=None)
            for name, planet in state.planets.items()
        },
        known={},
    )


def unseen(fact: Fact) -> Fact:
    """The fact without what only some may see."""
    match fact:
        case facts.ControlTaken():
            return msgspec.structs.replace(fact, face_down=(), face_up=None)
        case facts.CardTaken() | facts.CardGivenBack() | facts.CardSent():
            return msgspec.structs.replace(fact, card="")
        case facts.HandShown():
            return msgspec.structs.replace(fact, cards=())
        case facts.CardsTransferred():
            return facts.CardsTransferred(fact.seat, fact.planet)
        case _:
            return fact


@recorded_games
def test_public_figures_follow_from_public_events_alone(recorded: Path):
    game = CountedGame(GAME, recorded)
    public = start(game.state)
    for before, fact, after in game.steps:
        observe_public(public, blind(before), unseen(fact), blind(after))

    def figures(of: Tally) -> list[Row]:
        keys = {measure.key for measure in PUBLIC}
        return [row for row in GAME.statistics.rows(of, game.state) if row.measure in keys]

    assert figures(public) == figures(game.tally)
    assert {row.measure for row in figures(game.tally)}.isdisjoint(measure.key for measure in SECRET)


def test_the_series_are_public_and_follow_clock_and_control():
    clock, control = GAME.series
    played = table(controls={"ashkel": NORTH}, hands={EAST: ["ovoid"]})
    before = played.state
    played.play(act("end_turn", NORTH))
    assert [point.value for point in clock.points(before, played.facts, played.state)] == [35]
    assert list(control.points(before, played.facts, played.state)) == []
    before = played.state
    played.play(act("return_envelope", NORTH))
    (point,) = control.points(before, played.facts, played.state)
    assert (point.subject, point.value, point.detail) == ("ashkel", None, {"flag": NORTH})
    assert len(list(control.points(None, (), played.state))) == len(played.state.planets)
