"""Mutants that no test can kill, because they do the same: each with the reason why."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.support.mutants.operators import Mutant

Key = tuple[str, str, str, str]
LISTED = Path(__file__).parents[2] / "mutants" / "equivalent.toml"


def listed(place: Path = LISTED) -> dict[Key, str]:
    """The reason of each listed mutant, by what names it."""
    rows = tomllib.loads(place.read_text("utf-8")).get("equivalent", [])
    return {(row["path"], row["function"], row["line"], row["change"]): row["reason"] for row in rows}


def as_row(mutant: Mutant) -> str:
    """The row that lists a mutant, but for its reason."""
    path, function, text, change = mutant.key
    lines = [f"path = {path!r}", f"function = {function!r}", f"line = {_quoted(text)}"]
    return "\n".join(["[[equivalent]]", *lines, f"change = {_quoted(change)}", 'reason = ""'])


def _quoted(text: str) -> str:
    return f"'''{text}'''" if "'" in text else f"'{text}'"
