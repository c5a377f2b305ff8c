"""Putting turns together: recorded games as the phones of their seats record them, also on the board."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from itertools import pairwise, takewhile
from typing import Any

from msgspec import Struct
from playwright.sync_api import Request, expect

from domain.kernel.engine.entries import codec_of
from tests.page.table import Evening
from tests.page.test_narrowing import usual
from tests.support.lent import whole_words
from tests.support.page.guided import BESIDE, Guided, unlisted_names, without
from tests.support.page.phone import PANEL, PATIENCE, Phone

Told = dict[str, Any]

BEGUN = """(panel) => [".asking", ".sheet", '[aria-label^="Go back to before: "]'].some((one) =>
  document.querySelector(`${panel} ${one}`))"""
"""Whether the page has begun a turn by itself, or asks for what it begins with."""
ANSWERED = (HTTPStatus.OK, HTTPStatus.CONFLICT)
AT_HAND = """async ([panel, [how, what], patience]) => {
  const places = () => document.querySelector(`.board button[data-place="${what}"]`);
  const verbs = () =>
    [...document.querySelectorAll(`${panel} .verb b`)].find((one) => one.textContent.trim() === what);
  for (const end = performance.now() + patience; performance.now() < end; ) {
    if (how === "spot" ? places() : verbs()) return true;
    await new Promise((go) => setTimeout(go, 20));
  }
  return false;
}"""
"""Whether what is tapped first comes within that many milliseconds."""
STANDS = """async ([panel, version, steps, patience]) => {
  const STEP = 'button[aria-label^="Go back to before: "]';
  const root = document.querySelector(panel);
  const until = performance.now() + patience;
  while (performance.now() < until) {
    const chips = [...root.querySelectorAll(STEP)];
    const isBusy = chips.some((one) => one.disabled) || root.textContent.includes("A moment…");
    const sheet = root.querySelector(".sheet");
    if (sheet) return ["asked", sheet.innerText];
    if (!isBusy && root.querySelector(".draft .waits")) return ["waits", ""];
    if (!isBusy && chips.length > steps) return ["step", ""];
    if (!chips.length && Number(document.querySelector("#table").dataset.version) > version)
      return ["recorded", ""];
    await new Promise((go) => setTimeout(go, 15));
  }
  return ["stuck", root.innerText];
}"""
"""How a turn stands after a tap: what is asked, another step, or recorded."""


class Move(Struct, frozen=True):
    """What was recorded with one confirmation. typed: of the taps those that tell dice and cards.

    nothing: those that decided nothing, since one action alone was offered to anybody.
    """

    types: tuple[str, ...]
    taps: int
    typed: int
    nothing: int


def has_all(wide: Told, offer: Told) -> bool:
    """Whether an offer has every value of another one."""
    names = offer["parameters"].keys() | wide["parameters"].keys()
    pairs = [(wide["parameters"].get(name), offer["parameters"].get(name)) for name in names]
    return {**wide, "parameters": 0} == {**offer, "parameters": 0} and all(
        one == other
        or (
            one
            and other
            and one["kind"] == other["kind"] == "choice"
            and set(one["values"]) >= set(other["values"])
        )
        for one, other in pairs
    )


class Turning(Guided):
    """A phone of a seat that puts turns together."""

    def __init__(self, phone: Phone, table: Evening, holder: str) -> None:
        super().__init__(phone, table, holder)
        self.steps: list[Told] = []
        self.tried: list[Told] = []
        phone.page.on("request", self._asks)

    def move(self, actions: Sequence[Told]) -> Move | None:
        """Record the first of these actions as one move, in whatever order the page takes usual steps.

        None: the turn could not be ended here, since others acted in between; nothing of it is recorded.
        """
        before, version = (self.taps, self.typed), self._caught_up()
        nothing = 0
        self._begun(actions)
        while left := self._left(actions):
            moment, action = self._moment(), left[0]
            far = self._far(moment, left)
            taps = self._best(moment, action) if far is None else [["spot", far]]
            if far is None and (further := self._further(moment, left)):
                taps, action = further
            if taps is None:
                break
            (first, *more) = moment["offers"]
            if not more and len(taps) == 1 and not moment["others"] and not self._ends(moment, first):
                nothing += taps[0][0] != "spot" or self._is_forced(first)
            self._tapping(taps)()
            if self._stands(version, action) == "recorded":
                return self._counted(before, [*self.steps, action], nothing)
        if not self.steps:
            return None
        end = self.phone.panel.get_by_role("button", name="Done", exact=True)
        if end.count():
            self._press(end)
            self.taps += 1
            self._stands(version, {})
            return self._counted(before, self.steps, nothing)
        while (chips := self.phone.panel.get_by_role("button", name="Go back to before: ")).count():
            chips.first.click()
        return None

    def _begun(self, actions: Sequence[Told]) -> None:
        """Wait until the page has begun by itself, where it does. What is not wanted so is taken back."""
        self.steps = []
        moment = self._moment()
        offers = [one for one in moment["offers"] if not one.get("idle")]
        forth = [one for one in offers if not self._words(moment, one).get("ends")]
        usual = self._ask("begins", moment)
        led = next((one for one in forth if self._is_led(moment, one, forth, usual)), None)
        if led is None:
            return
        self.phone.page.wait_for_function(BEGUN, arg=PANEL)
        if not self.phone.panel.get_by_role("button", name="Go back to before: ").count():
            return
        self.steps = list(self.tried)
        if led["type"] not in [action["type"] for action in actions]:
            self._press(self.phone.panel.locator(".draft").get_by_role("button", name="Back", exact=True))
            self.taps += 1
            self.steps = []

    def _is_led(self, moment: Told, offer: Told, forth: Sequence[Told], usual: str | None) -> bool:
        """Whether the page takes it by itself, or asks for it, at the beginning of a turn.

        usual: the type of what it begins with, if all is usual.
        """
        if usual is not None:
            return bool(offer["type"] == usual)
        words = self._words(moment, offer)
        if not (words.get("leads") and words.get("begins")):
            return False
        after = self._dry([{"type": offer["type"], "seat": offer["seat"]}])["after"]["now"]["offers"]
        beside = [one for one in forth if one["type"] != offer["type"]]
        return all(any(has_all(other, one) for other in after) for one in beside)

    @staticmethod
    def _words(moment: Told, offer: Told) -> Told:
        return dict(moment["words"].get(f"{offer['type']}/{offer['seat']}", {}))

    def _is_forced(self, offer: Told) -> bool:
        """Whether it can be one thing alone, so that a place of it is no choice."""
        return all(self._ask("isForced", domain) for domain in offer["parameters"].values())

    def _ends(self, moment: Told, offer: Told) -> bool:
        """Whether it ends a turn, which a table wants to see."""
        return bool(self._words(moment, offer).get("ends"))

    def _left(self, actions: Sequence[Told]) -> list[Told]:
        """The actions that are no steps yet."""
        steps = Counter(step["type"] for step in self.steps)
        left = []
        for action in actions:
            if steps[action["type"]]:
                steps[action["type"]] -= 1
            else:
                left.append(action)
        return left

    def _asks(self, request: Request) -> None:
        """The steps are those that the page tried last, other than to look ahead."""
        if "dry_run" in request.url and "board" in request.url and request.post_data:
            self.tried = json.loads(request.post_data)

    def _counted(self, before: tuple[int, int], actions: Sequence[Told], nothing: int) -> Move:
        taps, typed = self.taps - before[0], self.typed - before[1]
        return Move(tuple(action["type"] for action in actions), taps, typed, nothing)

    def _stands(self, version: int, action: Mapping[str, Any]) -> str:
        """Wait for what the taps led to, and answer what is asked on the way."""
        while True:
            given = [PANEL, version, len(self.steps), PATIENCE]
            how, text = self.phone.page.evaluate(STANDS, given)
            assert how != "stuck", text
            if how == "asked":
                self._answer(action)
            elif how == "waits":
                self._press(self.phone.panel.locator(".draft .primary"))
                self.taps += 1
            else:
                self.steps = self.steps if how == "recorded" else list(self.tried)
                return str(how)

    def _answer(self, action: Mapping[str, Any]) -> None:
        """Tell what the table rolls or draws for the last step."""
        told = [answer.json() for answer in self.answers if answer.status in ANSWERED]
        (outcome,) = next(answer["outcomes"] for answer in reversed(told) if "outcomes" in answer)
        self.answers.clear()
        before = self.taps
        self._tapping(self._answers(outcome, action))()
        self.typed += self.taps - before
        self.phone.page.wait_for_function(
            "([panel, asks]) => !document.querySelector(`${panel} .sheet`)?.innerText.includes(asks)",
            arg=[PANEL, outcome["words"]["asks"]],
        )

    def _dry(self, steps: list[Told]) -> Told:
        headers = {"Authorization": f"Bearer {self.table.tokens[self.holder]}", "If-Match": "*"}
        path = f"{self.table.path}/actions?dry_run=true&with=words,board,offers"
        _, answer = self.table.server.request("POST", path, steps, headers)
        return dict(answer)

    def _moment(self, steps: list[Told] | None = None) -> Told:
        """What this seat is offered after these steps, all places of the board, and who else is awaited."""
        steps = self.steps if steps is None else steps
        if steps:
            after = self._dry(steps)["after"]
            told, board = after["now"], after["board"]
        else:
            told = self.table.ask("/offers?with=words", self.holder)
            board = self.table.ask("?with=board", self.holder)["board"]
        own = self.holder.partition(":")[2]
        zones = [zone for zone in board["zones"] if zone.get("of", own) == own]
        shown = [one["id"] for zone in zones for part in ("places", "tracks") for one in zone.get(part, ())]
        moment = {
            "offers": [offer for offer in told["offers"] if offer["seat"] == own],
            "others": [seat["seat"] for seat in board["seats"] if seat.get("active") and seat["seat"] != own],
            "words": whole_words(told["words"]),
            "places": shown,
            "chance": self.chance,
        }
        return {**moment, "far": self._far_places(moment)}

    def _far_places(self, moment: Told) -> list[Told]:
        """The places that one tap leads to by several steps: each with its steps, the nearest first."""
        keys = [key for key, words in moment["words"].items() if words.get("far")]
        if not keys:
            return []
        kind, _, seat = keys[0].partition("/")
        headers = {"Authorization": f"Bearer {self.table.tokens[self.holder]}"}
        asked = {"steps": self.steps, "type": kind, "seat": seat}
        _, told = self.table.server.request("POST", f"{self.table.path}/far-places", asked, headers)
        given = {**moment, "all": moment["offers"], "key": keys[0]}
        return [
            one for one in told["far_places"] if self._ask("comesFirst", {**given, "place": one["place"]})
        ]

    def _far(self, moment: Told, left: Sequence[Told]) -> str | None:
        """The place to which one tap takes as many of the next actions as it can; None: one leads there."""
        run = list(takewhile(lambda one: one["type"] == left[0]["type"], left))
        for found in reversed(moment["far"]):
            place, steps = found["place"], found["steps"]
            if len(steps) <= len(run) and steps[-1]["action"] == run[len(steps) - 1]:
                named = f'.board button[data-place="{place}"][aria-label$=", {len(steps)} steps"]'
                expect(self.phone.page.locator(named)).to_be_visible()
                return str(place)
        return None

    def _further(self, moment: Told, left: Sequence[Told]) -> tuple[list[list[Any]], Told] | None:
        """The taps to what follows a step that opens something, where the page offers it together with it."""
        if not moment["words"].get(f"{left[0]['type']}/{left[0].get('seat')}", {}).get("opens"):
            return None
        steps = [*self.steps]
        for action, following in pairwise(left):
            steps.append(dict(action))
            after = self._dry(steps).get("after")
            if after is None:
                return None
            words = whole_words(after["now"]["words"]).get(f"{following['type']}/{following.get('seat')}", {})
            if words and not words.get("leads"):
                further = self._moment(steps)
                known = {offer["type"] for offer in moment["offers"]}
                further["offers"] = [one for one in further["offers"] if one["type"] not in known]
                taps = self._best(further, following)
                at_hand = taps and self.phone.page.evaluate(AT_HAND, [PANEL, taps[0], PATIENCE / 5])
                return (taps, following) if taps and at_hand else None
        return None

    def _best(self, moment: Told, action: Mapping[str, Any]) -> list[list[Any]] | None:
        """The fewest taps to an action, those that begin on the board included."""
        offers = [offer for offer in moment["offers"] if offer["type"] == action["type"]]
        if not offers:
            return None
        panel = self._way({**moment, "offers": offers}, action)
        if panel and self.phone.asked().startswith(f"{panel[0][1]}:"):
            # It is asked already.
            return panel[1:]
        found = [panel] if panel else []
        told = without(action, set(BESIDE) | unlisted_names(offers))
        given = {**moment, "offers": offers, "all": moment["offers"], "action": told}
        given["usual"] = usual(codec_of(self.game).by_name[action["type"]])
        if board := self._ask("boarded", given):
            found.append(board)
        return min(found, key=lambda taps: sum(tap[0] not in ("asked", "part") for tap in taps), default=None)
