"""Generators make whole clients of the API's document, and these play and watch a game of each title."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.clients import typescript
from tests.support.clients.played import check, games

HERE = Path(__file__).parent


def test_a_python_client_plays_every_title(server: str, document: Path, tmp_path: Path) -> None:
    programs = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": programs + os.pathsep + os.environ["PATH"]}
    target, config = tmp_path / "generated_client", tmp_path / "config.yml"
    # Formatting a thousand files tells nothing of the document; pictures are as docs/clients.md says.
    config.write_text("post_hooks: []\ncontent_type_overrides:\n  image/webp: application/octet-stream\n")
    command = ["openapi-python-client", "generate", "--meta", "none", "--fail-on-warning"]
    generating = subprocess.run(
        [*command, "--config", config, "--path", document, "--output-path", target],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert generating.returncode == 0, generating.stdout + generating.stderr
    file = tmp_path / "games.json"
    file.write_text(json.dumps(games()))
    playing = subprocess.run(
        [sys.executable, HERE.parent / "support" / "clients" / "play.py", server, document, file],
        capture_output=True,
        text=True,
        env=environment | {"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert playing.returncode == 0, playing.stderr
    check(json.loads(playing.stdout))


def test_a_typescript_client_plays_every_title(server: str, document: Path, tmp_path: Path) -> None:
    """The recorded games are typed as the document types them: one that did not fit would not compile."""
    typescript.install()
    (tmp_path / "node_modules").symlink_to(typescript.NODE_MODULES)
    for name in ("package.json", "tsconfig.json", "play.ts"):
        shutil.copy(HERE / name, tmp_path / name)
    generator = typescript.NODE_MODULES / "openapi-typescript" / "bin" / "cli.js"
    typescript.run([generator, document, "--output", "api.ts", "--default-non-nullable", "false"], tmp_path)
    (tmp_path / "games.ts").write_text(games_typed())
    typescript.run([typescript.NODE_MODULES / "typescript" / "bin" / "tsc"], tmp_path)
    check(json.loads(typescript.run(["built/play.js", server], tmp_path)))


def games_typed() -> str:
    """The games as TypeScript, each action held against the type of its own game's actions."""
    lines = ['import type { components } from "./api.js";', "export const games = ["]
    for game in games():
        title = game["title"]
        opening = json.dumps(game["opening"])
        lines.append(
            f'{{ title: "{title}", opening: {opening} satisfies {schema(f"{title}.opening.Opening")},'
        )
        lines.append("actions: [")
        for actions in game["actions"]:
            typed = ", ".join(f"{json.dumps(one)} satisfies {schema(f'{title}.Action')}" for one in actions)
            lines.append(f"[{typed}],")
        lines.append(f"] as {schema(f'{title}.Action')}[][] }},")
    return "\n".join([*lines, "];\n"])


def schema(name: str) -> str:
    """A schema's type."""
    return f'components["schemas"]["{name}"]'
