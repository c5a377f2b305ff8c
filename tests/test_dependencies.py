"""docs/dependencies.md names every dependency that is declared, as it is locked and as it is licensed."""

from __future__ import annotations

import pytest

from tests.support.dependencies import PAGE, groups, installed, licence_text, locked, names, row

DECLARED = [
    (group.heading, name)
    for group in groups()
    for requirement in group.requirements
    for name in names(requirement)
]


def section(heading: str) -> str:
    """What stands under the heading."""
    return PAGE.read_text("utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("heading", "name"), DECLARED)
def test_a_declared_dependency_has_its_row(heading: str, name: str) -> None:
    rows = [line for line in section(heading).splitlines() if line.startswith(f"| {name} |")]
    assert len(rows) == 1, "run .venv/bin/python -m tests.support.dependencies"
    assert f"| {name} | {locked(name)} |" in rows[0]
    if (expected := row(name)) is not None:
        assert rows[0] == expected


@pytest.mark.parametrize("heading", [group.heading for group in groups()])
def test_no_other_package_has_a_row(heading: str) -> None:
    listed = [line.split("|")[1].strip() for line in section(heading).splitlines() if line.startswith("| ")]
    assert sorted(listed[1:]) == sorted(name for where, name in DECLARED if where == heading)


def test_every_distribution_brings_the_text_that_its_licence_asks_to_keep() -> None:
    without = [name for _, name in DECLARED if (found := installed(name)) and not licence_text(found)]
    assert without == []
