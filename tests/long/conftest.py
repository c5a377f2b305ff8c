"""Where campaigns run in small."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose name is short enough for Unix sockets."""
    made = Path(mkdtemp(prefix="tll"))
    yield made
    shutil.rmtree(made, ignore_errors=True)
