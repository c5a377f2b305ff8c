"""Every type of problem stands in docs/api.md with its status, and no guide names another."""

from __future__ import annotations

import re

from service.problems import HTTP_KINDS, KINDS
from tests.support.documents import ROOT
from tests.support.guides.reading import SPAN, Guide, guide, guides

TOLD = re.compile(r"\b([45]\d\d) `([a-z][a-z-]*)`")
"""A status with the type that it is answered with: 409 `quota`."""
TYPE = re.compile(r"/problems/([a-z-]+)")


def table() -> dict[str, int]:
    """The status of each type, as the table of problems has it."""
    rows = guide("docs/api.md").section("Problems").rows()
    return {SPAN.findall(kind)[0]: int(status) for kind, status, *_ in rows}


def named(among: list[Guide]) -> set[tuple[str, int | None]]:
    """The types that guides name, with the status where it stands before them."""
    found: set[tuple[str, int | None]] = set()
    for one in among:
        found |= {(kind, int(status)) for status, kind in TOLD.findall(" ".join(one.text.split()))}
        found |= {(kind, None) for kind in TYPE.findall(one.text)}
    return found


def test_the_table_has_every_type_with_its_status_and_no_other() -> None:
    assert table() == {kind: status for kind, (status, _) in KINDS.items()}


def test_no_guide_names_a_type_that_is_gone_or_has_another_status() -> None:
    statuses = {kind: status for kind, (status, _) in KINDS.items()}
    found = named(guides())
    assert len(found) > len(KINDS) / 3
    assert {one for one in found if one[0] not in statuses or one[1] not in (None, statuses[one[0]])} == set()


def test_every_type_is_answered_by_something() -> None:
    declared = ROOT / "service" / "http" / "problems.py"
    code = "".join(path.read_text("utf-8") for path in (ROOT / "service").rglob("*.py") if path != declared)
    of_the_framework = set(HTTP_KINDS.values())
    assert {kind for kind in KINDS if f'"{kind}"' not in code and kind not in of_the_framework} == set()


def test_a_type_is_found_however_it_is_told() -> None:
    text = 'It is 409\n`too-deep`, and `{"type": "/problems/no-air"}`; 200 `deep`; the `quota`.'
    assert named([Guide("reef.md", text)]) == {("too-deep", 409), ("no-air", None)}
