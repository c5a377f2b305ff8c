"""What the table costs in bytes, all of them: a phone on a slow line pays for each."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_rest import REST, with_rest
from tests.support.page.wire import Wire

MOST_BYTES, MOST_REQUESTS = 60 * 1024, 30


def test_the_first_view_of_a_table_is_small_and_of_this_host_alone(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = evening(recorded=60, name="demo-4p-003")
    scribe = with_rest(phone(), table)
    wire = Wire(scribe.page)
    with scribe.page.expect_event("requestfinished", lambda request: bool(REST.search(request.url))):
        scribe.page.reload()
    scribe.catches_up(table)
    expect(scribe.entry(61)).to_have_count(1)
    expect(scribe.line).to_contain_text("Live")
    assert 40 * 1024 < wire.total <= MOST_BYTES, str(wire)
    assert len(wire.first_view) <= MOST_REQUESTS, str(wire)
    rest = next(address for address in wire.addresses.values() if REST.search(address))
    asked = list(wire.addresses.values())
    before, after = asked[: asked.index(rest)], asked[asked.index(rest) :]
    assert set(wire.first_view) <= set(before), str(wire)
    assert set(asked) - set(wire.first_view) <= set(after), str(wire)
    assert {urlsplit(address).hostname for address in wire.addresses.values()} == {"127.0.0.1"}
