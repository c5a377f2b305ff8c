"""Series and measures of Chaos Order, against the recorded games' own lines and tables."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from domain.games.chaos_order import GAME
from domain.games.chaos_order.facts import FlareGunPassed, PassChosen, RegionIncomeTaken
from domain.games.chaos_order.reading import controlled, controller, region_count
from domain.games.chaos_order.state import State
from domain.kernel import Fact, Point
from domain.kernel.engine.entries import codec_of
from tests.support.recorded import library, played_to_the_end

SERIES = {series.key: series for series in GAME.series}


class Counted:
    """A recorded game with its rows, its points by series, and its lines."""

    def __init__(self, recorded: Path) -> None:
        session, draft, _ = played_to_the_end(GAME, recorded)
        state: State = session.state
        tally = GAME.statistics.start(state)
        self.points: dict[str, list[tuple[int, Point]]] = {
            key: [(1, point) for point in series.points(None, (), state)] for key, series in SERIES.items()
        }
        self.states = [state]
        self.facts: list[Fact] = []
        for entry in draft.entries:
            before, told = state, codec_of(GAME).facts.decode(entry.facts)
            for fact in told:
                after = GAME.evolve(state, fact)
                GAME.statistics.observe(tally, state, fact, after)
                state = after
            self.facts += told
            self.states.append(state)
            for key, series in SERIES.items():
                self.points[key] += [(entry.number, point) for point in series.points(before, told, state)]
        self.rows = list(GAME.statistics.rows(tally, state))
        self.state = state
        self.actions: list[dict[str, Any]] = [
            json.loads(line) for line in recorded.read_text().splitlines()[1:]
        ]
        self.expected = json.loads(recorded.with_suffix(".expected.json").read_text())

    def total(self, measure: str, seat: str | None = None, *, weight: bool = False, **keys: str) -> float:
        return sum(
            row.weight if weight else row.value
            for row in self.rows
            if row.measure == measure
            and (seat is None or row.seat == seat)
            and all(row.dimensions.get(name) == value for name, value in keys.items())
        )

    def of(self, **wanted: Any) -> int:
        return sum(all(action.get(k) == v for k, v in wanted.items()) for action in self.actions)


def figure(point: Point) -> float:
    """The value of a point that is a number."""
    assert isinstance(point.value, int | float)
    return point.value


@pytest.fixture(scope="module", params=library("chaos_order")[:5], ids=lambda path: path.stem)
def game(request):
    return Counted(request.param)


def test_the_region_count_series_follows_every_entry(game: Counted):
    """Told by changes alone: who controls each region, and how many each seat has."""
    counts: dict[str, Any] = {}
    control: dict[str, Any] = {}
    points = iter(game.points["region-counts"])
    number, point = next(points)
    for entry, state in enumerate(game.states, 1):
        while number == entry:
            if point.detail.get("change") != "end_of_combat" and "income_row" not in point.detail:
                (counts if point.subject in state.clockwise else control)[point.subject] = point.value
            number, point = next(points, (0, point))
        assert counts == {seat: region_count(state, seat) for seat in state.clockwise}
        assert control == {place: controller(region) for place, region in state.regions.items()}


def test_who_passes_is_told_apart_by_whether_they_could_have_acted(game: Counted):
    told = [point.value for _, point in game.points["price-history"] if str(point.value).startswith("passed")]
    passed = [fact.able for fact in game.facts if isinstance(fact, PassChosen)]
    assert told == ["passed_able" if able else "passed_unable" for able in passed]
    assert {*passed} == {True, False}


def test_the_history_of_relics_begins_with_the_table(game: Counted):
    assert game.points["relic-history"][0] == (1, Point("table", None, {"round": game.states[0].round}))


def test_region_counts_end_as_the_expected_table_says(game: Counted):
    last = {point.subject: point for _, point in game.points["region-counts"]}
    for seat, table in game.expected["seats"].items():
        shown = last[seat].detail
        if "income_row" not in shown:
            assert shown["land"] == table["land_regions_controlled"]
            assert shown["land"] + shown["lakes"] == table["regions_controlled"]
    for place, table in game.expected["regions"].items():
        assert last[place].value == table["control"]


def test_income_rows_are_those_that_were_taken(game: Counted):
    taken = [fact for fact in game.facts if isinstance(fact, RegionIncomeTaken)]
    assert game.total("region_count", weight=True) == len(taken) == game.of(type="take_region_income")
    told = [point for _, point in game.points["region-counts"] if "income_row" in point.detail]
    assert [point.value for point in told] == [f.land + f.lakes + f.base + f.modifiers for f in taken]
    for least in ("0", "3", "6", "8"):
        assert game.total("income_rows", row=least) == sum(str(fact.row) == least for fact in taken)


def test_results_are_those_of_the_table(game: Counted):
    winners = game.expected["winners"]
    for seat in game.expected["seats"]:
        assert game.total("win_share", seat) == pytest.approx((seat in winners) / len(winners))
    assert game.total("win_reasons", reason=game.expected["reason"]) == 1
    assert game.total("win_reasons") == 1
    assert game.total("rounds") == game.expected["round"]
    outcome = {p.subject: p.value for _, p in game.points["outcome"] if p.subject != "table"}
    assert [seat for seat, value in outcome.items() if value == "won"] == winners


def test_plans_battles_and_dice_are_those_of_the_lines(game: Counted):
    plans = [action for action in game.actions if action["type"] == "commit_plan"]
    for seat in game.expected["seats"]:
        own = [plan for plan in plans if plan["seat"] == seat]
        for section, number in Counter(plan["section"] for plan in own).items():
            assert game.total("sections", seat, section=section) == number
        for tactics, number in Counter(plan.get("tactics", "none") for plan in own).items():
            assert game.total("plan_cards", seat, tactics=tactics) == number
        assert game.total("retreat_rate", seat) == sum(plan["section"] == "retreat" for plan in own)
    battles = game.of(type="reveal_plans")
    assert game.total("battle_win_share", weight=True) == 2 * battles
    assert game.total("battle_win_share") == battles
    assert game.total("wounds_dealt") == game.total("wounds_taken")
    faces = [face for action in game.actions for face in (action.get("dice") or {}).values()]
    assert game.total("die_faces") == len(faces) == pytest.approx(game.total("die_faces", weight=True))


def test_acts_prices_and_energy_add_up(game: Counted):
    assert game.total("act_rate") == game.of(type="act")
    assert game.total("act_rate", weight=True) == game.of(type="act") + game.of(type="pass")
    human = game.total("phase_price", weight=True, priced_by="seat")
    assert human == game.of(type="set_price")
    flow = [point for _, point in game.points["energy-flow"]]
    for seat, table in game.expected["seats"].items():
        for what in ("energy", "gems"):
            moved = sum(figure(p) for p in flow if p.subject == seat and p.detail["what"] == what)
            assert moved == table[what]
    paid = [p for p in flow if p.detail.get("other") is not None]
    assert sum(map(figure, paid)) == 0
    assert game.total("energy_from_prices") == sum(figure(p) for p in paid if figure(p) > 0)


def test_fame_research_relics_and_the_flare_gun_end_as_expected(game: Counted):
    fame = {p.subject: p.value for _, p in game.points["fame-tracks"] if p.subject != "table"}
    columns = {
        (p.subject, p.detail["track"]): p.value
        for _, p in game.points["research-progress"]
        if p.detail.get("track")
    }
    for seat, table in game.expected["seats"].items():
        assert fame.get(seat, 0) == table["fame"]
        for track, column in table["research"].items():
            assert columns.get((seat, track), 1) == column
            assert game.total("research_column", seat, track=track) == column
    taken = Counter(p.value for _, p in game.points["relic-history"] if p.detail.get("change") == "taken")
    assert taken == {s: len(t["relics"]) for s, t in game.expected["seats"].items() if t["relics"]}
    assert game.total("relics_unclaimed") == len(game.expected["relics_out"])
    passes = [fact for fact in game.facts if isinstance(fact, FlareGunPassed)]
    assert len(passes) == len(game.points["flare-gun-path"]) - 1
    assert game.points["flare-gun-path"][-1][1].value == game.expected["flare_gun"]


def test_armies_and_buildings_end_as_expected(game: Counted):
    army = {p.subject: p.detail for _, p in game.points["army"] if p.subject != "table"}
    for seat, table in game.expected["seats"].items():
        assert army[seat]["sectors"] == table["recruitment"]
        assert army[seat]["base"] == table["base_fighters"]
        standing = sum(region["fighters"].get(seat, 0) for region in game.expected["regions"].values())
        assert army[seat]["map"] == standing
    built = Counter(p.detail["fact"] for _, p in game.points["builds"] if p.subject != "table")
    assert built["building_constructed"] == game.of(type="construct_building")
    assert built["foundation_constructed"] == game.of(type="construct_foundation")


def test_control_at_the_end_of_combat(game: Counted):
    ends = [
        state
        for state, after in zip(game.states, game.states[1:], strict=False)
        if after.phase == "gain_income" and state.phase != "gain_income"
    ]
    rounds = len(ends)
    held = Counter()
    for before, state in zip(game.states, game.states[1:], strict=False):
        if state.phase == "gain_income" and before.phase != "gain_income":
            held.update((seat, place) for seat in state.clockwise for place in controlled(state, seat))
    for (seat, place), times in held.items():
        assert game.total("control_share", seat, region=place) == times
        assert game.total("control_share", seat, weight=True, region=place) == rounds
    assert game.total("win_share_by_count", weight=True) == rounds * len(game.state.clockwise)


def test_cards_by_what_became_of_them(game: Counted):
    draws = Counter(card for action in game.actions for card in action.get("draws", ()))
    used = Counter(
        a["card"] for a in game.actions if a["type"] == "commit_plan" and a.get("tactics") == "use"
    )
    played = Counter(a["card"] for a in game.actions if a["type"] == "play_tactics_card")
    discarded = Counter(a["card"] for a in game.actions if a["type"] == "discard_tactics_card")
    for way, cards in (("drawn", draws), ("used", used), ("played", played), ("discarded", discarded)):
        for card, number in cards.items():
            assert game.total("cards", card=card, way=way) == number


def test_what_series_tell_names_no_hidden_card():
    recorded = library("chaos_order")[0]
    hidden = Counted(recorded)
    cards = set(hidden.state.box.cards)
    open_cards = {a.get("card") for a in hidden.actions}
    for key, points in hidden.points.items():
        if key != "battle-log":
            told = {str(value) for _, point in points for value in (point.value, *point.detail.values())}
            assert not told & cards, key
    log = json.dumps([repr(point) for _, point in hidden.points["battle-log"]])
    assert all(card in open_cards or card not in log for card in cards)


def test_a_change_of_control_says_by_what(game: Counted):
    changes = [point.detail for _, point in game.points["region-counts"] if "before" in point.detail]
    causes = {change["by"] for change in changes if change["change"] != "empty"}
    assert {"units_moved: setup", "units_moved: move"} <= causes
    assert "opening" not in causes


def test_what_happens_is_a_point_alone_and_what_stands_holds_until_the_next():
    assert {key for key, series in SERIES.items() if series.holds} == {
        "fame-tracks",
        "flare-gun-path",
        "outcome",
        "price-history",
        "region-counts",
        "relic-history",
    }
