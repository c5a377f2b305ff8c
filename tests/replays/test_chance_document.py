"""docs/chance.md says exactly what the kernel does: its code and its figures are tried here."""

from __future__ import annotations

import re
from typing import Any

import pytest

from domain.kernel.chance import commitment, keyed_draws
from tests.support.documents import ROOT, blocks

CHANCE = ROOT / "docs" / "chance.md"
DOCUMENT = CHANCE.read_text("utf-8")
SECRET = bytes(range(32))
SESSION = "01890a5d-ac96-774b-bcce-b302099a8057"


@pytest.fixture(scope="module")
def documented() -> Any:
    (code,) = blocks(CHANCE, "python run")
    names: dict[str, Any] = {}
    exec(code.text, names)
    return names["draw"]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 1000, 2**255 + 1])
def test_the_documented_draw_is_the_kernels(documented: Any, n: int) -> None:
    below = keyed_draws(SECRET, SESSION)
    assert [documented(SECRET, SESSION, number, n) for number in range(40)] == [
        below(n, number) for number in range(40)
    ]


def test_the_documented_figures_hold(documented: Any) -> None:
    assert commitment(SECRET) in DOCUMENT
    rows = re.findall(r"^\| (\d+) \| (\d[\d |]+) \|$", DOCUMENT, re.MULTILINE)
    assert [int(n) for n, _ in rows] == [2, 6, 20, 52]
    for n, figures in rows:
        assert [int(figure) for figure in figures.split("|")] == [
            documented(SECRET, SESSION, number, int(n)) for number in range(8)
        ]
