"""Pictures of every screen, for docs/pictures: `.venv/bin/python -m tests.support.page.pictures [NAME …]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.page.table import Evening
from tests.support.card_pictures import bytes_of, card, put_picture
from tests.support.page.browser import find_browser
from tests.support.page.evening_over import evening_over, follow, recorded_whole
from tests.support.page.guided import Guided
from tests.support.page.moments import MOMENTS, Moment
from tests.support.page.phone import Phone
from tests.support.page.small_png import small_png
from tests.support.service.recorded_tables import SHORT
from tests.support.service.server import Server

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
SIZES = {"phone": (390, 844), "small": (320, 568), "desk": (1280, 800)}
ACROSS = (844, 390)
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
    phone.corrects_by_facts()
    choose(phone.panel, "What changed?", "Pawn moved")
    choose(phone.panel, "Seat", "Red")
    choose(phone.panel, "To", "Aldermoor in the past")


def something_else(phone: Phone, server: Server) -> None:
    """Something else than what was offered when the line was cut."""
    with phone.page.expect_event("requestfinished", lambda request: request.url.endswith("/names")):
        at(60)(phone, server)
    phone.cut()
    phone.panel.get_by_role("button", name="Something else").click()
    phone.panel.get_by_role("button", name="Deliver", exact=True).click()


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


def hand(phone: Phone, server: Server) -> None:
    """A seat's own phone, with the hand that no other phone is told."""
    at(60, holder="seat:red")(phone, server)
    phone.page.get_by_role("region", name="Before Red", exact=True).scroll_into_view_if_needed()


def log(phone: Phone, server: Server) -> None:
    part(at(60)(phone, server), phone, "log")


def seats(phone: Phone, server: Server) -> None:
    part(at(60)(phone, server), phone, "seats")


def part(table: Evening, phone: Phone, name: str) -> None:
    """A part of the table that has an address of its own."""
    phone.page.goto(f"/t/{table.id}#{name}")


def finished(phone: Phone, server: Server) -> None:
    at(133)(phone, server)


def home(phone: Phone, server: Server) -> None:
    at(60)(phone, server)
    phone.page.goto("/")


def form(phone: Phone, server: Server) -> None:
    """The form as it is for who has opened a table before."""
    ids, names = {"red": "k3v9", "blue": "p4x2"}, {"red": "Window", "blue": "Door"}
    phone.join(Evening.opened(server, "time_of_chaos", "demo-2p-001", players=ids, labels=names))
    phone.page.goto("/open/time_of_chaos")
    expect(phone.page.get_by_role("button", name="Open the table")).to_be_visible()


def links(phone: Phone, server: Server) -> None:
    table = at(8, holder="owner")(phone, server)
    for holder in ("scribe", "seat:red"):
        phone.join(table, holder)
    phone.page.goto(f"/t/{table.id}/links")
    expect(phone.page.get_by_role("img").first).to_be_visible()


def looking(game: str, moment: Moment) -> Callable[[Phone, Server], None]:
    """The table of a game at this moment, for its scribe."""

    def open_table(phone: Phone, server: Server) -> None:
        phone.join(Evening.opened(server, game, moment.name, recorded=moment.recorded)).whole()

    return open_table


@cache
def questioned(game: str, moment: Moment) -> Callable[[Phone, Server], None]:
    """The next action of a game is asked for on its seat's phone: its verb is chosen."""

    def open_table(phone: Phone, server: Server) -> None:
        own, action = at_a_turn(phone, server, game, moment)
        own.begin(action)

    return open_table


def put_together(game: str, moment: Moment) -> Callable[[Phone, Server], None]:
    """The next action of a game is a step of a turn that is not recorded yet."""

    def open_table(phone: Phone, server: Server) -> None:
        own, action = at_a_turn(phone, server, game, moment)
        own.choose(action)
        expect(phone.panel.get_by_role("button", name="Go back to before: ").first).to_be_visible()

    return open_table


def at_a_turn(phone: Phone, server: Server, game: str, moment: Moment) -> tuple[Guided, dict[str, Any]]:
    """The phone of the seat whose action comes next, and that action."""
    table = Evening.opened(server, game, moment.name, recorded=moment.recorded)
    action = table.actions[0]
    holder = f"seat:{action['seat']}"
    return Guided(phone.join(table, holder), table, holder), action


def putting_right(phone: Phone, server: Server) -> None:
    """The board as a mat, with a piece in the hand."""
    at(60)(phone, server)
    phone.page.get_by_role("button", name="More", exact=True).click()
    phone.panel.get_by_role("button", name="Put right…").click()
    phone.page.locator(".board .piece.pawn").first.click(force=True)


def whole_evening(server: Server) -> Evening:
    """A public session that is over."""
    return evening_over(server, "time_of_chaos", "demo-4p-003", visibility="public")


def reading(address: str) -> Callable[[Phone, Server], None]:
    """A page that is read after the evening, as anybody sees it."""

    def open_page(phone: Phone, server: Server) -> None:
        phone.page.goto(address.format(session=whole_evening(server).id), wait_until="networkidle")
        expect(phone.page.get_by_role("main")).to_be_visible()

    return open_page


def answering(game: str, question: str) -> Callable[[Phone, Server], None]:
    """The answer to a question over a public game that is over."""

    def open_page(phone: Phone, server: Server) -> None:
        evening_over(server, game, SHORT[game], visibility="public")
        phone.page.goto(f"/statistics/{game}?{question}", wait_until="networkidle")
        expect(phone.page.get_by_role("main")).to_be_visible()

    return open_page


def own_box(section: str = "", row: str = "", game: str = "first_light") -> Callable[[Phone, Server], None]:
    """An edition: its overview, or a table or map of it, with the fields of a row or place open."""

    def open_page(phone: Phone, server: Server) -> None:
        asked = {"game": game, "from": "demo", "name": "The box on our shelf"}
        status, made = server.request("POST", "/v1/editions", asked)
        assert status == 201, made
        phone.page.goto(f"/e#{made['tokens']['keeper']}")
        expect(phone.page.get_by_role("heading", level=1, name=asked["name"])).to_be_visible()
        if section:
            phone.page.get_by_role("link", name=section).click()
        if row:
            phone.page.get_by_role("button", name=row).click()
            expect(phone.page.get_by_role("dialog").or_(phone.page.locator("aside.chosen"))).to_be_visible()

    return open_page


CHANGED = (
    {"do": "set", "at": "items/aqua_cannon/name", "value": "Water Gun"},
    {"do": "set", "at": "items/aqua_pack/cost", "value": {"water": 2, "algae": 1}},
    {
        "do": "set",
        "at": "events/spring_tide/text",
        "value": "Each player gains 3 Water and may move the Harvester.",
    },
    {"do": "take", "at": "events/market_day"},
)


def box_in_time(apart: str) -> Callable[[Phone, Server], None]:
    """An edition of First Light after its first version: `compare`, or the parts that a table `learnt`."""

    def open_page(phone: Phone, server: Server) -> None:
        asked = {"game": "first_light", "from": "demo", "name": "The box on our shelf"}
        _, made = server.request("POST", "/v1/editions", asked)
        path, sent = (
            f"/v1/editions/{made['edition']}",
            {"Authorization": f"Bearer {made['tokens']['keeper']}"},
        )
        before = {"do": "set", "at": "events/spring_tide/text", "value": "Each player gains 2 Water at once."}
        for changes in ((before,), CHANGED):
            status, told = server.request(
                "PATCH", f"{path}/draft", {"changes": changes}, sent | {"If-Match": "*"}
            )
            assert status == 200, told
            if changes != CHANGED:
                _, version = server.request("POST", f"{path}/versions", {}, sent)
        played = Evening.opened(server, "first_light", "demo-2p-001", component_set=version["hash"])
        owner = {"Authorization": f"Bearer {played.tokens['owner']}", "If-Match": "*"}
        _, read = server.request("GET", f"/v1/component-sets/{version['hash']}")
        rows = {row["id"]: row for row in read["document"]["items"]}
        for id, name, points in (("algae_cells", "Green Cells", 2), ("aqua_pack", "Rucksack", 3)):
            parts = {f"items/{id}": rows[id] | {"name": name, "cost": {"water": points}}}
            status, told = server.request(
                "POST", f"{played.path}/amendments", {"parts": parts, "offer": made["edition"]}, owner
            )
            assert status == 201, told
        phone.page.goto(f"/e#{made['tokens']['keeper']}")
        expect(phone.page.get_by_role("heading", level=1, name=asked["name"])).to_be_visible()
        phone.page.goto(f"/editions/{made['edition']}/{apart}")
        expect(phone.page.get_by_role("heading", level=3).first).to_be_visible()

    return open_page


def with_pictures(server: Server) -> tuple[dict[str, Any], str]:
    """An edition of First Light whose Items have pictures, and the hash of its version."""
    status, made = server.request(
        "POST", "/v1/editions", {"game": "first_light", "from": "demo", "name": "Ours"}
    )
    assert status == 201, made
    headers = {"Authorization": f"Bearer {made['tokens']['keeper']}"}
    _, draft = server.request("GET", f"/v1/editions/{made['edition']}/draft", headers=headers)
    for number, item in enumerate(draft["document"]["items"]):
        name = item.get("name") or item["id"].replace("_", " ").capitalize()
        put_picture(server, made, f"items/{item['id']}", bytes_of(card(name, number)))
    status, version = server.request(
        "POST", f"/v1/editions/{made['edition']}/versions", {"note": ""}, headers
    )
    assert status == 201, version
    return made, version["hash"]


def form_with_picture(phone: Phone, server: Server) -> None:
    """The form of a card that has a picture."""
    made, _ = with_pictures(server)
    phone.page.goto(f"/e#{made['tokens']['keeper']}")
    phone.page.get_by_role("link", name="Item Cards").click()
    phone.page.get_by_role("button", name="Aqua cannon").click()
    expect(phone.page.get_by_role("button", name="Picture of Aqua cannon", exact=True)).to_be_visible()


FACES_LOADED = """Promise.all([...document.querySelectorAll("[data-face]")].map((one) => {
  const image = new Image();
  image.src = one.style.getPropertyValue("--face").slice('url("'.length, -'")'.length);
  return image.decode();
}))"""


def faces(phone: Phone, server: Server) -> None:
    """A hand of cards that have pictures."""
    _, component_set = with_pictures(server)
    table = Evening.opened(server, "first_light", "demo-2p-001", recorded=100, component_set=component_set)
    phone.join(table, f"seat:{table.actions[0]['seat']}")
    phone.page.get_by_role("button", name="Show hand").click()
    shown = phone.page.locator("li.card.secret[data-face]")
    expect(shown.first).to_be_visible()
    shown.first.scroll_into_view_if_needed()
    phone.page.evaluate(FACES_LOADED)


def first_use(phone: Phone, server: Server) -> None:
    """A table that plays with an edition, and an action that names a card for the first time."""
    asked = {"game": "first_light", "from": "demo", "name": "The box on our shelf"}
    status, made = server.request("POST", "/v1/editions", asked)
    assert status == 201, made
    keeper = {"Authorization": f"Bearer {made['tokens']['keeper']}"}
    status, version = server.request("POST", f"/v1/editions/{made['edition']}/versions", {}, keeper)
    assert status == 201, version
    opening = {"component_set": version["hash"]}
    phone.join(Evening.opened(server, "first_light", "demo-2p-001", recorded=84, **opening))
    for label in ("Depository", "Middle row: 1 die", "Zcarpi, 4 ★, for 8 Water and 1 Algae"):
        phone.tap(label)
    expect(phone.panel.get_by_role("group", name="as in your box?")).to_be_visible()


EVENINGS = (
    ("time_of_chaos", "demo-2p-007", "2026-10-08", {"blue": "Ruby", "red": "Cobalt"}),
    ("first_light", "demo-3p-002", "2026-10-22", {"yellow": "Amber", "black": "Ruby", "blue": "Jade"}),
    (
        "time_of_chaos",
        "demo-4p-006",
        "2026-11-05",
        {"yellow": "Ruby", "blue": "Cobalt", "red": "Amber", "green": "Slate"},
    ),
    ("order_vs_chaos", "demo-3p-002", "2026-11-12", {"blue": "Slate", "black": "Cobalt", "yellow": "Ruby"}),
    ("time_of_chaos", "demo-3p-005", "2026-11-19", {"blue": "Jade", "green": "Ruby", "red": "Amber"}),
)
"""Evenings of a club: the recorded game, its day and who sat where."""


def in_club(server: Server) -> tuple[dict[str, Any], dict[str, str]]:
    """A club with evenings and a table, and the ids of its people by name."""
    status, made = server.request("POST", "/v1/clubs", {"name": "Thursday table", "timezone": "Europe/Rome"})
    assert status == 201, made
    names = sorted({name for *_, seats in EVENINGS for name in seats.values()})
    ids = {name: f"person-{name.lower()}" for name in names}

    def take_in(evening: Evening) -> None:
        sent = {
            "Authorization": f"Bearer {made['tokens']['organiser']}",
            "Tablelog-Tokens": evening.tokens["owner"],
        }
        status, told = server.request("PUT", f"/v1/clubs/{made['club']}/sessions/{evening.id}", headers=sent)
        assert status == 200, told

    for game, name, day, labels in EVENINGS:
        players = {seat: ids[name] for seat, name in labels.items()}
        opening: dict[str, Any] = {"labels": labels, "players": players, "played_on": day}
        take_in(recorded_whole(server, game, name, **opening))
    labels = {"red": "Ruby", "blue": "Cobalt", "yellow": "Amber", "green": "Jade"}
    players = {seat: ids[name] for seat, name in labels.items()}
    take_in(
        Evening.opened(server, "time_of_chaos", "demo-4p-003", recorded=60, labels=labels, players=players)
    )
    follow(server)
    people = {}
    for name, player in ids.items():
        sent = {"Authorization": f"Bearer {made['tokens']['member']}"}
        asked = {"name": name, "players": [player]}
        status, told = server.request("POST", f"/v1/clubs/{made['club']}/people", asked, sent)
        assert status == 201, told
        people[name] = told["person"]
    return made, people


def club(path: str = "", holder: str = "keeper") -> Callable[[Phone, Server], None]:
    """The page of a club, or one below it, on the device of this holder."""

    def open_page(phone: Phone, server: Server) -> None:
        made, people = in_club(server)
        phone.page.goto(f"/c#{made['tokens'][holder]}")
        expect(phone.page.get_by_role("heading", level=1, name="Thursday table")).to_be_visible()
        if path:
            phone.page.goto(path.format(club=made["club"], **people))
            expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
            expect(phone.page.get_by_text("Loading")).to_have_count(0)

    return open_page


SCREENS: dict[str, Callable[[Phone, Server], None]] = {
    "home": home,
    "open": form,
    "links": links,
    "table": table,
    "asking": asking,
    "laying-out": laying_out,
    "log": log,
    "seats": seats,
    "refused": refused,
    "conflict": conflict,
    "offline": offline,
    "watching": watching,
    "finished": finished,
    "correcting": correcting,
    "something-else": something_else,
    "recorded-for": recorded_for,
    "cards": choosing_a_card,
}
READ: dict[str, Callable[[Phone, Server], None]] = {
    "replay": reading("/t/{session}/replay?at=60"),
    "entry": reading("/t/{session}/entry/60"),
    "audit": reading("/t/{session}/audit"),
    "charts": reading("/t/{session}/charts?series=scores&at=60"),
    "result": reading("/t/{session}/result"),
    "rule": reading("/rules/time_of_chaos/TC-222?session={session}"),
    "sessions": reading("/sessions"),
    "statistics": reading("/statistics/time_of_chaos"),
    "statistics-map": answering("chaos_order", "measure=control_share&group_by=region&least=1"),
    "statistics-bars": answering("chaos_order", "measure=region_count&group_by=round,faction&least=1"),
}
"""What is read after the evening."""
TURNS = {
    "time_of_chaos": Moment("demo-2p-001", 16),
    "order_vs_chaos": Moment("bots-2p-014", 9),
    "chaosmos": Moment("demo-2p-first-004", 12),
    "first_light": Moment("demo-2p-001", 14),
    "chaos_order": Moment("demo-3p-105-002", 13),
}
"""By game, where a seat has just begun its turn."""
BESIDE = ("log", "seats")
"""What a desktop shows beside the table, so that a picture of its own would be the same."""
GAMES: dict[str, Callable[[Phone, Server], None]] = {
    f"{game.replace('_', '-')}-{told}": looking(game, moment)
    for game, moments in MOMENTS.items()
    for told, moment in moments.items()
}
"""What is particular to each game: its opening, its middle, where it comes to blows or words, its end."""
GAMES |= {f"{game.replace('_', '-')}-question": questioned(game, moment) for game, moment in TURNS.items()}
GAMES |= {f"{game.replace('_', '-')}-draft": put_together(game, moment) for game, moment in TURNS.items()}
GAMES["putting-right"] = putting_right
IN_THE_DARK = ("home", "open", "links", "table", "refused")
SHOTS: dict[str, Shot] = {
    f"{screen}-{device}": (size, "light", make)
    for screen, make in SCREENS.items()
    for device, size in SIZES.items()
    if device != "desk" or screen not in BESIDE
} | {
    "edition-phone": (SIZES["phone"], "light", own_box()),
    "edition-form-phone": (SIZES["phone"], "light", own_box("Item Cards", "Aqua cannon")),
    "edition-form-phone-dark": (SIZES["phone"], "dark", own_box("Item Cards", "Aqua cannon")),
    "edition-map-phone": (SIZES["phone"], "light", own_box("Planet Board", "R3c2")),
    "edition-map-desk": (SIZES["desk"], "light", own_box("Maps", "Denver", "order_vs_chaos")),
    "edition-grid-desk": (SIZES["desk"], "light", own_box("Item Cards")),
    "edition-changed-phone": (SIZES["phone"], "light", box_in_time("compare")),
    "edition-changed-desk-dark": (SIZES["desk"], "dark", box_in_time("compare")),
    "edition-learnt-phone": (SIZES["phone"], "light", box_in_time("learnt")),
    "edition-picture-phone": (SIZES["phone"], "light", form_with_picture),
    "faces-phone": (SIZES["phone"], "light", faces),
    "faces-phone-dark": (SIZES["phone"], "dark", faces),
    "faces-desk": (SIZES["desk"], "light", faces),
    "first-use-phone": (SIZES["phone"], "light", first_use),
    "club-phone": (SIZES["phone"], "light", club()),
    "club-phone-dark": (SIZES["phone"], "dark", club()),
    "club-desk": (SIZES["desk"], "light", club()),
    "club-keys-phone": (SIZES["phone"], "light", club("/c/{club}/keys")),
    "person-phone": (SIZES["phone"], "light", club("/c/{club}/people/{Ruby}")),
    "person-phone-dark": (SIZES["phone"], "dark", club("/c/{club}/people/{Ruby}", "member")),
    "person-desk": (SIZES["desk"], "light", club("/c/{club}/people/{Ruby}")),
    "club-open-phone": (SIZES["phone"], "light", club("/open/time_of_chaos?club={club}", "member")),
    "hand-phone": (SIZES["phone"], "light", hand),
    "table-across": (ACROSS, "light", table),
    "asking-across": (ACROSS, "light", asking),
    "table-desk-dark": (SIZES["desk"], "dark", table),
    **{f"{screen}-phone-dark": (SIZES["phone"], "dark", SCREENS[screen]) for screen in IN_THE_DARK},
    **{
        f"{screen}-{device}{'-dark' if look == 'dark' else ''}": (SIZES[device], look, make)
        for screen, make in (GAMES | READ).items()
        for device in ("phone", "desk")
        for look in ("light", "dark")
    },
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
                    picture = small_png(phone.context.new_page(), phone.page.screenshot())
                    (FOLDER / f"{name}.png").write_bytes(picture)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
