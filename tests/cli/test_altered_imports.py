"""Altered files at the command line: refused in a sentence, or imported, audited and exported again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from click.testing import CliRunner

from service.cli import main
from tests.support.service.altering import altered

ALTERATIONS = 30


def invoke(*arguments: str) -> tuple[int, str]:
    """The exit status and what was told. A traceback fails the test."""
    done = CliRunner().invoke(main, list(arguments))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert "Traceback" not in done.output
    return done.exit_code, done.output


def test_an_altered_file_is_refused_in_a_sentence_or_taken(home: Path, tmp_path: Path) -> None:
    random = Random("cli")
    taken = 0
    for place in range(ALTERATIONS):
        file, _, done = altered(random)
        path = tmp_path / f"{place}.tablelog.json"
        path.write_text(json.dumps(file), "utf-8")
        status, told = invoke("import", str(path))
        assert (status, "1 imported" in told) in ((0, True), (1, False)), (done, told)
        if status == 0:
            taken += 1
            assert invoke("replay", str(path))[0] in (0, 1)
    assert 0 < taken < ALTERATIONS
    assert invoke("audit", "--all")[0] in (0, 1)
    assert invoke("export", "--all", "--to", str(tmp_path / "out"))[0] == 0
    assert len(list((tmp_path / "out").iterdir())) == taken
