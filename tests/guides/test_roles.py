"""Every role of tokens stands in docs/api.md, and no guide names another."""

from __future__ import annotations

import re
from typing import get_args

from service.sessions.tokens import Role
from tests.support.guides.reading import Guide, guide, guides

ROLES = set(get_args(Role))
HELD = re.compile(r"--holder ([a-z]+)")
LISTED = re.compile(r'"holders": \[([^\]]*)\]')
OF_A_SEAT = re.compile(r"`([a-z]+):(?:NAME|ID)`")
QUOTED = re.compile(r'"([a-z]+)')


def named(among: list[Guide]) -> set[str]:
    """The roles that guides name as holders of tokens: for a command, in a request, of a seat."""
    found: set[str] = set()
    for one in among:
        found |= {*HELD.findall(one.text), *OF_A_SEAT.findall(one.text)}
        for holders in LISTED.findall(one.text):
            found |= set(QUOTED.findall(holders))
    return found


def test_the_table_of_tokens_has_every_role_and_no_other() -> None:
    holders = guide("docs/api.md").section("Tokens and roles").first_column()
    assert {holder.partition(":")[0] for holder in holders} == ROLES


def test_no_guide_names_a_role_that_is_gone() -> None:
    assert {"owner", "seat", "recorder"} <= named(guides()) <= ROLES


def test_a_role_is_found_wherever_a_holder_is_named() -> None:
    text = '`tablelog tokens DIVE --holder diver:red`, `{"holders": ["seat:red", "buoy"]}`, `captain:NAME`'
    assert named([Guide("reef.md", text)]) == {"diver", "seat", "buoy", "captain"}
