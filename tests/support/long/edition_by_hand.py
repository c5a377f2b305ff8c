"""An edition of First Light made by hand: a script makes the page's own gestures, and counts them.

It begins at `/editions` and ends with a published version: 36 Items with name, price and points, 16 Events as
text, 8 Characters, both sides of the planet laid anew. Once with the thumb on a phone, once at a keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from domain.games import REGISTRY
from domain.kernel.messages import Json
from tests.support.long.campaign import Outcome, Progress, Wanted
from tests.support.page.browser import find_browser
from tests.support.page.phone import PATIENCE
from tests.support.service.server import Server

GAME = "first_light"
MOST_GESTURES = 6
"""Of a card."""
MOST_MINUTES = 60.0
KEYBOARD = 300
"""Pixels that the keyboard of a phone covers."""
CARDS = ("Items", "Events", "Characters")
TYPING = "() => document.activeElement.matches('input:not([type=radio], [type=checkbox]), textarea')"
IN_VIEW = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !!hit && (one.contains(hit) || hit.contains(one) || !!one.closest("label")?.contains(hit));
}"""
"""Whether a finger can tap it as the page stands."""


# How long a gesture takes.


class Device(NamedTuple):
    """What somebody makes the edition with. Seconds: of a tap with finding what to tap, of a key or a chord
    of keys, of a typed character, of reading a card or a place."""

    name: str
    width: int
    height: int
    touch: bool
    tap: float = 1.5
    key: float = 0.5
    character: float = 0.25
    reading: float = 2.5


PHONE = Device("phone", 390, 844, touch=True)
LAPTOP = Device("laptop", 1440, 900, touch=False, character=0.18)
DEVICES = (PHONE, LAPTOP)


@dataclass
class Card:
    """What one card, or one place, took. swipes are among the taps."""

    taps: int = 0
    keys: int = 0
    texts: int = 0
    characters: int = 0

    @property
    def gestures(self) -> int:
        return self.taps + self.keys + self.texts


@dataclass
class Section:
    """What the cards of a section took, and the way to it and from it."""

    cards: list[Card] = field(default_factory=list)
    around: Card = field(default_factory=Card)

    def minutes(self, device: Device) -> float:
        taken = [self.around, *self.cards]
        seconds = (
            sum(one.taps for one in taken) * device.tap
            + sum(one.keys for one in taken) * device.key
            + sum(one.characters for one in taken) * device.character
            + len(self.cards) * device.reading
        )
        return seconds / 60


class Hand:
    """Somebody who knows the box and not the code, at a page."""

    def __init__(self, page: Page, device: Device) -> None:
        self.page, self.device = page, device
        self.sections: dict[str, Section] = {}
        self._now = Card()

    @contextmanager
    def section(self, name: str) -> Iterator[Section]:
        section = self.sections.setdefault(name, Section())
        self._now = section.around
        yield section

    def card(self, section: Section) -> None:
        """The next gestures belong to another card."""
        self._now = Card()
        section.cards.append(self._now)

    def around(self, section: Section) -> None:
        """The next gestures belong to no card."""
        self._now = section.around

    def tap(self, place: Locator) -> None:
        place.wait_for(state="attached")
        self._keyboard()
        if not place.evaluate(IN_VIEW):
            self._now.taps += 1  # a swipe brings it into view
            place.evaluate("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
        self._now.taps += 1
        place.click()

    def _keyboard(self) -> None:
        """On a phone, a keyboard covers a part of the screen while somebody types."""
        device = self.device
        typing = device.touch and self.page.evaluate(TYPING)
        height = device.height - (KEYBOARD if typing else 0)
        if self.page.viewport_size != {"width": device.width, "height": height}:
            self.page.set_viewport_size({"width": device.width, "height": height})

    def choose(self, place: Locator, label: str) -> None:
        """Choose from a list that opens: a tap opens it, another one chooses."""
        self.tap(place)
        self._now.taps += 1
        place.select_option(label=label)

    def type(self, text: str) -> None:
        self._now.texts += 1
        self._now.characters += len(text)
        self.page.keyboard.type(text)

    def press(self, *keys: str) -> None:
        for key in keys:
            self._now.keys += 1
            self.page.keyboard.press(key)


# The box on the table.


class Box(NamedTuple):
    """What differs from the packaged set: by id, members and their values."""

    items: Mapping[str, Mapping[str, Any]]
    events: Mapping[str, Mapping[str, Any]]
    characters: Mapping[str, Mapping[str, Any]]
    planet: Mapping[str, Mapping[str, Mapping[str, Any]]]


PACKAGED: Mapping[str, Any] = REGISTRY[GAME].demo_sets()["demo"]
ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TENS = ("ten", "twenty", "thirty")
TIMINGS = {"reveal": "At once", "round": "The whole Round", "harvest": "In the Harvest"}
RESOURCES = {"water": "Water", "algae": "Algae", "power": "Power", "gems": "Gems", "dice": "Dice"}
TOKENS = {None: "None", "water_3": "3 Water", "gem": "Gem"}
SENTENCES = (
    "Each player gains {n} Water.",
    "Every die on the Laboratory costs {n} Algae less in this Round.",
    "Who has the fewest Farms takes a die of any value.",
    "Move the Harvester {n} spaces; nobody pays for it.",
    "The Market trades {n} more of each resource.",
    "At the Negotiation Board the first column costs {n} Water more.",
    "Players with a Gem may pay it for {n} points.",
)


def box_of(random: Random) -> Box:
    """A box with numbers and texts of its own, such as a group could have."""
    items = {
        row["id"]: {"name": f"Item {_spelled(at)}", "cost": _cost(random), "points": random.randint(1, 5)}
        for at, row in enumerate(PACKAGED["items"], 1)
    }
    events = {
        row["id"]: {
            "name": f"Event {_spelled(at)}",
            "timing": random.choice([*TIMINGS]),
            "text": " ".join(one.format(n=random.randint(1, 4)) for one in random.sample(SENTENCES, 2)),
            "effect": {"kind": "manual"},
        }
        for at, row in enumerate(PACKAGED["events"], 1)
    }
    characters = {
        row["id"]: {"name": f"Character {_spelled(at)}", "effect": _other_figures(row["effect"], random)}
        for at, row in enumerate(PACKAGED["characters"], 1)
    }
    planet = {name: _laid_anew(side, random) for name, side in PACKAGED["planet"]["sides"].items()}
    return Box(items, events, characters, planet)


def _spelled(number: int) -> str:
    tens, ones = divmod(number, 10)
    return " ".join(one for one in (TENS[tens - 1] if tens else "", ONES[ones - 1] if ones else "") if one)


def _cost(random: Random) -> dict[str, int]:
    """One or two resources; few Items cost Gems."""
    known = ["water", "algae", "power"] if random.random() < 0.9 else ["water", "gems"]
    return {resource: random.randint(1, 5) for resource in random.sample(known, random.randint(1, 2))}


def _other_figures(effect: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """The ability with the figures of another box, where it has any."""
    match effect["kind"]:
        case "dice_limit":
            return {**effect, "limit": 7}
        case "move_after_harvest":
            return {**effect, "cost": {"water": random.choice([1, 2, 4])}}
        case "negotiation_discount":
            return {**effect, "amount": random.choice([1, 3])}
    return dict(effect)


def _laid_anew(side: Mapping[str, Any], random: Random) -> dict[str, dict[str, Any]]:
    """What lies on the spaces of a side, in another order. No Gem Cache lies at an arrow or in the middle."""
    spaces = side["spaces"]
    used = {side["centre"]}
    for space in spaces:
        used |= {space["id"], *space["arrows"].values()} if space["arrows"] else set()
    free = [space["id"] for space in spaces if space["id"] not in used]
    caches = set(random.sample(free, sum(space["cache_slot"] for space in spaces)))
    laid = [{"yield": one["yield"], "token": one["token"]} for one in spaces if not one["cache_slot"]]
    random.shuffle(laid)
    empty: dict[str, Any] = {"yield": {}, "token": None}
    return {
        id: {**(empty if id in caches else laid.pop()), "cache_slot": id in caches}
        for id in (space["id"] for space in spaces)
    }


# The way through the page.


def make_edition(hand: Hand, name: str) -> None:
    """From the list of editions to the page of a new one."""
    page = hand.page
    page.goto("/editions")
    with hand.section("Make one and publish"):
        hand.choose(page.get_by_label("Game"), REGISTRY[GAME].title)
        hand.tap(page.get_by_label("Name of your edition"))
        hand.type(name)
        hand.tap(page.get_by_role("button", name="Make it"))
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def open_section(hand: Hand, title: str) -> None:
    hand.tap(hand.page.get_by_role("link", name=re.compile(f"^{title}")))
    expect(hand.page.get_by_role("heading", level=1, name=title)).to_be_visible()


def leave_section(hand: Hand) -> None:
    hand.tap(hand.page.locator(".edition-head a"))


def enter_items(hand: Hand, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Name, price and points of these Items, which are the first ones of the box."""
    with hand.section("Items") as section:
        open_section(hand, "Item Cards")
        enter = _items_by_touch if hand.device.touch else _items_in_the_grid
        enter(hand, section, rows)
        hand.around(section)
        leave_section(hand)


def _items_by_touch(hand: Hand, section: Section, rows: Mapping[str, Mapping[str, Any]]) -> None:
    first, *_ = rows
    hand.tap(hand.page.locator(f'[id="card-items/{first}"]'))
    hand.tap(_form(hand).get_by_label("Name", exact=True))
    packaged = {row["id"]: row for row in PACKAGED["items"]}
    for id, row in rows.items():
        hand.card(section)
        _shows(hand, packaged[id])
        _type_name(hand, row)
        _tap_amounts(hand, "Cost", packaged[id]["cost"], row["cost"])
        _tap_number(hand, "Points", packaged[id]["points"], row["points"])
        hand.tap(_form(hand).get_by_role("button", name="As in our box"))
    hand.around(section)
    hand.tap(_form(hand).get_by_role("button", name="Done"))


def _items_in_the_grid(hand: Hand, section: Section, rows: Mapping[str, Mapping[str, Any]]) -> None:
    first, *_ = rows
    hand.tap(hand.page.locator(f'[data-at="items/{first}/name"] input'))
    for row in rows.values():
        hand.card(section)
        hand.type(row["name"])
        hand.press("Tab")
        hand.type(" ".join(f"{number} {resource[0]}" for resource, number in row["cost"].items()))
        hand.press("Tab")
        hand.type(str(row["points"]))
        hand.press("Control+Enter")


def enter_events(hand: Hand, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Name, time and text of all Events, once what the packaged set says is emptied."""
    page = hand.page
    with hand.section("Events") as section:
        open_section(hand, "Event Cards")
        hand.tap(page.get_by_role("button", name=re.compile("^Empty all")))
        hand.tap(page.get_by_role("button", name=re.compile("^Empty .* rows$")))
        first, *_ = rows
        if hand.device.touch:
            hand.tap(page.locator(f'[id="card-events/{first}"]'))
            hand.tap(_form(hand).get_by_label("Name", exact=True))
        else:
            hand.tap(page.locator(f'[data-at="events/{first}/name"] input'))
        for id, row in rows.items():
            hand.card(section)
            (_event_by_touch if hand.device.touch else _event_in_the_grid)(hand, id, row)
        hand.around(section)
        if hand.device.touch:
            hand.tap(_form(hand).get_by_role("button", name="Done"))
        leave_section(hand)


def _event_by_touch(hand: Hand, id: str, row: Mapping[str, Any]) -> None:
    form = _form(hand)
    _shows(hand, {"id": id})
    _type_name(hand, row)
    if row["timing"] != "round":
        hand.choose(form.get_by_label("Works"), TIMINGS[row["timing"]])
    hand.tap(form.get_by_label("Text"))
    hand.type(row["text"])
    hand.tap(form.get_by_role("button", name="As in our box"))


def _event_in_the_grid(hand: Hand, id: str, row: Mapping[str, Any]) -> None:
    hand.type(row["name"])
    hand.press("Tab")
    if row["timing"] != "round":
        hand.type(TIMINGS[row["timing"]][0])
    hand.press("Tab")
    hand.type(row["text"])
    hand.press("Control+Enter")


def enter_characters(hand: Hand, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """The name of all Characters, and the figures of their abilities."""
    packaged = {row["id"]: row for row in PACKAGED["characters"]}
    with hand.section("Characters") as section:
        open_section(hand, "Character Boards")
        first, *_ = rows
        if hand.device.touch:
            hand.tap(hand.page.locator(f'[id="card-characters/{first}"]'))
            hand.tap(_form(hand).get_by_label("Name", exact=True))
        else:
            hand.tap(hand.page.get_by_role("button", name=re.compile("^Open")).first)
        for id, row in rows.items():
            hand.card(section)
            _shows(hand, packaged[id])
            _type_name(hand, row)
            before, after = packaged[id]["effect"], row["effect"]
            _tap_number(hand, "Limit of dice", before.get("limit"), after.get("limit"))
            _tap_number(hand, "Less by", before.get("amount"), after.get("amount"))
            _tap_amounts(hand, "Price of the move", before.get("cost", {}), after.get("cost", {}))
            if hand.device.touch:
                hand.tap(_form(hand).get_by_role("button", name="As in our box"))
            else:
                hand.press("Control+Enter")
        hand.around(section)
        hand.tap(_form(hand).get_by_role("button", name="Done"))
        leave_section(hand)


def lay_planet(hand: Hand, sides: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """What lies on each space of both sides: on the map if the page has one, at a keyboard in forms."""
    views = hand.page.get_by_role("group", name="Show as")
    with hand.section("Planet") as section:
        open_section(hand, "Planet Board")
        has_map = views.count() > 0
        if has_map and not hand.device.touch:
            hand.tap(views.get_by_role("button", name="List"))
        for side, spaces in sides.items():
            packaged = {row["id"]: row for row in PACKAGED["planet"]["sides"][side]["spaces"]}
            hand.around(section)
            enter = _lay_on_the_map if has_map and hand.device.touch else _lay_in_forms
            enter(hand, section, side, packaged, spaces)
        hand.around(section)
        leave_section(hand)


Spaces = Mapping[str, Mapping[str, Any]]


def _lay_in_forms(hand: Hand, section: Section, side: str, before: Spaces, after: Spaces) -> None:
    _open_space(hand, side, next(iter(after)))
    for id, row in after.items():
        hand.card(section)
        _shows(hand, before[id])
        _lay_space(hand, before[id], row)
        if id != [*after][-1]:
            hand.tap(_form(hand).get_by_role("button", name="Next"))
    hand.around(section)
    hand.tap(_form(hand).get_by_role("button", name="Done"))


def _lay_on_the_map(hand: Hand, section: Section, side: str, before: Spaces, after: Spaces) -> None:
    """Choose a token, the caches, each yield; then tap every space that has it, or has it no more."""
    page = hand.page
    hand.tap(page.get_by_role("button", name=f"Side {side.upper()}", exact=True))
    lay = page.get_by_role("button", name="Lay", exact=True)
    if lay.get_attribute("aria-pressed") != "true":
        hand.tap(lay)
    what = page.get_by_role("radiogroup", name="What you lay")
    lain = {id: dict(row) for id, row in before.items()}
    for member, title in (("token", "Token"), ("cache_slot", "Holds a Gem Cache"), ("yield", "Yield")):
        hand.tap(what.get_by_role("radio", name=title, exact=True))
        empty: Json = {"token": None, "cache_slot": False, "yield": {}}[member]
        done: list[Json] = [empty]
        for value in (row[member] for row in after.values()):
            if value in done:
                continue
            done.append(value)
            hand.card(section)
            _choose_laid(hand, title, value)
            for id, row in after.items():
                has, wants = lain[id][member] == value, row[member] == value
                if has != wants:
                    hand.tap(page.get_by_role("button", name=re.compile(f"^{id}(,|$)", re.IGNORECASE)))
                    lain[id][member] = value if wants else empty
    assert all(lain[id].items() >= row.items() for id, row in after.items())


def _choose_laid(hand: Hand, title: str, value: Json) -> None:
    page, told = hand.page, _told(value)
    button = page.get_by_role("radiogroup", name=title, exact=True).get_by_role(
        "radio", name=told, exact=True
    )
    if button.count():
        hand.tap(button)
        return
    choice = page.get_by_label(title, exact=True)
    if told in choice.locator("option").all_inner_texts():
        hand.choose(choice, told)
        return
    typed = page.get_by_label("Or type it")
    hand.tap(typed)
    if typed.input_value():
        hand.press("Control+A")
    hand.type(told)
    hand.press("Enter")


def _told(value: Json) -> str:
    """A value as the map calls it."""
    if isinstance(value, dict):
        return ", ".join(f"{value[name]} {label}" for name, label in RESOURCES.items() if name in value)
    return TOKENS[value] if not isinstance(value, bool) else "Yes"


def _open_space(hand: Hand, side: str, space: str) -> None:
    board = hand.page.locator(f'[data-at="planet/sides/{side}"]')
    hand.tap(board.get_by_role("button", name=re.compile(f"^{space}", re.IGNORECASE)))


def _lay_space(hand: Hand, before: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    form = _form(hand)
    _tap_amounts(hand, "Yield", before["yield"], row["yield"])
    if before["token"] != row["token"]:
        hand.tap(form.get_by_role("radio", name=TOKENS[row["token"]], exact=True))
    if before["cache_slot"] != row["cache_slot"]:
        hand.tap(form.get_by_label("Holds a Gem Cache"))


def publish(hand: Hand) -> None:
    """Say that the figures are those of another box, publish what was entered, and see that it is there."""
    page = hand.page
    with hand.section("Make one and publish"):
        open_section(hand, "Own figures")
        hand.tap(page.get_by_label("Own figures"))
        leave_section(hand)
        expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
        expect(page.locator(".places").filter(has_text="to put right")).to_have_count(0)
        hand.tap(page.get_by_role("button", name="Publish version 1"))
        expect(page.get_by_role("link", name=re.compile("^Open a table"))).to_be_visible()


def _form(hand: Hand) -> Locator:
    return hand.page.get_by_role("dialog")


def _shows(hand: Hand, row: Mapping[str, Any]) -> None:
    """Wait until the form of this row, as nobody has named it yet, is open."""
    name = row.get("name") or row["id"].replace("_", " ").capitalize()
    expect(_form(hand).get_by_role("heading", name=name, exact=True)).to_be_visible()


def _type_name(hand: Hand, row: Mapping[str, Any]) -> None:
    """Type the name where the cursor stands in it already."""
    expect(_form(hand).get_by_label("Name", exact=True)).to_be_focused()
    hand.type(row["name"])


def _tap_amounts(hand: Hand, title: str, before: Mapping[str, int], after: Mapping[str, int]) -> None:
    changed = [resource for resource in RESOURCES if before.get(resource, 0) != after.get(resource, 0)]
    if len(before) > 1 and 1 + len(after) < len(changed):
        hand.tap(_form(hand).get_by_role("button", name=f"{title}: all to 0"))
        before = {}
    for resource, label in RESOURCES.items():
        _tap_number(hand, f"{title}: {label}", before.get(resource, 0), after.get(resource, 0))


def _tap_number(hand: Hand, label: str, before: int | None, after: int | None) -> None:
    """Tap a small number, or type one that has no button; nothing where it stands already."""
    if before == after:
        return
    form = _form(hand)
    button = form.get_by_role("radiogroup", name=label, exact=True).get_by_role(
        "radio", name=str(after), exact=True
    )
    if button.count():
        hand.tap(button)
        return
    more = form.get_by_role("button", name=re.compile(f"^{label}(: more|.*, another)$"))
    number = form.get_by_role("textbox", name=label, exact=True)
    hand.tap(more if more.count() else number)
    expect(number).to_be_focused()
    hand.type(str(after))


# The campaign.


def run(wanted: Wanted, folder: Path) -> Outcome:
    """Make the edition on each device, and compare what is published with the box."""
    figures: dict[str, str] = {}
    faults: list[str] = []
    expect.set_options(timeout=PATIENCE)
    server = Server(folder).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser())
            for device in DEVICES:
                made, wrong = _made_on(browser, server, device, Random(wanted.seed))
                figures |= figures_of(made)
                faults += [f"{device.name}: {fault}" for fault in [*wrong, *faults_of(made)]]
            browser.close()
    finally:
        server.stop()
    return Outcome(figures, faults)


def _made_on(browser: Browser, server: Server, device: Device, random: Random) -> tuple[Hand, list[str]]:
    context = browser.new_context(
        viewport={"width": device.width, "height": device.height},
        has_touch=device.touch,
        is_mobile=device.touch,
        reduced_motion="reduce",
        base_url=f"http://127.0.0.1:{server.port}",
    )
    context.set_default_timeout(PATIENCE)
    box, hand = box_of(random), Hand(context.new_page(), device)
    progress = Progress(f"sections on a {device.name}", 5)
    make_edition(hand, "The box on our shelf")
    enter_items(hand, box.items)
    progress.at(1)
    enter_events(hand, box.events)
    progress.at(2)
    enter_characters(hand, box.characters)
    progress.at(3)
    lay_planet(hand, box.planet)
    progress.at(4)
    publish(hand)
    progress.at(5)
    wrong = [*differing(_draft(hand, server), box)]
    context.close()
    return hand, wrong


def _draft(hand: Hand, server: Server) -> Json:
    """The draft as the service has it."""
    held = hand.page.evaluate("() => JSON.parse(localStorage.getItem('tablelog.editions'))")
    ((edition, known),) = held.items()
    headers = {"Authorization": f"Bearer {known['tokens']['keeper']}"}
    status, draft = server.request("GET", f"/v1/editions/{edition}/draft", headers=headers)
    assert status == 200, draft
    return draft["document"]


def differing(document: Json, box: Box) -> Iterator[str]:
    """Where the document does not say what was entered."""
    tables = {
        "items": (document["items"], box.items),
        "events": (document["events"], box.events),
        "characters": (document["characters"], box.characters),
    } | {
        f"planet side {side}": (document["planet"]["sides"][side]["spaces"], spaces)
        for side, spaces in box.planet.items()
    }
    for name, (rows, wanted) in tables.items():
        by_id = {row["id"]: row for row in rows}
        for id, members in wanted.items():
            for member, value in members.items():
                if by_id[id].get(member) != value:
                    yield f"{name}: {id} has {member} {by_id[id].get(member)!r}, not {value!r}"


def figures_of(hand: Hand) -> dict[str, str]:
    """A line a section, and their sum."""
    device, told = hand.device, {}
    for name, section in hand.sections.items():
        counts = [card.gestures for card in section.cards]
        each = f"{sum(counts) / len(counts):.1f} gestures each, at most {max(counts)}; " if counts else ""
        told[f"{device.name}: {name}"] = f"{each}{section.minutes(device):.1f} minutes"
    minutes = sum(section.minutes(device) for section in hand.sections.values())
    return told | {f"{device.name}: all": f"{minutes:.1f} minutes"}


def faults_of(hand: Hand) -> list[str]:
    """Where it takes more than it may."""
    minutes = sum(section.minutes(hand.device) for section in hand.sections.values())
    long = [f"{minutes:.0f} minutes, not {MOST_MINUTES:.0f}"] if minutes > MOST_MINUTES else []
    return long + [
        f"{name}: a card takes {card.gestures} gestures"
        for name in CARDS
        if name in hand.sections
        for card in hand.sections[name].cards
        if card.gestures > MOST_GESTURES
    ]
