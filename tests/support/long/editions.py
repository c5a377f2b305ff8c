"""Editions: sets changed at random within the sheet. With what is accepted, bots play to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from domain.games import REGISTRY
from domain.kernel import Game, InvalidComponents
from domain.kernel.editing import SheetField, blank_of, fields_in
from domain.kernel.messages import Json
from domain.kernel.selfcheck.play import set_fault
from domain.kernel.session.opening import load_components
from tests.support.long.campaign import Outcome, Progress, Wanted

MOST_CHANGES = 8
TRIES = 4
"""Of each change that is wanted: most are refused, since a box holds together."""


def run(wanted: Wanted, folder: Path) -> Outcome:
    """As many sets of each game as are wanted."""
    counted, faults = Counter[str](), list[str]()
    games = [game for game in REGISTRY.values() if game.editing is not None]
    progress = Progress("sets", wanted.sets * len(games))
    for number in range(wanted.sets):
        for at, game in enumerate(games):
            random = Random(f"{wanted.seed}/{game.key}/{number}")
            document, made = changed_set(game, random)
            counted[f"{game.key}: changes accepted"] += len(made)
            if fault := fault_of(game, document, random):
                faults.append(f"{game.key} {number}: {fault} after {'; '.join(made)}")
            progress.at(number * len(games) + at + 1)
    return Outcome({name: f"{number:,}" for name, number in counted.items()}, faults)


def fault_of(game: Game[Any], document: Mapping[str, Json], random: Random) -> str | None:
    """What fails when bots play with an accepted set at some number of seats; None: nothing."""
    try:
        components = load_components(game, document, new=True)
        return set_fault(game, components, random.choice(game.seat_counts))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def changed_set(game: Game[Any], random: Random) -> tuple[dict[str, Any], list[str]]:
    """The packaged set with some changes, each of them accepted; and which they were."""
    document: dict[str, Any] = deepcopy(dict(game.demo_sets()["demo"]))
    made: list[str] = []
    wanted = random.randint(1, MOST_CHANGES)
    for _ in range(wanted * TRIES):
        if len(made) == wanted:
            break
        section = random.choice(game.sheet)
        changed = deepcopy(document)
        told = _Changing(game, changed, random).change(section.field, changed, section.key)
        if told is None or changed == document:
            continue
        try:
            load_components(game, changed, new=True)
        except InvalidComponents:
            continue
        document = changed
        made.append(told)
    return document, made


class _Changing:
    """One change of a document, made in place."""

    def __init__(self, game: Game[Any], document: dict[str, Any], random: Random) -> None:
        self.document, self.random = document, random
        fields = [field for section in game.sheet for field in fields_in(section.field)]
        self.places = {field.path: field for field in reversed(fields)}

    def change(self, field: SheetField, holder: Any, key: Any) -> str | None:
        """Change what stands there or something in it; what was changed, None: nothing."""
        random, present = self.random, self._is_there(holder, key)
        if not present or (field.optional and random.random() < 0.1):
            holder_takes = isinstance(holder, dict)
            if holder_takes and not field.derived:
                holder[key] = None if field.optional and present else self._fresh(field)
            return f"{field.path} = {holder[key]!r}" if holder_takes and key in holder else None
        value = holder[key]
        if value is None:
            holder[key] = self._fresh(field)
            return f"{field.path} = {holder[key]!r}"
        match field.is_:
            case "same":
                return self.change(self.places[field.of], holder, key)
            case "table" | "list":
                return self._change_rows(field, value)
            case "form":
                inner = random.choice(field.fields) if field.fields else None
                return None if inner is None else self.change(inner, value, inner.key)
            case "keyed":
                return (
                    self.change(field.item, value, random.choice([*value])) if field.item and value else None
                )
            case "variants":
                return self._change_kind(field, holder, key)
        holder[key] = self._fresh(field, value)
        return f"{field.path} {value!r} = {holder[key]!r}"

    def _change_kind(self, field: SheetField, holder: Any, key: Any) -> str | None:
        value = holder[key]
        now = next((one for one in field.variants if one.value == value.get(field.tag)), None)
        if now is None or not now.fields or self.random.random() < 0.3:
            holder[key] = deepcopy(self.random.choice(field.variants).blank)
            return f"{field.path} = {holder[key]!r}"
        inner = self.random.choice(now.fields)
        return self.change(inner, value, inner.key)

    def _change_rows(self, field: SheetField, rows: Any) -> str | None:
        random, item = self.random, field.item
        assert item is not None
        rows_may_change = isinstance(rows, list)
        what = random.choice(["row", "row", "row", "copy", "take", "blank"])
        if what == "row" and rows:
            return self.change(item, rows, random.randrange(len(rows)))
        if not rows_may_change:
            return None
        if what == "take" and rows:
            taken = rows.pop(random.randrange(len(rows)))
            return f"{field.path} without {_named(taken)}"
        row = deepcopy(random.choice(rows)) if what == "copy" and rows else deepcopy(field.blank)
        if isinstance(row, dict) and field.is_ == "table":
            row["id"] = f"new{len(rows)}"
        rows.append(row)
        return f"{field.path} {what} {_named(row)}"

    def _fresh(self, field: SheetField, now: Json = None) -> Json:
        """Another value of the field."""
        random = self.random
        match field.is_:
            case "tick":
                return not now
            case "number":
                near = now if isinstance(now, int) else max(field.least or 0, 0)
                bound = (
                    field.least if field.least is not None else -9,
                    field.most if field.most is not None else 99,
                )
                wanted = random.choice([bound[0], near - 1, near + 1, near + 2, near * 2, 0, 1])
                return min(max(wanted, bound[0]), bound[1])
            case "choice" if field.of:
                return random.choice(self._named_by(field.of) or [""])
            case "choice":
                return random.choice(field.options).value
            case "amounts":
                amounts = dict(now) if isinstance(now, dict) else {}
                option = str(random.choice(field.options).value)
                if option in amounts and random.random() < 0.3:
                    del amounts[option]
                else:
                    amounts[option] = max(
                        field.least or 0, amounts.get(option, 0) + random.choice([-1, 1, 2])
                    )
                return amounts
            case "text":
                return now if field.key == "id" or field.pattern else f"Changed {random.randrange(1_000)}"
            case "either":
                return deepcopy(blank_of(random.choice(field.fields)))
            case "same":
                return deepcopy(blank_of(self.places[field.of]))
        return deepcopy(blank_of(field))

    def _named_by(self, path: str) -> list[str]:
        """The ids of the rows of this table, or of this list; the keys of this object."""
        found: list[Any] = [self.document]
        for part in path.split("/"):
            below: list[Any] = []
            for one in found:
                if part == "*":
                    below += one.values() if isinstance(one, dict) else one
                elif part in one:
                    below.append(one[part])
            found = below
        return [name for names in found for name in map(_id_of, names)]

    @staticmethod
    def _is_there(holder: Any, key: Any) -> bool:
        return key in holder if isinstance(holder, dict) else key < len(holder)


def _id_of(row: Any) -> str:
    return str(row["id"] if isinstance(row, dict) else row)


def _named(row: Any) -> str:
    return str(row.get("id", row)) if isinstance(row, dict) else str(row)
