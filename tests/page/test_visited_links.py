"""One visited link: what an address brings never takes the place of what works on this device."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_joining import forged
from tests.support.recorded import LIBRARY
from tests.support.service.server import Server

OPENING, OTHER = "let-us-play-tonight", "a-token-of-somebody-else"
HEADER = "tablelog-tokens"
KEPT = "() => localStorage.getItem('tablelog.opening')"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service where only those who hold the opening token open tables."""
    started = Server(tmp_path_factory.mktemp("guarded"), TABLELOG_OPENING_TOKEN=OPENING).start()
    yield f"http://127.0.0.1:{started.port}"
    started.stop()


def visited(page: Page, address: str, says: str) -> Any:
    """Visit the opening link; the opening token that the device has then."""
    page.goto("about:blank")
    page.goto(address)
    told = page.locator("#told")
    expect(told).to_contain_text(says) if says else expect(told).to_be_empty()
    expect(page).to_have_url(address.partition("#")[0])
    return page.evaluate(KEPT)


def test_no_visited_link_replaces_an_opening_token_that_works(phone: MakePhone, guarded: str) -> None:
    page = phone().page
    refused = "This link does not work here."
    assert visited(page, f"{guarded}/open#{OTHER}", refused) is None
    page.goto(f"{guarded}/open#{OPENING}")
    page.wait_for_function(f"{KEPT} !== null")
    for bad in ("x", OTHER, f"{OPENING},", "%00" * 20):
        assert (
            visited(page, f"{guarded}/open#{bad}", f"{refused} This device keeps the link it has.") == OPENING
        )


def test_a_new_opening_token_takes_the_place_of_one_that_opens_nothing_any_more(
    phone: MakePhone, guarded: str
) -> None:
    page = phone().page
    page.goto(guarded)
    page.evaluate(f"() => localStorage.setItem('tablelog.opening', '{OTHER}')")
    page.goto(f"{guarded}/open#{OPENING}")
    page.wait_for_function(f"() => localStorage.getItem('tablelog.opening') === '{OPENING}'")


def mine(page: Page) -> dict[str, Any]:
    return dict(json.loads(page.evaluate("() => localStorage.getItem('tablelog.sessions')")))


def sent_by_home(page: Page) -> tuple[list[str], str | None]:
    """The tokens that the page of this device asks with, and the places of those ignored."""
    with page.expect_response(lambda answer: HEADER in answer.request.headers) as answered:
        page.goto("/")
    assert answered.value.status == 200
    tokens = answered.value.request.headers[HEADER].split(", ")
    return tokens, answered.value.headers.get(f"{HEADER}-ignored")


def test_a_link_with_commas_in_its_token_is_kept_by_no_device(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table, other = evening(), evening()
    page = phone().join(table).page
    spoiled = forged(other, "owner", None).replace(".AAAA.", ".A,A,A.")
    for way in (f"/j#{spoiled}", f"/t/{other.id}/replay#{spoiled}"):
        page.goto("about:blank")
        page.goto(way)
        page.locator("h1, h2").first.wait_for()
    assert list(mine(page)) == [table.id]
    assert sent_by_home(page) == ([table.tokens["scribe"]], None)


def test_a_device_that_keeps_bad_tokens_asks_with_the_good_ones(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    """Devices that visited such links before keep what they brought."""
    table, revoked = evening(), evening()
    one = phone().join(table).join(revoked, "seat:red")
    spoiled = revoked.tokens["seat:red"]
    revoked.issued("seat:red")
    page = one.page
    page.evaluate(
        """([session, token]) => {
            const all = JSON.parse(localStorage.getItem("tablelog.sessions"));
            all[session] = { tokens: { owner: token }, use: "owner", at: Date.now() };
            all["__proto__ of none"] = all["constructor"] = 7;
            localStorage.setItem("tablelog.sessions", JSON.stringify(all));
        }""",
        [str(uuid4()), "a,b,c"],
    )
    assert sent_by_home(page) == ([spoiled, table.tokens["scribe"]], "1")
    pane = page.locator("#mine li").filter(has_text="the link no longer works")
    expect(pane).to_have_count(1)
    assert sent_by_home(page) == ([table.tokens["scribe"]], None)
    assert sorted(mine(page)) == sorted([table.id, revoked.id])


def test_a_forged_first_link_keeps_nothing(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening()
    page = phone().page
    page.goto(f"/j#{forged(table, 'owner', None)}")
    expect(page.get_by_role("alert")).to_contain_text("This is not a link to a table.")
    page.goto("about:blank")
    page.goto(f"/j#{table.tokens['seat:red']}")
    page.wait_for_url(f"**/t/{table.id}")
    kept = mine(page)[table.id]
    assert (list(kept["tokens"]), kept["use"]) == (["seat:red"], "seat:red")


def test_a_seat_may_be_called_constructor(phone: MakePhone, server: Server) -> None:
    """Every object of a page seems to have a member of this name."""
    recorded = (LIBRARY / "time_of_chaos" / "demo-2p-001.jsonl").read_text()
    first, *others = json.loads(recorded.partition("\n")[0])["seats"]
    seats = [first | {"seat": "constructor"}, *others]
    table = Evening.opened(server, "time_of_chaos", "demo-2p-001", seats=seats)
    page = phone().join(table, "seat:constructor").page
    page.get_by_role("navigation", name="Seats").wait_for()
    page.goto(f"/open/time_of_chaos?again={table.id}")
    expect(page.get_by_label("Who sits here?").first).to_have_value("")
    assert "native code" not in page.inner_text("body")
    assert sent_by_home(page) == ([table.tokens["seat:constructor"]], None)
