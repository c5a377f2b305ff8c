"""Tablelog as an app on a phone: what browsers need to install it, and a reload without a network."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.conftest import MakePhone
from tests.page.table import Evening
from tests.page.test_outbox import BEFORE_A_TRAVEL, at_a_travel

KEPT = """async (session) => {
  const has = (path) => caches.match(location.origin + path);
  const rest = performance.getEntriesByType("resource").find(({ name }) => name.includes("-rest.js"));
  const last = () => new Promise((done) => {
    const opening = indexedDB.open("keyval-store");
    opening.onsuccess = () => {
      const asked = opening.result.transaction("keyval").objectStore("keyval").get(`last:${session}`);
      asked.onsuccess = () => done(asked.result);
    };
  });
  const isKept = async () =>
    (await has(location.pathname)) && rest && (await caches.match(rest.name)) && (await last());
  while (!(await isKept())) await new Promise((go) => setTimeout(go, 50));
}"""
"""Ends when this device has all that a reload without a network needs."""
CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  }
  return found;
}"""


def test_a_reload_without_a_network_shows_the_table_and_what_waits(
    phone: MakePhone, evening: Callable[..., Evening]
) -> None:
    table = at_a_travel(evening)
    scribe = phone(service_workers="allow").join(table).whole()
    scribe.page.evaluate(KEPT, table.id)
    scribe.cut()
    scribe.tap("End turn")
    expect(scribe.line).to_contain_text("1 waiting")
    scribe.page.reload()
    scribe.shows(BEFORE_A_TRAVEL)
    expect(scribe.line).to_contain_text("1 waiting")
    scribe.mend()
    expect(scribe.entry(BEFORE_A_TRAVEL + 1)).to_have_count(1)
    kept = scribe.page.evaluate(CACHED)
    assert kept
    assert not [address for address in kept if "/v1/" in address or "#" in address]


def test_browsers_find_what_they_need_to_install_it(phone: MakePhone) -> None:
    page = phone().page
    page.goto("/")
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    where = page.locator("link[rel=manifest]").get_attribute("href") or ""
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    folder = where.rpartition("/")[0]
    for icon in manifest["icons"]:
        answer = page.request.get(f"{folder}/{icon['src']}")
        assert (answer.status, answer.headers["content-type"]) == (200, "image/png"), icon
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
