"""A phone keeps digests of the log that it saw, and says when the log is another one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import recorded
from tests.support.page.evening_over import recorded_whole
from tests.support.page.phone import RECORDING, Phone
from tests.support.page.tapping import Tapping
from tests.support.service.server import Server
from tests.support.verifying import verifier

KEEPS = """([id, number]) => number in (JSON.parse(localStorage.getItem(`digests:${id}`)) ?? {})"""
FORGE = """([id, number]) => {
  const name = `digests:${id}`;
  const seen = JSON.parse(localStorage.getItem(name));
  for (const kept of Object.keys(seen)) if (kept >= number) seen[kept] = "0".repeat(24);
  localStorage.setItem(name, JSON.stringify(seen));
}"""
"""The device saw other entries from this one on."""


def keeps(page: Page, table: Evening, number: int) -> None:
    """Wait until the phone has kept the digest of this entry."""
    page.wait_for_function(KEEPS, arg=[table.id, number])


def test_a_phone_says_which_entry_was_different(phone: MakePhone, evening: Callable[..., Evening]) -> None:
    table = evening(recorded=4)
    watcher = phone().join(table, "spectator")
    keeps(watcher.page, table, 5)
    for number, action in enumerate(table.actions[:3], start=6):
        table.record(action)
        keeps(watcher.page, table, number)
    watcher.page.evaluate(FORGE, [table.id, 7])
    watcher.page.reload()
    told = watcher.page.get_by_role("alert").filter(has_text="has changed since this phone last saw it")
    expect(told).to_have_text("The log has changed since this phone last saw it: entry 7 was different.")
    table.record(table.actions[3])
    watcher.page.reload()
    expect(told).to_be_visible()


def test_the_page_of_a_finished_table_agrees_and_gives_a_file_to_check(
    phone: MakePhone, server: Server, tmp_path: Path
) -> None:
    table = recorded_whole(server, "time_of_chaos", "demo-2p-001", visibility="public")
    stranger = phone()
    stranger.page.goto(f"/t/{table.id}")
    stranger.catches_up(table)
    version = table.version
    keeps(stranger.page, table, version)
    stranger.page.reload()
    text = f"The log matches what this phone saw, up to entry {table.version}."
    expect(stranger.page.get_by_text(text)).to_be_visible()
    with stranger.page.expect_download() as downloading:
        stranger.page.get_by_role("button", name="Proof file").click()
    assert downloading.value.suggested_filename == f"{table.id}.proof.json"
    downloading.value.save_as(tmp_path / "file")
    proven, unproved = verifier()["check"](json.loads((tmp_path / "file").read_text()))
    assert (len(proven), unproved) == (table.version, [])


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A web process that can be stopped."""
    started = Server(tmp_path / "home").start()
    yield started
    started.stop()


def test_a_restore_under_an_open_phone_keeps_what_was_tapped_for_its_user(
    phone: MakePhone, own_server: Server, tmp_path: Path
) -> None:
    """The backup is older than what the phone saw, and others recorded something else since."""
    table = Evening.opened(own_server, "time_of_chaos", "demo-2p-001", recorded=7)
    own_server.kill()
    shutil.copytree(own_server.home, tmp_path / "kept")
    own_server.start()
    table.record(table.actions[0])
    scribe: Phone = phone()
    scribe.page.goto(f"http://127.0.0.1:{own_server.port}/j#{table.tokens['scribe']}")
    scribe.shows(9)
    keeps(scribe.page, table, 9)
    scribe.cut()
    Tapping(scribe, table, table.actions[1]).record()
    own_server.kill()
    shutil.rmtree(own_server.home)
    shutil.copytree(tmp_path / "kept", own_server.home)
    own_server.start()
    table.record({**table.actions[0], "moved_at": "2026-01-01T10:00:00Z"})
    scribe.reconnect()
    expect(scribe.page.get_by_role("heading", name="The log is not the one you know")).to_be_visible()
    expect(scribe.page.get_by_text("entry 9 was different")).to_be_visible()
    before = recorded(table)
    with scribe.page.expect_response(RECORDING):
        scribe.page.get_by_role("button", name="Record it now").click()
    scribe.shows(10)
    assert recorded(table) == [*before, table.actions[1]]
