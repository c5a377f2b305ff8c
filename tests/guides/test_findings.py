"""Every kind of finding stands in docs/operations.md under its severity, and no other does."""

from __future__ import annotations

import re

import pytest

from tests.support.documents import ROOT
from tests.support.guides.findings import Unreadable, findings_made
from tests.support.guides.reading import SPAN, guide

MAY_FIND = re.compile(r"^from replays\b|^class Finding\b", re.MULTILINE)
"""Stands in every module that makes findings: no other is parsed."""


def told() -> set[tuple[str, str]]:
    """Severity and kinds of each row; a row without a severity goes on with the last one."""
    found, severity = set(), ""
    for first, kinds, *_ in guide("docs/operations.md").section("Auditing").rows():
        severity = next(iter(SPAN.findall(first)), severity)
        found |= {(severity, kind) for kind in SPAN.findall(kinds)}
    return found


def test_the_guide_on_audits_tells_every_finding_and_no_other() -> None:
    modules = [path for folder in ("replays", "service", "workers") for path in (ROOT / folder).rglob("*.py")]
    sources = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in modules}
    made = findings_made({module: source for module, source in sources.items() if MAY_FIND.search(source)})
    assert made == told()


REEF = {
    "one": """
def divergence(entry, kind, message):
    if message: return Finding(entry, "diverges", kind, message)
    severity = "older_rules" if entry else "note"
    return Finding(entry, severity, kind, message)
""",
    "two": """
class Walk:
    def __init__(self, kind): self.found = Finding(1, "tampered", kind, "")
    def _find(self, entry, severity, kind): self.all.append(Finding(entry, severity, kind, ""))
    def step(self): self._find(3, "note", "seen")
    def _lost(self, kind): return divergence(4, kind, "")
    def end(self): return self._lost("lost" if self.all else "gone")
def begin(): return Walk("no_opening")
""",
}


def test_findings_are_read_through_what_makes_them() -> None:
    diverging = ("diverges", "older_rules", "note")
    assert findings_made(REEF) == {
        ("tampered", "no_opening"),
        ("note", "seen"),
        *((severity, kind) for severity in diverging for kind in ("lost", "gone")),
    }


def test_a_kind_that_is_made_while_it_runs_is_refused() -> None:
    with pytest.raises(Unreadable):
        findings_made({"one": 'def f(a): return Finding(1, "note", a.kind, "")'})
