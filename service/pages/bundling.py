"""Bundling: a page's own modules as one file, so that a phone asks once and not forty times.

The modules are plain: they import names from each other by relative paths, and export constants. Each becomes
a function that is called once, in the order of their imports; libraries stay imports by their bare names.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import (?:(?P<default>\w+)|\{(?P<names>[^}]*)\}) from "(?P<source>[^"]+)";\n', re.M)
EXPORT = re.compile(r"^export const (\w+)", re.M)
COMMENT = re.compile(r"^\s*(?://.*|/\*\*.*\*/)\n|^/\*\*\n(?: \*.*\n)+", re.M)


def bundled(modules: Mapping[str, str], first: str) -> str:
    """The module `first` and all that it imports, by path, as one text that exports what `first` does.

    Raises ValueError for a circle.
    """
    order: list[str] = []
    _visit(modules, first, order, ())
    numbers = {name: f"m{place}" for place, name in enumerate(order)}
    outside: dict[tuple[str, str], str] = {}
    parts = [_wrapped(modules[name], name, numbers, outside) for name in order]
    imports = [f'import {what} from "{source}";' for (source, _), what in outside.items()]
    exports = ", ".join(EXPORT.findall(modules[first]))
    told = [f"export const {{ {exports} }} = {numbers[first]};"] if exports else []
    return "\n".join((*imports, *parts, *told, ""))


def imported(text: str, name: str) -> list[str]:
    """The paths of the modules that this one imports."""
    return [_path(name, each["source"]) for each in IMPORT.finditer(text) if each["source"].startswith(".")]


def _visit(modules: Mapping[str, str], name: str, order: list[str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"{name} imports itself by way of {' and '.join(above)}.")
    if name in order:
        return
    for other in imported(modules[name], name):
        _visit(modules, other, order, (*above, name))
    order.append(name)


def _path(name: str, source: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), source))


def _wrapped(text: str, name: str, numbers: Mapping[str, str], outside: dict[tuple[str, str], str]) -> str:
    taken: list[str] = []
    for each in IMPORT.finditer(text):
        wanted = each["default"] or each["names"].strip().rstrip(",")
        if each["source"].startswith("."):
            taken.append(f"const {{ {_renamed(wanted)} }} = {numbers[_path(name, each['source'])]};")
        else:
            library = f"l{re.sub(r'[^a-z]', '_', each['source'])}"
            outside[each["source"], library] = f"* as {library}"
            chosen = f"default: {wanted}" if each["default"] else _renamed(wanted)
            taken.append(f"const {{ {chosen} }} = {library};")
    exports = ", ".join(EXPORT.findall(text))
    body = EXPORT.sub(r"const \1", COMMENT.sub("", IMPORT.sub("", text)))
    return (
        f"const {numbers[name]} = (() => {{\n" + "\n".join(taken) + f"\n{body}return {{ {exports} }};\n}})();"
    )


def _renamed(names: str) -> str:
    return ", ".join(re.sub(r" as ", ": ", each.strip()) for each in names.split(",") if each.strip())
