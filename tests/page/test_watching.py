"""Who looks on, who holds a hand, who has no link any more, and who comes by another name of the host."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.support.page.phone import Phone
from tests.support.page.tapping import Tapping

HEAR = """() => {
  window.heard = [];
  const asked = window.fetch;
  window.fetch = async (...what) => {
    const answer = await asked(...what);
    // What free forms are drawn from, fetched in a quiet moment: the names of all that is in the box.
    if (/[/]names$|[/]v1[/]games[/]/.test(new URL(answer.url).pathname)) return answer;
    const copy = answer.clone();
    if (copy.body) {
      const reader = copy.body.pipeThrough(new TextDecoderStream()).getReader();
      (async () => {
        for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
          window.heard.push(value);
        }
      })().catch(() => {});
    }
    return answer;
  };
}"""
APART = 8
"""Points between two targets, so that a thumb finds the one that it means."""


def heard_by(phone: Phone, words: str) -> str:
    """All that the phone was ever told, once it was told these words."""
    phone.page.wait_for_function("(words) => window.heard.join('').includes(words)", arg=words)
    return "".join(phone.page.evaluate("window.heard"))


def test_a_seats_phone_never_hears_of_another_hand(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=0, chance="drawn")
    for kind in ("lay_out_tiles", "deal_displays", "choose_first_player"):
        table.record({"type": kind})
    first = table.ask("/offers")["offers"][0]
    while first["type"] == "place_pawn":
        table.record(
            {"type": "place_pawn", "seat": first["seat"], "tile": first["parameters"]["tile"]["values"][0]}
        )
        first = table.ask("/offers")["offers"][0]
    holder = first["seat"]
    other = next(seat["seat"] for seat in table.ask("")["seats"] if seat["seat"] != holder)
    phone_of_other = phone()
    phone_of_other.context.add_init_script(f"({HEAR})()")
    phone_of_other.join(table, f"seat:{other}")
    table.record({"type": "send_disorder", "seat": holder})
    table.record({"type": "grab", "seat": holder}, f"seat:{holder}")
    phone_of_other.catches_up(table)
    told = table.ask("")
    (held,) = told["view"]["seats"][holder]["hand"]
    heard = heard_by(phone_of_other, f'"number":{told["version"]}')
    assert held["card"] not in heard
    assert held["card"] not in phone_of_other.page.content()
    own = phone()
    own.context.add_init_script(f"({HEAR})()")
    own.join(table, f"seat:{holder}")
    assert held["card"] in heard_by(own, held["card"])


def test_a_watcher_has_no_verbs(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    watcher = phone().join(evening(recorded=8), "spectator")
    expect(watcher.panel).to_contain_text("You are watching.")
    expect(watcher.panel.get_by_role("button")).to_have_count(0)


def test_a_replaced_link_says_so(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=8)
    headers = {"Authorization": f"Bearer {table.tokens['owner']}"}
    watcher = phone().join(table, "spectator")
    table.server.request("POST", f"{table.path}/tokens", {"holders": ["spectator"]}, headers)
    expect(watcher.page.get_by_role("heading", name="This link was replaced.")).to_be_visible()


def test_a_table_that_is_not_there_says_so(phone: MakePhone) -> None:
    """And what can be done, without a thumb on the wrong one; nobody waits for anything."""
    stranger = phone()
    stranger.page.goto("/t/00000000-0000-0000-0000-000000000000")
    expect(stranger.page.get_by_role("heading", name="Table not found.")).to_be_visible()
    expect(stranger.line).to_have_count(0)
    another, home = (stranger.page.get_by_role("link", name=name) for name in ("Use another link", "Home"))
    left, right = another.bounding_box(), home.bounding_box()
    assert left is not None
    assert right is not None
    assert right["x"] - (left["x"] + left["width"]) >= APART


def test_the_token_leaves_the_address_at_once(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=8)
    scribe = phone().join(table)
    assert scribe.page.evaluate("location.hash") == ""
    assert scribe.page.evaluate("history.length") <= 2
    scribe.page.goto("/")
    mine = scribe.page.get_by_role("region", name="On this device")
    expect(mine.get_by_role("link", name="A Time of Chaos")).to_have_attribute("href", f"/t/{table.id}")


def test_it_works_by_plain_http_and_a_name_of_the_house(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=8)
    scribe = phone(host="table.lan").join(table)
    assert scribe.page.evaluate("window.isSecureContext") is False
    Tapping(scribe, table, table.actions[0]).record()
    expect(scribe.entry(10)).to_have_count(1)
    scribe.page.get_by_role("button", name="More").click()
    expect(scribe.page.get_by_text("Use your phone's settings")).to_be_visible()


def test_where_a_page_may_it_keeps_the_screen_on(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    watching = phone()
    watching.page.add_init_script(ASKED_TO_STAY_AWAKE)
    watching.join(evening(recorded=8))
    expect(watching.page.locator("html[data-awake=screen]")).to_have_count(1)
    watching.page.get_by_role("button", name="More").click()
    expect(watching.page.get_by_text("Use your phone's settings")).to_have_count(0)


ASKED_TO_STAY_AWAKE = """
navigator.wakeLock.request = async (kind) => {
  document.documentElement.dataset.awake = kind;
  return { released: false, release() {} };
};
"""


def test_one_round_goes_by_keys_alone(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=8)
    keyed = phone(width=1280, height=800).join(table)
    keys = keyed.page.keyboard
    inside = keyed.page.locator(".panel:focus-within")
    keys.press("Tab")
    travel = keyed.labels().index("Travel") + 1
    keys.press(str(travel))
    expect(keyed.panel.get_by_role("heading", level=2)).to_have_text("Travel: Where to?")
    expect(inside).to_have_count(1)
    keys.press("Escape")
    expect(keyed.button("Travel")).to_be_visible()
    expect(inside).to_have_count(1)
    keys.press(str(travel))
    keys.press("1")
    expect(keyed.entry(10)).to_have_count(1)
    expect(inside).to_have_count(1)
    expect(keyed.button("End turn")).to_be_enabled()
    keys.press("u")
    expect(keyed.entry(11)).to_have_count(1)
    expect(inside).to_have_count(1)


def test_a_place_that_is_tapped_first_lists_what_can_be_done_there(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=8)
    scribe = phone().join(table)
    values = table.words(table.actions[0])["parameters"]["city"]["values"]
    label = values["H"]["label"]
    spot = scribe.page.locator(f'[data-place="{values["H"]["place"]}"]')
    expect(spot).to_have_accessible_name(f"{label} in the present")
    spot.click()
    expect(scribe.panel.get_by_role("heading", level=2)).to_contain_text("what happens here?")
    assert table.version == 9
    scribe.tap(f"Travel: {label}")
    expect(scribe.entry(10)).to_have_count(1)


def test_what_others_record_for_a_seat_is_told_on_its_phone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=8)
    red, blue = phone().join(table, "seat:red"), phone().join(table, "seat:blue")
    travels, ends = table.actions[:2]
    expect(red.panel).not_to_contain_text("recorded:")
    red.button("Travel").focus()
    table.record(travels)
    expect(red.panel).to_contain_text("The scribe recorded: Red travels to ")
    live = red.page.locator("[aria-live=polite]").filter(has_text="The scribe recorded: Red travels to ")
    expect(live).to_have_count(1)
    expect(blue.entry(10)).to_have_count(1)
    expect(blue.panel).not_to_contain_text("recorded:")
    assert ends["type"] == "end_turn"
    red.catches_up(table).tap("End turn")
    expect(red.said(11)).to_be_visible()
    expect(red.panel).not_to_contain_text("recorded:")
    red.page.reload()
    expect(red.said(11)).to_be_visible()
    expect(red.panel).not_to_contain_text("recorded:")


def test_at_the_end_stand_ranks_what_made_them_and_the_whole_digest(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=133, name="demo-4p-003")
    scribe = phone(width=320, height=568).join(table)
    told = table.ask("?with=board,words", "scribe")
    assert told["status"] == "finished"
    expect(scribe.panel.get_by_role("heading", level=2)).to_have_text("Green wins")
    ranks = scribe.panel.get_by_role("list").get_by_role("listitem")
    expect(ranks).to_have_count(4)
    for at, row in enumerate(("1. Green 7", "2. Red 7", "3. Blue 5", "4. Yellow 4")):
        rank, seat, score = row.split()
        expect(ranks.nth(at)).to_have_text(re.compile(rf"^\s*{re.escape(rank)}\W*\w?\s*{seat}\s*{score}"))
    for seat in told["board"]["seats"]:
        for line in seat["lines"]:
            own = ranks.filter(has_text=re.compile(seat["label"]))
            expect(own).to_contain_text(f"{line['label']} {line['value']}")
    expect(scribe.panel.get_by_text(told["digest"], exact=True)).to_be_visible()
    again = scribe.panel.get_by_role("link", name="Play again")
    again.click()
    expect(scribe.page.get_by_role("button", name="4", exact=True)).to_have_attribute("aria-pressed", "true")


def test_a_long_log_begins_with_its_end_and_the_rest_is_asked_for(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=60, name="demo-4p-003")
    watcher = phone(width=1280, height=800).join(table, "spectator")
    expect(watcher.entry(61)).to_have_count(1)
    expect(watcher.entry(21)).to_have_count(0)
    watcher.page.get_by_role("button", name="Show earlier entries").click()
    expect(watcher.entry(1)).to_have_count(1)
    expect(watcher.page.get_by_role("button", name="Show earlier entries")).to_have_count(0)
