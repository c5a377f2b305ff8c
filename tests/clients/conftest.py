"""A service as it is run, and its document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.service.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service as it is run."""
    running = Server(tmp_path_factory.mktemp("home"))
    try:
        running.start()
        yield f"http://127.0.0.1:{running.port}"
    finally:
        running.stop()


@pytest.fixture(scope="session")
def document(server: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The API's document as a file."""
    path = tmp_path_factory.mktemp("document") / "openapi.json"
    with urlopen(f"{server}/v1/openapi.json") as answer:
        path.write_bytes(answer.read())
    return path
