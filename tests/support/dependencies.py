"""The dependencies that Tablelog names itself, with their licences as the installed distributions tell them.

`.venv/bin/python -m tests.support.dependencies` writes the tables of docs/dependencies.md anew.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import NamedTuple

from tests.support.documents import ROOT

PAGE = ROOT / "docs" / "dependencies.md"
LOCKS = "".join((ROOT / name).read_text("utf-8") for name in ("requirements.lock", "requirements-page.lock"))
CLASSIFIER = "License :: OSI Approved :: "
SPDX = {
    "MIT": "MIT",
    "MIT License": "MIT",
    "Apache-2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
}
"""What older distributions write instead of an identifier."""
THIRD_CLAUSE = "Neither the name"
"""Two licences are called `BSD License`; the one of three clauses has this in its third."""
ASKS = {
    "MIT": "keep its notice and licence text",
    "BSD-2-Clause": "keep its notice and licence text",
    "BSD-3-Clause": "keep its notice and licence text; do not advertise with its authors' names",
    "Apache-2.0": "keep its notices, licence text and `NOTICE`; state your changes",
    "Apache-2.0 AND BSD-2-Clause": "keep its notices, licence texts and `NOTICE`; state your changes",
    "Apache-2.0 OR BSD-3-Clause": "choose one of the two, and do what it asks",
    "LGPL-3.0-only": "keep its notice and licence texts; let recipients replace it with another build; "
    "publish changes to it under the same licence, with their source",
    "MIT-CMU": "keep its notice and licence text; do not advertise with its authors' names",
    "PSF-2.0": "keep its notice and licence text; summarise your changes",
    "MPL-2.0": "keep its notice; publish changed files under the same licence, with their source",
}
HEAD = "| package | version | licence | when you redistribute it |\n|---|---|---|---|\n"


class Group(NamedTuple):
    """Dependencies that are declared together: the heading of their table, and their requirements."""

    heading: str
    requirements: Sequence[str]


def groups() -> list[Group]:
    """What pyproject.toml declares."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    building = declared["build-system"]["requires"]
    return [
        Group("With Tablelog", declared["project"]["dependencies"]),
        Group("For work on it", sorted({*declared["dependency-groups"]["dev"], *building})),
        Group("For the tests of its pages", declared["dependency-groups"]["page"]),
        Group("For mutants", declared["dependency-groups"]["mutants"]),
    ]


def names(requirement: str) -> Iterator[str]:
    """The packages that a requirement names: itself, and one for each of its extras."""
    matched = re.match(r"([\w.-]+)(?:\[([\w,-]+)\])?", requirement)
    assert matched is not None, requirement
    yield matched[1]
    for extra in (matched[2] or "").split(","):
        if extra:
            yield f"{matched[1]}-{extra}"


def locked(name: str) -> str:
    """The version in requirements.lock, or in that of the tests of the pages."""
    found = re.search(rf"^{re.escape(name)}==(\S+)", LOCKS, re.MULTILINE)
    assert found is not None, f"{name} is in no lock"
    return found[1]


def installed(name: str) -> Distribution | None:
    """The installed distribution; none where this machine is one that does without it."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def licence(found: Distribution) -> str:
    """The identifier of the licence that the distribution says it has."""
    said = _said(found, "License-Expression")
    if said:
        return said
    classifiers = [line for line in found.metadata.get_all("Classifier") or () if line.startswith(CLASSIFIER)]
    words = _said(found, "License") or classifiers[0].removeprefix(CLASSIFIER)
    if words == "BSD License":
        return "BSD-3-Clause" if THIRD_CLAUSE in licence_text(found) else "BSD-2-Clause"
    return SPDX[words]


def _said(found: Distribution, member: str) -> str | None:
    """What the distribution says of itself there, if anything."""
    return next(iter(found.metadata.get_all(member) or ()), None)


def licence_text(found: Distribution) -> str:
    """The text of the licence files that come with the distribution."""
    files = [path for path in found.files or () if re.match(r"(LICEN[SC]E|COPYING)", path.name)]
    return "\n".join(path.read_text() for path in files)


def row(name: str) -> str | None:
    """The package's row; none where it is not installed, or in another version than the locked one."""
    found = installed(name)
    if found is None or found.version != locked(name):
        return None
    identifier = licence(found)
    return f"| {name} | {locked(name)} | {identifier} | {ASKS[identifier]} |"


def main() -> None:
    """Write the tables of the page anew."""
    text = PAGE.read_text("utf-8")
    for group in groups():
        rows = [row(name) for requirement in group.requirements for name in names(requirement)]
        table = HEAD + "\n".join(filter(None, rows)) + "\n"
        text = re.sub(rf"(## {group.heading}\n\n)(?:\|.*\n)*", rf"\g<1>{table}", text)
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
