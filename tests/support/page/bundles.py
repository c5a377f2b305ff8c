"""The scripts of the pages as browsers load them: one file per page, bundled and minified by rolldown.

`python -m tests.support.page.bundles` writes them again; run it after every change of a script.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from service.pages.assets import BUNDLES, FOLDER, LIBRARIES, PAGES, RESTS
from tests.support.npm import NODE, TESTS, installed

BROWSERS = ("chrome111", "edge111", "firefox115", "safari16.4")
"""The oldest browsers that docs/pages.md promises."""


def bundle(into: Path) -> None:
    """Bundle the scripts of every page into this folder."""
    plan = {
        "root": str(FOLDER),
        "into": str(into),
        "pages": PAGES,
        "rests": RESTS,
        "libraries": {name: str(path) for name, path in LIBRARIES.items()},
        "browsers": BROWSERS,
    }
    program = installed("page/bundler") / "bundle.js"
    shutil.copy(TESTS / "page" / "bundler" / program.name, program)
    done = subprocess.run(
        [NODE, program], input=json.dumps(plan), text=True, capture_output=True, check=False, env=os.environ
    )
    if done.returncode:
        raise RuntimeError(done.stderr)


if __name__ == "__main__":
    for old in BUNDLES.glob("*.js"):
        old.unlink()
    bundle(BUNDLES)
