"""Every setting stands in docs/operations.md as the code reads it, and no guide names another."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

import pytest

from service.settings import Settings, read_settings
from tests.support.guides.environment import BESIDE_IT, OURS, PRODUCT, Unreadable, read_by, sources, variables
from tests.support.guides.reading import SPAN, guide, guides, named

TABLE = guide("docs/operations.md").section("Settings")
NUMBER = re.compile(r"\d+")
CALLED_OTHERWISE = {"opening": "who_opens"}
"""By a setting's name in the environment: its name in the code, where that is another."""


def defaults() -> Mapping[str, str]:
    """What the table says of each setting that is left out."""
    found = {}
    for first, default, *_ in TABLE.rows():
        settings, values = SPAN.findall(first), default.split(", ")
        each = values if len(values) == len(settings) else [default] * len(settings)
        found |= dict(zip(settings, each, strict=True))
    return {setting: default for setting, default in found.items() if OURS.fullmatch(setting)}


def test_every_setting_has_its_row_and_every_row_its_setting() -> None:
    assert {name for name in TABLE.first_column() if OURS.fullmatch(name)} == {
        name for name in read_by(PRODUCT) if OURS.fullmatch(name)
    }


def test_what_else_is_read_from_the_environment_stands_in_a_guide() -> None:
    read = read_by(PRODUCT) | {name for name in read_by(BESIDE_IT) if OURS.fullmatch(name)}
    text = "".join(one.text for one in guides())
    assert {name for name in read if not re.search(rf"\b{name}\b", text)} == set()


def test_no_guide_and_no_message_names_a_setting_that_nothing_reads() -> None:
    read = read_by((*PRODUCT, *BESIDE_IT))
    assert {name: where for name, where in named(OURS, guides()).items() if name not in read} == {}
    assert {name for source in sources(PRODUCT) for name in OURS.findall(source)} <= read


def test_the_table_tells_the_default_of_every_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if OURS.fullmatch(name)]:
        monkeypatch.delenv(name)
    read = read_settings(make=False)
    told = {
        setting: default for setting, default in defaults().items() if NUMBER.fullmatch(default.strip("`"))
    }
    assert len(told) > len([setting for setting in defaults() if not setting.endswith("_FILE")]) / 2
    assert {setting: int(default.strip("`")) for setting, default in told.items()} == {
        setting: default_of(read, setting) for setting in told
    }


def default_of(read: Settings, setting: str) -> object:
    """What the code takes for a setting that is left out."""
    name = setting.removeprefix("TABLELOG_").lower()
    return getattr(read, CALLED_OTHERWISE.get(name, name))


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ('os.environ.get("REEF_DEPTH")', {"REEF_DEPTH"}),
        ('os.environ["REEF_DEPTH"]', {"REEF_DEPTH"}),
        ('os.environ["REEF_DEPTH"] = "3"', set()),
        ('deep = "REEF_DEPTH" in os.environ', {"REEF_DEPTH"}),
        ('DEPTH = "REEF_DEPTH"\nos.environ.setdefault(DEPTH, "3")', {"REEF_DEPTH"}),
        ('def dive(around=os.environ): return around.get("REEF_DEPTH")', {"REEF_DEPTH"}),
        ('def dive(*, around=os.environ): return around["REEF_DEPTH"]', {"REEF_DEPTH"}),
        ('@click.option("--depth", envvar="REEF_DEPTH")\ndef dive(): ...', {"REEF_DEPTH"}),
        ('env = Env(prefix="REEF_")\nenv.int("DEPTH", 3)', {"REEF_DEPTH"}),
        ('there.get("REEF_DEPTH")', set()),
    ],
)
def test_however_the_environment_is_read_it_is_noticed(source: str, read: set[str]) -> None:
    assert set(variables(source)) == read


def test_a_name_that_is_made_while_it_runs_is_refused() -> None:
    with pytest.raises(Unreadable):
        list(variables("os.environ.get(prefix + name)"))
