"""What msgspec has to learn of a struct it knows before a process starts threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

pytestmark = pytest.mark.integration

PROCESS = """
    import sys, threading
    import msgspec
    from msgspec import Struct
    from domain.kernel.messages import know_structs

    class Inner(Struct):
        number: "int"

    class Outer(Struct):
        inner: "Inner"

    class Started(Exception):
        pass

    def start(thread):
        raise Started

    def below(struct):
        return [struct, *(one for derived in struct.__subclasses__() for one in below(derived))]

    def watch(frame, event, argument):
        if event == "call" and frame.f_code.co_name == "get_class_annotations":
            learned.append(frame.f_locals["obj"].__name__)

    {first}
    learned = []
    sys.setprofile(watch)
    for struct in below(Struct)[1:]:
        msgspec.json.Decoder(struct)
    sys.setprofile(None)
    print(*learned)
"""
WEB = """
    from service.app import create_app
    create_app()
"""
WORKER = """
    from workers.__main__ import main
    threading.Thread.start = start
    try:
        main()
    except Started:
        pass
"""


def learned_after(first: str, home: Path) -> list[str]:
    """The structs that a process which does this first has then still to learn."""
    code = dedent(PROCESS).format(first=dedent(first))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"TABLELOG_HOME": str(home), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_structs_are_learned_with_those_in_them(tmp_path: Path) -> None:
    assert {"Outer", "Inner"} <= set(learned_after("", tmp_path))
    assert learned_after("know_structs()", tmp_path) == []


@pytest.mark.parametrize("first", [WEB, WORKER], ids=["web", "worker"])
def test_every_struct_is_known_before_others_could_share_it(first: str, tmp_path: Path) -> None:
    assert learned_after(first, tmp_path) == []
