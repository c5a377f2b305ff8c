"""The guide to each game's box, from its sheet: `python -m tests.support.guides.boxes` writes it.

One document a game: its sections, and a table of the members of each with the values that they may have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain.games import GAMES
from domain.kernel import Game
from domain.kernel.editing import SheetField, SheetSection
from domain.kernel.editing.sheet import spoken
from tests.support.documents import ROOT

SIMPLE = ("text", "number", "tick", "choice")
"""Fields that hold no others."""
HEAD = "| member | meaning | values |\n|---|---|---|\n"


def guide_of(game: Game[Any]) -> Path:
    """The document that describes the box of the game."""
    return ROOT / "docs" / "boxes" / f"{game.key}.md"


def described(game: Game[Any]) -> str:
    """The whole document."""
    demo = f"domain/games/{game.key}/demo.json"
    return (
        f"# The box of {game.title}\n\n"
        f"A component set of {game.title} is a JSON object with the members below. Make one on `/editions`, "
        f"or upload one with `POST /v1/component-sets` ([API](../api.md)). "
        f"`GET /v1/games/{game.key}/sheet` has the same as JSON. "
        f"The packaged set is [{demo}](../../{demo}).\n\n"
        "`[]` stands for each row of a list, `{}` for each key of an object, and a value in parentheses "
        "for a kind. A member in *italics* may be left out.\n" + "".join(map(_section, game.sheet))
    )


def _section(section: SheetSection) -> str:
    field = section.field
    (first, _, values), *others = _rows(field, section.key)
    rows = "".join(f"| {' | '.join(row)} |\n" for row in [(first, "", values), *others])
    hint = f"{field.hint}\n\n" if field.hint else ""
    deck = "A table can begin with blanks and enter these while it plays.\n\n" if field.deck else ""
    return f"\n## {section.title}\n\n{hint}{deck}{HEAD}{rows}"


def _rows(field: SheetField, name: str) -> Iterator[tuple[str, str, str]]:
    """A row for the field, and one for each field in it."""
    shown = f"`{name}`" if field.required or not field.key else f"*`{name}`*"
    yield shown, _cell(_meaning(field)), _cell(_values(field))
    for inner, at in _below(field, name):
        yield from _rows(inner, at)


def _below(field: SheetField, name: str) -> Iterator[tuple[SheetField, str]]:
    match field.is_:
        case "table" | "list" if field.item is not None:
            yield from _inlined(field.item, f"{name}[]")
        case "keyed" if field.item is not None:
            yield from _inlined(field.item, f"{name}{{}}")
        case "form":
            for inner in field.fields:
                yield inner, f"{name}.{inner.key}"
        case "variants":
            for variant in field.variants:
                for inner in variant.fields:
                    yield inner, f"{name}({variant.value}).{inner.key}"
        case "either":
            for inner in field.fields:
                if inner.is_ not in SIMPLE:
                    yield from _inlined(inner, name)


def _inlined(item: SheetField, name: str) -> Iterator[tuple[SheetField, str]]:
    """What the item of a list holds; the item itself where it holds nothing or is one of several kinds."""
    if item.is_ == "form":
        yield from _below(item, name)
    elif item.is_ not in SIMPLE or item.hint:
        yield item, name


def _meaning(field: SheetField) -> str:
    title = "" if field.title == spoken(field.key) else f"{field.title}."
    unit = f"In {field.unit}." if field.unit else ""
    return " ".join(part for part in (title, field.hint, unit) if part)


def _values(field: SheetField) -> str:
    nothing = " or null" if field.optional else ""
    told = not field.required and field.default not in (None, "", [], {})
    default = f"; default `{json.dumps(field.default)}`" if told else ""
    return f"{_kind(field)}{nothing}{default}"


def _kind(field: SheetField) -> str:
    match field.is_:
        case "number":
            return f"whole number{_range(field)}"
        case "text":
            return f"text{_range(field, ' signs')}"
        case "tick":
            return "true or false"
        case "choice" if field.of:
            return f"an id of `{field.of}`"
        case "choice":
            return ", ".join(f"`{json.dumps(option.value)}`" for option in field.options)
        case "amounts":
            keys = ", ".join(f"`{option.value}`" for option in field.options)
            return f"object of whole numbers{_range(field)} by {keys}"
        case "table" | "list":
            item = field.item
            of = f" of {_kind(item)}" if item is not None and item.is_ in ("number", "text", "choice") else ""
            return f"list{_range(field, ' values')}{of}"
        case "keyed":
            return "object"
        case "variants":
            kinds = ", ".join(f"`{variant.value}` ({variant.label})" for variant in field.variants)
            return f"object; `{field.tag}` is {kinds}"
        case "either":
            return " or ".join(_kind(inner) for inner in field.fields)
        case "same":
            return f"as `{field.of}`"
    return "object"


def _range(field: SheetField, of: str = "") -> str:
    least, most = field.least, field.most
    if least is not None and most is not None:
        return f" of {least}{of}" if least == most else f" from {least} to {most}{of}"
    if least is not None:
        return f" of at least {least}{of}"
    return "" if most is None else f" of at most {most}{of}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main() -> None:
    """Write the guide of each game whose box people can edit."""
    for game in GAMES:
        if game.editing is not None:
            guide_of(game).parent.mkdir(exist_ok=True)
            guide_of(game).write_text(described(game), "utf-8")


if __name__ == "__main__":
    main()
