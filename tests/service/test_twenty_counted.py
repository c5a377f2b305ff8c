"""Each of the twenty questions is answered as the raw files count: one call and one page, row by row."""

from __future__ import annotations

import ast
import json
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from flask.testing import FlaskClient

from domain.games import REGISTRY
from service.app import create_app
from tests.service.conftest import settings_at
from tests.service.test_statistics import follow
from tests.service.test_twenty_questions import QUESTIONS, Row
from tests.support.documents import ROOT
from tests.support.prepared import copy_files
from tests.support.service.answer_tables import (
    ReadCell,
    ReadTable,
    TableReader,
    written,
    written_span,
)
from tests.support.service.planned_evenings import PLAN, not_counted, played
from tests.support.service.raw_counts import (
    UNTOLD,
    CountedFigure,
    CountedRow,
    TwentyCounts,
    in_bins,
    newcombe,
    ordered,
    streaks_of,
)
from tests.support.service.raw_games import ORDER, TIME, PlayedSeat

BY_WORDS = {row.words: row for row in QUESTIONS}
FORM, RULES, HISTOGRAM = (
    "How is somebody doing, and which streaks are there?",
    "Which rules refuse most?",
    "How long does a game take?",
)
DIFFERENCE = "Does the first player win more?"
COUNTED = [row for row in QUESTIONS if row.words not in (FORM, RULES)]
TURNED = "What"
"""The first head of a table with a row for each measure."""
FEW = 20
"""A group with fewer games is too small to tell, and stands last on a page."""
SHARES = {"wins", "win_share", "decision_taken", "decision_win_share"}
IN_THEIR_ORDER = {"round", "count", "position", "rank"}
"""Groups that a page shows in their own order, unless the address asks for another one."""
BY_OFFERS = "-decision_offered"
"""An order that raw files do not tell: what was offered takes the rules."""
DEMO_BOX = ROOT / "domain" / "games" / "time_of_chaos" / "demo.json"


class Opened(NamedTuple):
    """The service, and what must be counted at it."""

    client: FlaskClient
    counts: TwentyCounts


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Opened]:
    """The planned evenings, some refusals, and tables that count for nobody."""
    folder = tmp_path_factory.mktemp("counted")
    copy_files(prepared, folder)
    app = create_app(settings_at(folder), REGISTRY)
    demo = json.loads(DEMO_BOX.read_text("utf-8"))
    other = json.loads(DEMO_BOX.read_text("utf-8"))
    for card in other["cards"]:
        card["points"] = {1: 1, 2: 6, 3: 3}[card["points"]]
    answer = app.test_client().post("/v1/component-sets", json={"game": TIME, "document": other})
    assert answer.status_code == 201, answer.text
    points = [{card["id"]: card["points"] for card in box["cards"]} for box in (demo, other)]
    refused: dict[str, Counter[str]] = {}
    evenings = [played(app, one, answer.json["hash"], points[one.other_box], refused) for one in PLAN]
    not_counted(app)
    app.extensions["tablelog"].refusals.write()
    follow(app)
    yield Opened(app.test_client(), TwentyCounts(evenings, refused))
    app.extensions["tablelog"].close()


# The calls.


def near(answered: float | None, counted: float | None, exactly: float = 1e-9) -> bool:
    """Whether both are the same number, but for the last digits; or both are none."""
    if answered is None or counted is None:
        return answered is counted
    return math.isclose(answered, counted, rel_tol=exactly, abs_tol=exactly)


def check_figure(told: Mapping[str, Any], counted: CountedFigure, at: object) -> None:
    """Every figure of a group that raw files tell."""
    assert told["n"] == len(counted.sessions) or (counted.bounds and told["n"] > len(counted.sessions)), at
    names = {"value": "value", "total": "total", "least": "min", "most": "max", "mean": "mean"}
    for name, answered in (names | {"spread": "spread"}).items():
        found = getattr(counted, name)
        assert found is UNTOLD or near(told[answered], found), (at, answered, told[answered], found)
    if counted.interval not in (UNTOLD, None):
        for bound, found in zip(told["interval"], counted.interval, strict=True):
            assert near(bound, found, 1e-6), (at, told["interval"], counted.interval)
    if counted.expected is not None and "expected" in told:
        assert near(told["expected"], counted.expected), at
        assert near(told["normalised"], counted.value / counted.expected), at
    if "quantiles" in told and counted.quarters is not UNTOLD:
        assert all(map(near, told["quantiles"].values(), counted.quarters)), at
    if counted.bounds is not None:
        assert counted.bounds[0] <= told["value"] <= counted.bounds[1], at


@pytest.mark.parametrize("row", COUNTED, ids=[row.words for row in COUNTED])
def test_a_call_answers_what_the_raw_files_count(opened: Opened, row: Row) -> None:
    answer = opened.client.get(row.call).json
    counted = opened.counts.answers[row.words]
    assert [told["group"] for told in answer["rows"]] == [one.group for one in counted]
    assert answer["groups"] == len(counted) > 0
    for told, one in zip(answer["rows"], counted, strict=True):
        assert told["n"] == len(one.sessions)
        if "measures" in told:
            assert told["measures"].keys() == one.figures.keys()
            for measure, figure in one.figures.items():
                if figure is None:
                    assert told["measures"][measure] is None
                else:
                    check_figure(told["measures"][measure], figure, (one.group, measure))
        else:
            ((measure, figure),) = one.figures.items()
            assert (answer["measure"], figure is None) == (measure, False)
            assert figure is not None
            check_figure(told, figure, one.group)


@pytest.mark.parametrize("row", COUNTED, ids=[row.words for row in COUNTED])
def test_a_figure_leads_to_the_sessions_that_count(opened: Opened, row: Row) -> None:
    for told, one in zip(
        opened.client.get(row.call).json["rows"], opened.counts.answers[row.words], strict=True
    ):
        items = opened.client.get(f"{told['sessions']}&limit=100").json["items"]
        assert {item["id"] for item in items} == one.sessions
        assert len(items) == told["n"]


def test_the_histogram_and_the_difference_are_counted_too(opened: Opened) -> None:
    answer = opened.client.get(BY_WORDS[HISTOGRAM].call).json
    (told,), bins = answer["rows"], answer["bins"]
    minutes = [one.minutes for one in opened.counts.evenings if one.minutes is not None]
    assert told["histogram"] == in_bins(minutes, bins["from"], bins["width"], 20)
    assert sum(told["histogram"]) == len(minutes) < len(opened.counts.evenings)
    assert bins["from"] <= min(minutes)
    assert max(minutes) <= bins["from"] + 20 * bins["width"]

    answer = opened.client.get(BY_WORDS[DIFFERENCE].call).json["difference"]
    first, second = (row.figures["win_share"] for row in opened.counts.answers[DIFFERENCE][:2])
    assert first is not None
    assert second is not None
    value, interval = newcombe(first, second)
    assert (answer["of"], answer["from"]) == ("0", "1")
    assert near(answer["value"], value)
    assert all(near(bound, found, 1e-6) for bound, found in zip(answer["interval"], interval, strict=True))


def test_the_dead_cards_of_a_person_are_counted_too(opened: Opened) -> None:
    call = BY_WORDS["Which cards are dead?"].call
    rows = opened.client.get(f"{call}&player=p5").json["rows"]
    counted = opened.counts.cards("p5")
    assert [told["group"] for told in rows] == [one.group for one in counted]
    for told, one in zip(rows, counted, strict=True):
        figure = one.figures["card_delivered"]
        assert figure is not None
        check_figure(told, figure, one.group)
    (one,) = opened.client.get(f"{call}&card={rows[0]['group']['card']}").json["rows"]
    assert one["group"] == rows[0]["group"]


def test_the_games_of_a_person_are_listed_played_last_first(opened: Opened) -> None:
    told = opened.client.get(BY_WORDS[FORM].call).json["rows"]
    counted = opened.counts.form(TIME, "p1")
    assert [row["session"] for row in told] == [seat.evening.session for seat in counted]
    for row, seat in zip(told, counted, strict=True):
        evening = seat.evening
        expected = {
            "played_on": evening.day,
            "component_set": evening.box,
            "count": len(evening.seats),
            "tags": sorted(evening.tags),
            "minutes": evening.minutes,
            "seat": seat.seat,
            "place": seat.place,
            "player": "p1",
            "team": None,
            "score": seat.score,
            "rank": seat.rank,
            "won": seat.won,
            "margin": seat.margin,
        }
        assert {name: row[name] for name in expected} == expected
        for measure, value in measures_of(seat).items():
            assert near(row["measures"][measure], value), measure


def measures_of(seat: PlayedSeat) -> dict[str, float]:
    """The measures of a seat of A Time of Chaos that its lines and its final table tell."""
    final, kinds = seat.evening.table["seats"][seat.seat], seat.kinds
    points = seat.evening.card_points(seat.seat)
    took = kinds["grab"] + kinds["search"]
    return {
        "score": points - final["penalties"],
        "card_points": points,
        "penalties": final["penalties"],
        "chaos_tiles": final["chaos_tiles"],
        "final_supply": final["supply"],
        "rank": seat.rank,
        "wins": seat.won,
        "win_share": seat.win_share,
        "actions": seat.actions,
        "unused_actions": 3 * kinds["end_turn"] - seat.actions,
        "points_per_action": points / seat.actions,
        "net_points_per_action": (points - final["penalties"]) / seat.actions,
        "deliveries": kinds["deliver"],
        "delivery_points": points / kinds["deliver"],
        "card_taken": took,
        "card_delivered": len(final["tableau"]),
        "search_share": kinds["search"] / took,
        "delivered_share": kinds["deliver"] / took,
        "stranded_cards": len(final["hand"]),
        "travels": kinds["travel"],
        "time_travels": kinds["time_travel"],
        "restores": kinds["restore"],
        "expected_wins": seat.expected,
        "expected_win_share": seat.expected_share,
    }


def test_rules_that_refused_are_counted_in_finished_public_games(opened: Opened) -> None:
    told = opened.client.get(BY_WORDS[RULES].call).json
    counted = opened.counts.refusals()
    names = ("group", "total", "n", "of")
    assert [{name: row[name] for name in names} for row in told["rows"]] == counted
    assert len(counted) == told["groups"] == 4
    for row, one in zip(told["rows"], counted, strict=True):
        assert near(row["value"], one["total"] / one["of"])


# The pages.


def table_at(opened: Opened, row: Row) -> ReadTable:
    """The only table of answers of a page, with the rows of the pages after it."""
    page = TableReader(opened.client.get(row.page).text)
    (table,) = page.tables
    while page.more:
        page = TableReader(opened.client.get(urljoin(row.page, page.more)).text)
        table.rows.extend(page.tables[0].rows)
    return table


def order_of(row: Row, counted: Sequence[CountedRow]) -> str:
    """How a page orders its rows."""
    asked = dict(parse_qsl(urlsplit(row.page).query))
    if "order_by" in asked:
        return asked["order_by"]
    of_their_own = not counted[0].group or counted[0].group.keys() & IN_THEIR_ORDER
    return "group" if of_their_own else f"-{next(iter(counted[0].figures))}"


def on_page(row: Row, counted: list[CountedRow]) -> list[CountedRow]:
    """The rows in the order of the page, those with too few games last."""
    in_groups = sorted(counted, key=lambda one: [key_of(value) for value in one.group.values()])
    order = order_of(row, counted)
    return ordered(in_groups, "group" if order == BY_OFFERS else order, FEW)


def key_of(value: Any) -> tuple[float, str]:
    return (value, "") if isinstance(value, int) and not isinstance(value, bool) else (0, str(value))


def linked(cell: ReadCell) -> dict[str, str]:
    """The filters of the sessions that a cell leads to."""
    assert urlsplit(cell.href).path == "/sessions"
    return dict(parse_qsl(urlsplit(cell.href).query))


def said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_named(row: Sequence[ReadCell], games: ReadCell, one: CountedRow) -> bool:
    """Whether a row is of this group: by its link to the games, or by its name."""
    filters, names = linked(games), {cell.text for cell in row}
    for name, value in one.group.items():
        if name in ("card", "action"):
            word = f"Invented artifact {value}" if name == "card" else value.replace("_", " ").capitalize()
            if word not in names:
                return False
        elif filters.get(name) != said(value):
            return False
    return True


def check_cells(cells: Mapping[str, str], measure: str, figure: CountedFigure, unit: str) -> None:
    """The cells behind a group of one measure, by their heads."""
    share = measure in SHARES
    if figure.value is UNTOLD:
        return
    assert cells["Share" if share else unit] in written(figure.value, share=share)
    if share:
        assert figure.interval is not None
        assert cells["95 % interval"] in written_span(*figure.interval, share=True)
        assert cells["Expected"] in written(figure.expected, share=True)
    else:
        assert cells["Least–most"] in written_span(figure.least, figure.most)
    if "Median" in cells:
        low, middle, high = figure.quarters
        assert cells["Median"] in written(middle)
        assert cells["Middle half"] in written_span(low, high)


UNITS = {"minutes": "Minutes", "score": "Points", "card_delivered": "Times", "score_by_round": "Points"}


@pytest.mark.parametrize("row", COUNTED, ids=[row.words for row in COUNTED])
def test_a_page_shows_what_the_raw_files_count(opened: Opened, row: Row) -> None:
    table = table_at(opened, row)
    counted = on_page(row, opened.counts.answers[row.words])
    if table.heads[0] == TURNED:
        check_turned(table, opened, row, counted)
        return
    games = table.heads.index("Games")
    titles = dict(zip(counted[0].figures, table.heads[games + 1 :], strict=False))
    assert len(table.rows) == len(counted)
    by_offers = order_of(row, counted) == BY_OFFERS
    if by_offers:
        offered = [float(cells[games + 1].text.replace(",", "")) for cells in table.rows]
        assert offered == sorted(offered, reverse=True)
    for place, one in enumerate(counted):
        cells = table.rows[place]
        if by_offers:
            (cells,) = (cells for cells in table.rows if is_named(cells, cells[games], one))
        assert is_named(cells, cells[games], one), (place, one.group)
        assert cells[games].text == str(len(one.sessions))
        if one.group:
            assert (cells[0].remark == "too few to tell") == (len(one.sessions) < FEW)
        texts = {head: cell.text for head, cell in zip(table.heads, cells, strict=True)}
        if len(one.figures) == 1:
            ((measure, figure),) = one.figures.items()
            assert figure is not None
            check_cells(texts, measure, figure, UNITS.get(measure, ""))
            continue
        for measure, figure in one.figures.items():
            value = None if figure is None else figure.value
            if value is not UNTOLD:
                assert texts[titles[measure]] in written(value, share=measure in SHARES), (one.group, measure)


def check_turned(table: ReadTable, opened: Opened, row: Row, counted: list[CountedRow]) -> None:
    """A table with a row for each measure: a column for each group, or for close games and for all."""
    columns = list(counted)
    if not counted[0].group:
        columns += opened.counts.styles_of_all
    games, *measures = table.rows
    assert len(table.heads) == len(columns) + 1
    assert len(measures) == len(columns[0].figures)
    for place, one in enumerate(columns, 1):
        assert games[place].text == str(len(one.sessions))
        filters = linked(games[place])
        assert one.group.items() <= {name: filters[name] == "true" for name in one.group}.items()
        assert ("closeness" in filters) == (not one.group and place == 1)
        for cells, figure in zip(measures, one.figures.values(), strict=True):
            assert figure is not None
            assert cells[place].text in written(figure.value)


def test_the_page_of_the_histogram_has_its_columns(opened: Opened) -> None:
    row = BY_WORDS[HISTOGRAM]
    bins = opened.client.get(row.call).json["bins"]
    titles = [one for one in TableReader(opened.client.get(row.page).text).titles if " to " in one]
    minutes = [one.minutes for one in opened.counts.evenings if one.minutes is not None]
    counts = in_bins(minutes, bins["from"], bins["width"], 20)
    assert [title.rpartition(": ")[2] for title in titles] == [str(count) for count in counts]


def test_the_page_of_a_person_has_the_games_and_the_streaks(opened: Opened) -> None:
    page = TableReader(opened.client.get(BY_WORDS[FORM].page).text)
    (table,) = page.tables
    counted = opened.counts.form(TIME, "p1")
    assert [[cell.text for cell in cells] for cells in table.rows] == [
        [seat.evening.day, "won" if seat.won else f"{seat.rank}.", f"{seat.score}"] for seat in counted
    ]
    assert [cells[0].href for cells in table.rows] == [
        f"/t/{seat.evening.session}/result" for seat in counted
    ]
    streaks = streaks_of(counted)
    assert page.sentence.startswith(f"Won {streaks.won} of the last {streaks.of} games. Now: {streaks.now} ")
    assert ("without a win" in page.sentence) == (not streaks.winning)
    assert f"Longest: {streaks.longest} win" in page.sentence


def test_the_page_of_refusals_has_the_most_refused_first(opened: Opened) -> None:
    table = table_at(opened, BY_WORDS[RULES])
    counted = opened.counts.refusals()
    assert [[cell.text for cell in cells[:3]] for cells in table.rows] == [
        [one["group"]["rule"], f"{one['total']}", f"{one['n']} of {one['of']}"] for one in counted
    ]
    assert all(cells[3].text for cells in table.rows)


# The count itself.


@pytest.mark.parametrize("module", ["raw_games", "raw_counts", "answer_tables"])
def test_the_count_shares_no_code_with_what_it_checks(module: str) -> None:
    tree = ast.parse((ROOT / "tests" / "support" / "service" / f"{module}.py").read_text("utf-8"))
    imported = {one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    own = {name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names}
    assert imported > own
    assert own <= {"tests.support.service.raw_games"}


def test_the_count_agrees_with_the_final_tables(opened: Opened) -> None:
    """What the packaged boxes make of the cards is what the recorded games ended with."""
    for evening in opened.counts.evenings:
        of_the_box = evening.game != TIME or evening.box == opened.counts.evenings[0].box
        if of_the_box and evening.game == TIME:
            assert set(evening.winners) == set(evening.table["winners"])
            assert evening.number("end_turn") == evening.table["turns"]
            for seat in evening.played:
                final = evening.table["seats"][seat.seat]
                assert seat.score == final["score"]
                assert sorted(seat.delivered().elements()) == sorted(final["tableau"])
        if evening.game == ORDER:
            assert evening.rounds == evening.table["round"]


def test_the_plan_tells_one_answer_from_another(opened: Opened) -> None:
    """Filters leave something out, orders differ, some groups are large and others small."""
    counts = opened.counts
    time = [one for one in counts.evenings if one.game == TIME]
    assert 0 < sum(one.closeness <= 2 for one in time) < len(time)
    assert {one.day[:4] for one in counts.evenings} == {"2025", "2026"}
    best, most = (counts.answers[words] for words in ("Who is best?", "Who plays most?"))
    assert [one.group for one in best] != [one.group for one in most]
    assert len(most[0].sessions) >= FEW > len(most[-1].sessions)
    assert on_page(BY_WORDS["Who is best?"], best) != best
    dead = counts.answers["Which cards are dead?"]
    assert [one.figures["card_delivered"].total for one in dead][:2] == [0, 0]
    assert any(len(one.winners) > 1 for one in counts.evenings if one.game == ORDER)
    assert any(not one.winners for one in counts.evenings)
