"""The examples of docs/clients.md run as they stand there."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.clients import typescript
from tests.support.clients.one_file import TARGET
from tests.support.documents import ROOT, blocks

PAGE = ROOT / "docs" / "clients.md"
MODULE = ROOT / "service" / "web" / "static" / "shared" / "api.js"


def test_the_example_in_python_is_refused_once_and_watches_to_the_end(
    server: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(TARGET.parent), *sys.path])
    [example] = blocks(PAGE, "python served")
    exec(compile(example.text, PAGE.name, "exec"), {"server": server})
    refused, *events = capsys.readouterr().out.splitlines()
    assert "deal_displays" in refused
    assert events == ["state 3", "end 3"]


def test_the_example_in_javascript_records_and_is_refused(server: str, tmp_path: Path) -> None:
    shutil.copy(MODULE, tmp_path / "api.js")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    [example] = blocks(PAGE, "js served")
    (tmp_path / "example.js").write_text(f"const server = {json.dumps(server)};\n{example.text}")
    recorded, refused = typescript.run(["example.js"], tmp_path).splitlines()
    assert recorded.startswith("201 [")
    assert refused.startswith("409 ")
    assert "deal_displays" in refused
