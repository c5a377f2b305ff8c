"""The scripts that browsers load are those of the source, bundled."""

from __future__ import annotations

from pathlib import Path

from service.pages.assets import BUNDLES
from tests.support.page.bundles import bundle


def texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_every_script_was_bundled_after_its_last_change(tmp_path: Path) -> None:
    bundle(tmp_path)
    made, kept = texts(tmp_path), texts(BUNDLES)
    old = [name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name)]
    assert not old, f"run `python -m tests.support.page.bundles`: {sorted(old)}"
