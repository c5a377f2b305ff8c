"""Guided: a recorded action of any game, tapped in by whoever finds the way through the page's questions.

The questions follow from the offers and words that the service gives the phone's holder. What is tapped is
found by roles and names alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Response, expect

from domain.games import REGISTRY
from domain.kernel.chance import UNKNOWN
from domain.kernel.engine.entries import codec_of
from service.pages.assets import address
from tests.page.table import Evening
from tests.page.test_narrowing import usual
from tests.support.page.phone import RECORDING, Phone

GUIDING = (Path(__file__).parent / "guiding.js").read_text()
SEATS = 'nav[aria-label="Seats"]'
"""As the panel: by its role, each action would look for it among all pieces on the board."""
ENTERING = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('entering.css'))"
"""The page has all that it fetches in a quiet moment for who records."""
NOT_SHOWN = """([seats, label]) => [...document.querySelectorAll(`${seats} button`)].findIndex(
  (chip) => chip.ariaPressed === "false"
    && chip.querySelector(".label")?.firstChild.textContent.trim() === label)"""
"""Which chip has that label, whatever role stands behind it, and is not pressed; -1: none."""
DRAWN = """async () => {
  for (const _ of [1, 2]) await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
}"""
"""Ends when the board is drawn as the question has it: a finger aims at what it sees."""
MOST_ASKED = 60
MOST_STOPS = 200
BESIDE = ("chance", "record_chance", "moved_at", "action_id")


class Guided:
    """Records actions on a phone for its holder.

    taps: so far, each a touch; typed: those of them that tell dice and cards; letters: keys pressed besides.
    types: whether it types names where it can, as far as needed; else it taps them. out_of_view: the actions
    of which something had to be scrolled to before it was tapped, long lists aside, where one seeks by name.
    """

    def __init__(self, phone: Phone, table: Evening, holder: str = "scribe", *, types: bool = False) -> None:
        self.phone = phone.whole()
        self.table = table
        self.holder = holder
        told = table.ask("?with=board", holder)
        self.game = REGISTRY[told["game"]]
        self.seats = {seat["seat"]: seat["label"] for seat in told["board"]["seats"]}
        self.chance = {"chance": told["chance"], "mayDeclare": told["may_declare"]}
        self.types = types
        self.taps = self.typed = 0
        self.letters = 0
        self.out_of_view = 0
        self._hidden = False
        self._unseen = False
        self.answers: list[Response] = []
        phone.page.on("response", self._heard)
        for ahead in ("words", "outlooks"):
            # What is told later of answers, and that some of them are the same.
            phone.page.route(f"**{table.path}/{ahead}", lambda route: route.fulfill(status=204))
        phone.page.evaluate(
            f"async (path) => void (window.guiding = await ({GUIDING})(path))",
            address("table/state/narrow.js"),
        )

    def record(self, action: Mapping[str, Any]) -> int:
        """Tap until the action is recorded. Answers the number of taps."""
        before, number = self.taps, self._caught_up()
        self._unseen = False
        self._hidden = False
        answer = self._sent(self._tapping(self._route(action)))
        self._complete(answer, action)
        self.phone.shows(number + 1)
        self.out_of_view += self._hidden
        return self.taps - before

    def choose(self, action: Mapping[str, Any]) -> None:
        """Tap until nothing is asked any more, as a step of a turn that is put together."""
        self._caught_up()
        self._tapping(self._route(action))()

    def begin(self, action: Mapping[str, Any]) -> None:
        """Tap the verb of an action, and answer nothing."""
        self._caught_up()
        self._tapping(self._route(action)[:1])()

    def record_while_cut(self, action: Mapping[str, Any]) -> None:
        """Tap while there is no network, and answer what is asked once it is back."""
        number = self._caught_up()
        taps = self._tapping(self._route(action))
        self.phone.page.wait_for_function(ENTERING)
        self.phone.cut()
        taps()
        expect(self.phone.line).to_contain_text("1 waiting")
        self._complete(self._sent(lambda: self.phone.context.set_offline(False)), action)
        self.phone.shows(number + 1)

    def offers(self, action: Mapping[str, Any]) -> bool:
        """Whether the action is one that this phone's holder is offered."""
        return self._found(action) is not None

    def actor(self, action: Mapping[str, Any]) -> str | None:
        """Whose action it is; None: the table's."""
        return self.game.actor(codec_of(self.game).action(action))

    def _caught_up(self) -> int:
        """The phone has caught up. Answers the version."""
        number = self.table.version
        self.phone.shows(number)
        return number

    def _tapping(self, taps: list[list[Any]]) -> Callable[[], None]:
        def tap_all() -> None:
            how, label, *_ = taps[0] if taps else ("", "")
            is_open = how == "tap" and self.phone.asked().startswith(f"{label}:")
            for tap in taps[is_open:]:
                self._do(tap)

        return tap_all

    def _complete(self, answer: Response, action: Mapping[str, Any]) -> None:
        """Answer what the table rolls or draws, one outcome after another."""
        for _ in range(MOST_ASKED):
            if answer.status != 409:
                break
            (outcome,) = answer.json()["outcomes"]
            told = self._unseen or self._ask("isForced", outcome["domain"])
            taps = [] if told else self._answers(outcome, action)
            answer = self._sent(self._tapping(taps))
        assert answer.status == 201, answer.text()

    def _route(self, action: Mapping[str, Any]) -> list[list[Any]]:
        """The taps to the action, with the verbs shown of whose it is."""
        found = self._found(action)
        assert found is not None, f"{self.holder} finds no way to {json.dumps(action)}"
        seat, taps = found
        self._shown_to(seat)
        return taps

    def _found(self, action: Mapping[str, Any]) -> tuple[str | None, list[list[Any]]] | None:
        """Whose verb leads to the action, the table's or a seat's, and by which taps."""
        told = self.table.ask("/offers?with=words", self.holder)
        for seat in dict.fromkeys((action.get("seat"), self.actor(action), None)):
            key = (action["type"], seat)
            offers = [offer for offer in told["offers"] if (offer["type"], offer["seat"]) == key]
            taps = self._way({"offers": offers, "words": told["words"], "chance": self.chance}, action)
            if taps is not None:
                return seat, taps
        return None

    def _way(self, moment: dict[str, Any], action: Mapping[str, Any]) -> list[list[Any]] | None:
        if not moment["offers"]:
            return None
        later = unlisted_names(moment["offers"])
        moment["usual"] = usual(codec_of(self.game).by_name[action["type"]])
        for inside, left_out in ((set(), BESIDE), (later, BESIDE), (later, {*BESIDE, *later})):
            told = {name: without(value, inside) for name, value in action.items() if name not in left_out}
            taps: list[list[Any]] | None = self._ask("route", {**moment, "action": told})
            if taps is not None:
                return taps
        return None

    def _answers(self, outcome: dict[str, Any], action: Mapping[str, Any]) -> list[list[Any]]:
        value = self._at(action, outcome["path"])
        if value is None:
            return [["press", "Draw randomly"]]
        if self.types and is_unseen(value):
            self._unseen = True
            return [["tap", "Everything unseen"]]
        if outcome["domain"]["kind"] == "several":
            value = value[: outcome["domain"]["most"]]
        words, parts = outcome["words"], outcome["path"].split("/")[1:]
        told = [told_part(words, part) for part in parts]
        return [
            ["asked", " ".join([words["asks"], *told])],
            *self._ask("tell", {"kind": "outcome", "of": outcome["domain"]}, outcome["words"], value),
        ]

    @staticmethod
    def _at(action: Mapping[str, Any], path: str) -> Any:
        at: Any = action
        for step in path.split("/"):
            if isinstance(at, list):
                at = at[int(step)] if int(step) < len(at) else None
            else:
                at = at.get(step) if isinstance(at, dict) else None
        return at

    def _ask(self, what: str, *given: Any) -> Any:
        """What the page answers. One text goes there: playwright writes each value of an argument apart."""
        program = "([what, given]) => window.guiding[what](...JSON.parse(given))"
        return self.phone.page.evaluate(program, [what, json.dumps(given)])

    def _shown_to(self, seat: str | None) -> None:
        """Whose verbs are shown is chosen by the chip of a seat."""
        label = self.seats[seat] if seat else "The table"
        chip = self.phone.page.evaluate(NOT_SHOWN, [SEATS, label])
        if chip >= 0:
            self._press(self.phone.page.locator(f"{SEATS} button").nth(chip))

    def _heard(self, answer: Response) -> None:
        if RECORDING.search(answer.url):
            self.answers.append(answer)

    def _sent(self, deed: Callable[[], None]) -> Response:
        """The next answer that the page gets. What can be one thing alone it says by itself."""
        deed()
        while not self.answers:
            self.phone.page.wait_for_event("response", lambda answer: bool(RECORDING.search(answer.url)))
        return self.answers.pop(0)

    def _do(self, tap: list[Any]) -> None:
        how, text, *more = tap
        if how.startswith("typed "):
            before = self.taps
            self._do([how.replace("typed ", ""), text, *more])
            self.typed += self.taps - before
            return
        match how:
            case "tap":
                self._tap(text)
            case "press":
                self._press(self.phone.panel.get_by_role("button", name=text, exact=True))
            case "none" | "first":
                found = self.phone.panel.get_by_role("button", name=text, exact=True)
                self._press(found.first if how == "first" else found.last)
            case "under":
                head = self.phone.panel.get_by_role("heading", level=3).filter(has_text=text)
                options = head.locator("xpath=following-sibling::div[1]").get_by_role("button")
                self._press(options.filter(has=self.phone.page.locator("b", has_text=exactly(more[0]))))
            case "face":
                self._press(self.phone.panel.get_by_role("button", name=text, exact=True))
            case "fill" | "filled" if self.types:
                self._type(*more)
                return
            case "spot":
                self._press(self.phone.page.locator(f'.board button[data-place="{text}"]'))
            case "fill":
                self._tap(text)
            case "filled":
                self._press(self.phone.panel.get_by_role("button", name=text, exact=True))
            case "lay":
                self._lay(text, more[0])
            case "write":
                self.phone.panel.get_by_label(more[0], exact=True).fill(text)
                self.letters += len(text)
            case "asked":
                expect(self.phone.panel.get_by_role("heading", level=2)).to_contain_text(text)
                self.phone.uncover()
                return
            case "part":
                expect(self.phone.panel.get_by_role("heading", level=3).last).to_contain_text(text)
                return
            case _:
                raise AssertionError(how)
        self.taps += 1

    def _tap(self, label: str) -> None:
        self._hidden |= not self.phone.tap(label)

    def _press(self, button: Locator) -> None:
        self._hidden |= not self.phone.uncover().press(button)

    def _lay(self, place: str, face: str) -> None:
        """Lay the piece that shows this on a place of the board. It may have to be taken up first."""
        zones = self.table.ask("?with=board", self.holder)["board"]["zones"]
        name = next(one["name"] for zone in zones for one in zone.get("places", ()) if one["id"] == place)
        spot = self.phone.page.get_by_role("button", name=f"{name}: lay the {face} here", exact=True)
        stock = self.phone.uncover().panel.get_by_role("group", name="To be laid").get_by_role("button")
        expect(stock.first).to_be_visible()
        self.phone.page.evaluate(DRAWN)
        if not spot.count():
            self._press(stock.and_(self.phone.page.get_by_label(re.compile(rf"\b{face}$"))).first)
            self.taps += 1
        self._press(spot)

    def _type(self, letters: str = "") -> None:
        """Type into the field of what is filled, and Enter: the first time it takes a touch to get there."""
        field = self.phone.panel.get_by_role("searchbox")
        if not field.evaluate("(one) => one === document.activeElement"):
            self._press(field)
            self.taps += 1
        self.phone.page.keyboard.type(letters)
        self.phone.page.keyboard.press("Enter")
        self.letters += len(letters) + 1


class ByKeys(Guided):
    """Records actions without a touch: by Tab from wherever the focus is, and Enter."""

    def _tap(self, label: str) -> None:
        self._press(self.phone.button(label))

    def _press(self, button: Locator) -> None:
        expect(button).to_be_enabled()
        for _ in range(MOST_STOPS):
            if button.evaluate("(one) => one === document.activeElement"):
                self.phone.page.keyboard.press("Enter")
                return
            self.phone.page.keyboard.press("Tab")
        raise AssertionError(f"no way by keys to {button}")


def told_part(words: Mapping[str, Any], part: str) -> str:
    """A part of a path in words: what it names, or its place in a list."""
    if part.isdigit():
        return str(int(part) + 1)
    return str(words.get("values", {}).get(part, {"label": part})["label"])


def is_unseen(value: Any) -> bool:
    """Whether nobody saw what was dealt."""
    return value == UNKNOWN or (isinstance(value, list) and bool(value) and set(value) == {UNKNOWN})


def unlisted_names(offers: list[dict[str, Any]]) -> set[str]:
    """The outcomes that an offer does not list, because the service asks for them as they come up."""
    return {name for offer in offers for name in _asked_later(offer.get("parameters", {}))}


def _asked_later(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        for name, of in tree.items():
            if isinstance(of, dict) and of.get("kind") == "outcome" and of["of"]["kind"] == "depends":
                yield name
            yield from _asked_later(of)
    elif isinstance(tree, list):
        for of in tree:
            yield from _asked_later(of)


def without(value: Any, names: set[str]) -> Any:
    """The value without members of these names in what it holds."""
    if isinstance(value, dict):
        return {name: without(of, names) for name, of in value.items() if name not in names}
    return [without(of, names) for of in value] if isinstance(value, list) else value


def exactly(text: str) -> re.Pattern[str]:
    """The text and nothing else."""
    return re.compile(f"^{re.escape(text)}$")
