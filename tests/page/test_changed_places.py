"""What an entry changed: marked by what it is, and in view, also on a phone; and the look of the replay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.evening_over import evening_over, follow
from tests.support.page.phone import Phone
from tests.support.service.server import Server

GAMES = {
    "time_of_chaos": ("demo-2p-001", range(8, 61)),
    "chaosmos": ("demo-2p-two-001", range(20, 61)),
    "order_vs_chaos": ("demo-2p-001", range(20, 61)),
    "chaos_order": ("demo-2p-105-001", range(20, 61)),
    "first_light": ("demo-2p-001", range(20, 61)),
}
"""By game: a recorded game, and the entries that are gone through."""
OUT_OF_VIEW = """() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const marked = [...document.querySelectorAll(".place.fresh")].map((place) => place.getBoundingClientRect());
  const seen = (place) => place.top >= board.top - 1 && place.bottom <= board.bottom + 1;
  return [marked.length, marked.filter(seen).length];
}"""


@pytest.fixture(scope="module")
def over(server: Server) -> Callable[[str], Evening]:
    """A recorded session of a game, public and finished, once for all tests here."""
    made: dict[str, Evening] = {}

    def of(game: str) -> Evening:
        if game not in made:
            made[game] = evening_over(server, game, GAMES[game][0], visibility="public")
        return made[game]

    return of


def at(phone: Phone, entry: int) -> Page:
    expect(phone.page.locator("#replay")).to_have_attribute("data-version", str(entry))
    expect(phone.page.locator(".board[aria-busy=true]")).to_have_count(0)
    phone.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    return phone.page


@pytest.mark.parametrize("game", GAMES)
def test_of_each_step_a_changed_place_is_in_view_on_a_phone(
    game: str, phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    table, steps = over(game), GAMES[game][1]
    looker = phone(width=390, height=844)
    looker.page.goto(f"/t/{table.id}/replay?at={steps[0]}")
    at(looker, steps[0])
    hidden, changing = [], 0
    for entry in steps[1:]:
        looker.page.keyboard.press("ArrowRight")
        marked, seen = at(looker, entry).evaluate(OUT_OF_VIEW)
        changing += bool(marked)
        if marked and not seen:
            hidden.append(entry)
    assert changing > 0
    assert hidden == []


def test_a_fight_marks_where_it_is_and_not_the_whole_map(
    phone: MakePhone, over: Callable[[str], Evening]
) -> None:
    table = over("order_vs_chaos")
    last = table.version
    begins = next(
        entry for entry in range(2, last) if not _fights(table, entry) and _fights(table, entry + 1)
    )
    looker = phone(width=390, height=844)
    looker.page.goto(f"/t/{table.id}/replay?at={begins}")
    at(looker, begins)
    looker.page.keyboard.press("ArrowRight")
    page = at(looker, begins + 1)
    marked, _ = page.evaluate(OUT_OF_VIEW)
    assert marked <= 3, "the places of the fighters alone"


def _fights(table: Evening, entry: int) -> bool:
    zones = table.ask(f"?at={entry}&with=board")["board"]["zones"]
    return any("attle" in zone["title"] for zone in zones)


def test_the_roads_of_a_map_look_as_at_the_table(phone: MakePhone, over: Callable[[str], Evening]) -> None:
    table = over("order_vs_chaos")
    looks = []
    looker = phone(width=1280, height=800)
    for address in (f"/t/{table.id}", f"/t/{table.id}/replay?at=60"):
        looker.page.goto(address)
        road = looker.page.locator(".link.road").first
        expect(road).to_be_attached()
        looks.append(
            road.evaluate("one => [getComputedStyle(one).stroke, getComputedStyle(one).strokeWidth]")
        )
    assert looks[0] == looks[1]


def test_the_boxes_of_what_if_lie_apart(phone: MakePhone, over: Callable[[str], Evening]) -> None:
    table = over("time_of_chaos")
    looker = phone(width=390, height=844)
    looker.page.goto(f"/t/{table.id}/replay?at=40")
    at(looker, 40)
    looker.page.get_by_role("button", name="What if").click()
    labels = looker.page.locator(".room-sheet .choices label")
    expect(labels).to_have_count(2)
    boxes = [labels.nth(number).bounding_box() for number in (0, 1)]
    assert all(box is not None and box["height"] >= 44 for box in boxes)
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]  # type: ignore[index]
    parts = labels.first.locator("input, svg, span").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    )
    assert parts[0][1] <= parts[1][0], "the box, then the sign"


def test_a_correction_is_one_flag_as_at_the_table(
    phone: MakePhone, server: Server, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=40, visibility="public")
    moved = {"facts": [{"fact": "penalty_taken", "seat": "red"}], "reason": "forgotten"}
    headers = {"Authorization": f"Bearer {table.tokens['scribe']}", "If-Match": "*"}
    assert server.request("POST", f"{table.path}/corrections", moved, headers)[0] == 201
    follow(server)
    looker = phone(width=390, height=844)
    looker.page.goto(f"/t/{table.id}/replay?at=30")
    at(looker, 30)
    expect(looker.page.locator(".replay-head .flags")).to_have_text("1 flagged: go to the next")
