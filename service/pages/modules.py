"""Modules: what a script imports and exports, and its body without either, which can stand beside others.

Two kinds are read: the pages' own, and the vendored libraries, some of which their authors have shortened.
Of the language of modules that is what these use: no more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

IMPORT = re.compile(r'import\s*(?:(?P<default>\w+)|\{(?P<names>[^}]*)\})\s*from\s*"(?P<source>[^"]+)";')
EXPORTED_CONSTANT = re.compile(r"\bexport (const (\w+))")
EXPORTED_DEFAULT = re.compile(r"\bexport default (?=function\b)")
EXPORTED_NAMES = re.compile(r'\bexport\s*\{(?P<names>[^}]*)\}(?:\s*from\s*"(?P<source>[^"]+)")?;?')
LEFT = re.compile(r"(?:^|[;}\n])(?:import|export)\b(?![.(])")
DEFAULT = "default_"


class Import(Struct, frozen=True):
    """What a module takes from another one. `names`: what each is called there, and what here."""

    source: str
    names: Mapping[str, str]


class Module(Struct, frozen=True):
    """A module. `exports`: what stands for each name in the body."""

    imports: tuple[Import, ...]
    exports: Mapping[str, str]
    body: str


def read(text: str) -> Module:
    """A module by its squeezed text.

    Raises ValueError where something is imported or exported in a way that is not known here.
    """
    imports: list[Import] = []
    while found := IMPORT.match(text):
        names = {"default": found["default"]} if found["default"] else dict(_renamed(found["names"]))
        imports.append(Import(found["source"], names))
        text = text[found.end() :]
    exports = {name: name for _, name in EXPORTED_CONSTANT.findall(text)}
    for each in EXPORTED_NAMES.finditer(text):
        if each["source"]:
            passed = {name: f"passed_{name}" for name, _ in _renamed(each["names"])}
            imports.append(Import(each["source"], passed))
            exports |= passed
        else:
            exports |= {outside: inside for inside, outside in _renamed(each["names"])}
    if EXPORTED_DEFAULT.search(text):
        exports["default"] = DEFAULT
    body = EXPORTED_NAMES.sub("", EXPORTED_CONSTANT.sub(r"\1", text))
    body = EXPORTED_DEFAULT.sub(f"const {DEFAULT}=", body)
    if left := LEFT.search(body):
        raise ValueError(f"This is no import and no export that is known here: {body[left.start() :][:40]}")
    return Module(tuple(imports), exports, body)


def _renamed(names: str) -> list[tuple[str, str]]:
    """`a, b as c` as a is a, and b is c."""
    pairs = (each.split(" as ") for each in re.split(r"\s*,\s*", names.strip()) if each)
    return [(pair[0], pair[-1]) for pair in pairs]
