"""The tour with curl does what its text says, as it is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.test_tours import answers
from tests.cli.test_up import Up, start
from tests.support.cli.shell import Shell
from tests.support.documents import ROOT, blocks

__all__ = ["start"]

TOUR = ROOT / "docs" / "tour.md"


def test_the_tour_with_curl_works_as_printed(start: Callable[[], Up], port: int, tmp_path: Path) -> None:
    up = start()
    up.wait_until_ready()
    shell = Shell(tmp_path, up.environment, {"8720": str(port)})
    walked = shell.run("\n".join(block.text for block in blocks(TOUR, "sh tour")))
    assert "Won by red, blue (shared)" in walked
    assert "0 failed" in walked
    (
        layout,
        displays,
        setup,
        grab,
        refused,
        stale,
        offers,
        truth,
        blue,
        back,
        corrected,
        table,
        closed,
        audit,
        scores,
        figures,
    ) = answers(walked)
    assert (layout["version"], displays["version"], setup["version"]) == (2, 3, 7)
    assert grab["entry"]["action"]["card"] == truth["items"][0]["action"]["card"]
    assert "card" not in blue["items"][0]["action"]
    assert (refused["status"], refused["rule"]) == (409, "TC-222")
    assert (stale["status"], stale["version"]) == (412, 8)
    assert [entry["number"] for entry in stale["missed"]] == [4, 5, 6, 7, 8]
    assert {offer["type"] for offer in offers["offers"]} >= {"travel", "grab", "search", "end_turn"}
    assert back["entry"]["exposed"]
    assert corrected["version"] == 10
    assert table["at"] == 8
    assert "card" not in table["view"]["seats"]["red"]["hand"][0]
    assert closed["entry"]["secret"] is None
    assert audit["passed"]
    assert (audit["drawn"], audit["secret"]) == (3, "kept")
    assert scores["as_of"] == 11
    assert {row["group"]["color"]: row["value"] for row in figures["rows"]} == {"red": 3, "blue": 3}
