"""Tapping: how a person answers the panel, from the recorded action and the words on the buttons.

What is asked is read as it stands: the page draws its next question before a tap is over, and takes up no
other table while the phone has caught up and nobody else records.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import expect

from domain.kernel.components import canonical
from tests.page.table import Evening
from tests.support.page.phone import Phone

MOST_QUESTIONS = 80
BESIDE = ("type", "seat")


class Tapping:
    """One action on its way onto the page of a phone, in the words that its holder is told."""

    def __init__(
        self, phone: Phone, evening: Evening, action: Mapping[str, Any], holder: str = "scribe"
    ) -> None:
        self.phone = phone.catches_up(evening)
        self.action = action
        self.words = evening.words(dict(action), holder)
        self.asked = {words["asks"]: name for name, words in self.words.get("parameters", {}).items()}
        self.taps = 0

    def record(self) -> int:
        """Tap until nothing is asked any more. Answers the number of taps."""
        self._tap(self.words["label"])
        begins = f"{self.words['label']}: "
        for _ in range(MOST_QUESTIONS):
            asked = self.phone.asked()
            if not asked.startswith(begins):
                return self.taps
            self._answer(asked.removeprefix(begins))
        raise AssertionError("The panel asks without end.")

    def _answer(self, asks: str) -> None:
        if asks == "How?":
            self._variant()
            return
        name = self.asked[asks]
        self._value(name, self.action.get(name))

    def _variant(self) -> None:
        """The button of the variant that the action has, else that of a value which tells it apart."""
        given = {
            name for name, value in self.action.items() if name not in BESIDE and value not in (None, False)
        }
        told = {frozenset(key.split(",")): label for key, label in self.words.get("variants", {}).items()}
        own = [label for names, label in told.items() if given <= names or names <= given]
        labels = [label for label in own if self.phone.button(label).count()]
        cloaked = [label for names, label in told.items() if names - {"refill"} == given - {"refill"}]
        for label in (*cloaked, *labels):
            if self.phone.button(label).count():
                return self._tap(label)
        for name in given:
            label = self._label(name, self.action[name])
            if self.phone.button(label).count():
                return self._tap(label)
        for label in (*cloaked, *own):
            if (joined := self._joined(label)) != label:
                return self._tap(joined)
        raise AssertionError(f"No button for {self.action} in {self.phone.panel.inner_text()}")

    def _value(self, name: str, value: Any) -> None:
        match value:
            case list():
                for one in value:
                    self._tap(self._label(name, one))
                self._tap_done()
            case dict():
                for key, of in value.items():
                    part = self.phone.panel.get_by_role("heading", level=3)
                    expect(part.filter(has_text=self._label(name, key))).to_be_visible()
                    self._part(name, of)
                self._tap_done()
            case None:
                self.phone.panel.get_by_role("button", name=re.compile("None|did not happen")).click()
                self.taps += 1
            case _:
                label = self._label(name, value)
                self._tap(label if self.phone.button(label).count() else self._joined(label))

    def _joined(self, label: str) -> str:
        """The button that answers several questions at once, this one among them; else the label itself."""
        named = self.words.get("parameters", {})
        told = {self._label(name, value) for name, value in self.action.items() if name in named}
        told |= set(self.words.get("variants", {}).values())
        for one in self.phone.panel.locator("b").all_inner_texts():
            parts = one.split(" · ")
            if label in parts and told.issuperset(parts):
                return one
        return label

    def _part(self, name: str, value: list[Any]) -> None:
        """What a part of the slots holds; the last place of rows fills itself in."""
        rows = isinstance(value[0], list)
        for one in [place for row in value for place in row][:-1] if rows else value:
            self._tap(self._label(name, one))

    def _label(self, name: str, value: Any) -> str:
        key = value if isinstance(value, str) else canonical(value).decode()
        values = dict(self.words["parameters"][name].get("values", {}))
        for narrowed in self.words.get("narrowed", ()):
            if all(self.action.get(one) == chosen for one, chosen in narrowed["when"].items()):
                values |= narrowed.get("parameters", {}).get(name, {}).get("values", {})
        return str(values[key]["label"]) if key in values else json.dumps(value)

    def _tap(self, label: str) -> None:
        self.phone.tap(label)
        self.taps += 1

    def _tap_done(self) -> None:
        done = self.phone.panel.get_by_role("button", name="Done", exact=True)
        if done.count():
            done.click()
            self.taps += 1
