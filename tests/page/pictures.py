"""Pictures of every screen, for docs/pictures: `.venv/bin/python -m tests.page.pictures [NAME …]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.page.browser import find_browser
from tests.page.phone import Phone
from tests.page.table import Evening
from tests.service.server import Server

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PHONE, SMALL, ACROSS, DESK = (390, 844), (320, 568), (844, 390), (1280, 800)
Shot = tuple[tuple[int, int], str, Callable[[Phone, Server], None]]


def choose(inside: Locator, label: str, name: str) -> None:
    """Choose the thing of this name in the field of this label."""
    inside.get_by_role("combobox", name=label, exact=True).select_option(label=name)


def at(
    recorded: int, name: str = "demo-4p-003", holder: str = "scribe"
) -> Callable[[Phone, Server], Evening]:
    """The table of a recorded game after so many actions."""

    def open_table(phone: Phone, server: Server) -> Evening:
        table = Evening.opened(server, "time_of_chaos", name, recorded=recorded)
        phone.join(table, holder)
        return table

    return open_table


def table(phone: Phone, server: Server) -> None:
    at(60)(phone, server)


def asking(phone: Phone, server: Server) -> None:
    at(60)(phone, server)
    phone.tap("Travel")


def laying_out(phone: Phone, server: Server) -> None:
    """The tiles of the first era, half laid out."""
    at(0)(phone, server)
    phone.tap("Lay out the tiles")
    for city in ("Cinderhold", "Greyharbor", "Eastgate", "Highspire"):
        phone.tap(city)


def refused(phone: Phone, server: Server) -> None:
    at(8, "demo-2p-001")(phone, server)
    phone.cut()
    phone.tap("End turn")
    phone.tap("End turn")
    phone.context.set_offline(False)
    expect(phone.panel.get_by_role("alert")).to_be_visible()


def offline(phone: Phone, server: Server) -> None:
    at(60)(phone, server)
    phone.cut()
    phone.tap("End turn")


def correcting(phone: Phone, server: Server) -> None:
    """A correction, half filled in."""
    with phone.page.expect_event("requestfinished", lambda request: request.url.endswith("/names")):
        at(60)(phone, server)
    phone.page.get_by_role("button", name="More", exact=True).click()
    phone.panel.get_by_role("button", name="Correct the table").click()
    choose(phone.panel, "What became so?", "Pawn moved")
    choose(phone.panel, "Seat", "Red")
    choose(phone.panel, "To", "Aldermoor in the past")


def something_else(phone: Phone, server: Server) -> None:
    """Something else than what was offered when the line was cut."""
    with phone.page.expect_event("requestfinished", lambda request: request.url.endswith("/names")):
        at(60)(phone, server)
    phone.cut()
    phone.panel.get_by_role("button", name="Something else").click()
    choose(phone.panel, "What happened?", "Deliver")


def recorded_for(phone: Phone, server: Server) -> None:
    """The scribe records for the seat of this phone."""
    table = at(60, holder="seat:red")(phone, server)
    table.record(table.actions[0])
    expect(phone.panel).to_contain_text("recorded:")


def choosing_a_card(phone: Phone, server: Server) -> None:
    """A card is asked for: those of the display are lit."""
    at(60)(phone, server)
    phone.tap("Search")


def conflict(phone: Phone, server: Server) -> None:
    table = at(60)(phone, server)
    phone.hold()
    phone.tap("End turn")
    table.record(table.actions[0])
    expect(phone.entry(62)).to_have_count(1)
    phone.release()
    expect(phone.panel.get_by_role("alert")).to_be_visible()


def watching(phone: Phone, server: Server) -> None:
    at(60, holder="spectator")(phone, server)


def log(phone: Phone, server: Server) -> None:
    at(60)(phone, server)
    phone.page.get_by_role("link", name="Log").click()


def seats(phone: Phone, server: Server) -> None:
    at(60)(phone, server)
    phone.page.get_by_role("link", name="Seats").click()


def finished(phone: Phone, server: Server) -> None:
    at(133)(phone, server)


def home(phone: Phone, server: Server) -> None:
    at(60)(phone, server)
    phone.page.goto("/")


def form(phone: Phone, server: Server) -> None:
    phone.page.goto("/open/time_of_chaos")
    expect(phone.page.get_by_role("button", name="Open the table")).to_be_visible()


def links(phone: Phone, server: Server) -> None:
    table = at(8, holder="owner")(phone, server)
    for holder in ("scribe", "seat:red"):
        phone.join(table, holder)
    phone.page.goto(f"/t/{table.id}/links")
    expect(phone.page.get_by_role("img").first).to_be_visible()


SHOTS: dict[str, Shot] = {
    "table-phone": (PHONE, "light", table),
    "table-phone-dark": (PHONE, "dark", table),
    "table-small": (SMALL, "light", table),
    "table-across": (ACROSS, "light", table),
    "table-desk": (DESK, "light", table),
    "asking-phone": (PHONE, "light", asking),
    "laying-out-phone": (PHONE, "light", laying_out),
    "refused-phone": (PHONE, "light", refused),
    "correcting-phone": (PHONE, "light", correcting),
    "correcting-desk": (DESK, "light", correcting),
    "something-else-phone": (PHONE, "light", something_else),
    "recorded-for-phone": (PHONE, "light", recorded_for),
    "cards-phone": (PHONE, "light", choosing_a_card),
    "cards-desk": (DESK, "light", choosing_a_card),
    "conflict-phone": (PHONE, "light", conflict),
    "offline-phone": (PHONE, "light", offline),
    "watching-phone": (PHONE, "light", watching),
    "log-phone": (PHONE, "light", log),
    "seats-phone": (PHONE, "light", seats),
    "finished-phone": (PHONE, "light", finished),
    "home-phone": (PHONE, "light", home),
    "open-phone": (PHONE, "light", form),
    "links-phone": (PHONE, "light", links),
}


@contextmanager
def phone_of(browser: Browser, server: Server, size: tuple[int, int], look: str) -> Iterator[Phone]:
    """A phone of this size in this look."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce",
        base_url=f"http://127.0.0.1:{server.port}",
    )
    yield Phone(context)
    context.close()


def settled(page: Page) -> None:
    """Wait until rings have faded and nothing is on its way."""
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")


def main(names: list[str]) -> None:
    """Take the pictures of these names, or all."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home_of_server, sync_playwright() as playwright:
        server = Server(Path(home_of_server)).start()
        browser = playwright.chromium.launch(executable_path=find_browser())
        try:
            for name in names or SHOTS:
                size, look, make = SHOTS[name]
                with phone_of(browser, server, size, look) as phone:
                    make(phone, server)
                    settled(phone.page)
                    phone.page.screenshot(path=FOLDER / f"{name}.png")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
