"""Shapes: whatever was recorded of any game can be told by the forms that its schema makes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games import REGISTRY
from service.api.games import details
from service.pages.assets import address
from tests.page.conftest import MakePhone
from tests.page.test_narrowing import BESIDE, usual
from tests.support.recorded import LIBRARY, STAMP, opened

RECORDED = sorted({path.parent: path for path in sorted(LIBRARY.glob("*/*.jsonl"))}.values())
"""One recorded game of each title."""

TELL = """async ([path, asked]) => {
  const [schema, told] = JSON.parse(asked);
  const { chosenOf, membersOf, MISSING, shapeOf, valueOf } = await import(path);
  const { canonical } = await import(path.replace("free/shapes", "state/domains"));
  const members = (shape, value) => Object.fromEntries(membersOf(shape)
    .filter(({ name }) => name in value)
    .map(({ name, shape: of }) => [name, draftOf(of, value[name])]));
  const DRAFTS = {
    flag: (shape, value) => value,
    json: (shape, value) => JSON.stringify(value),
    list: (shape, value) => value.map((one) => draftOf(shape.of, one)),
    map: (shape, value) => Object.entries(value).map(([key, one]) => [key, draftOf(shape.of, one)]),
    members,
    number: (shape, value) => String(value + shape.first),
    one: (shape, value) =>
      ({ kind: value[shape.tag], members: members(chosenOf(shape, value[shape.tag]), value) }),
  };
  const draftOf = (shape, value) =>
    value === null ? "" : (DRAFTS[shape.kind] ?? ((of, text) => String(text)))(shape, value);
  const shape = shapeOf(schema.schema, schema.components.schemas);
  return told.filter(({ value, usual }) => {
    const made = valueOf(shape, draftOf(shape, value));
    return made === MISSING || canonical({ ...usual, ...made }) !== canonical({ ...usual, ...value });
  }).map(({ value }) => value);
}"""


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.parent.name)
def test_what_was_recorded_can_be_told_by_the_forms(recorded: Path, phone: MakePhone) -> None:
    game = REGISTRY[recorded.parent.name]
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    _, draft = opened(game, opening)
    facts: list[dict[str, Any]] = []
    for action in actions:
        entry, _ = draft.record(action, STAMP, None)
        facts += json.loads(bytes(entry.facts))
    page = phone().page
    page.goto("/j")
    for member, tag, values in (("action", "type", actions), ("fact", "fact", facts)):
        kinds = {kind.__struct_config__.tag: usual(kind) for kind in getattr(game, f"{member}s")}
        told = [
            {
                "value": {name: of for name, of in value.items() if name not in BESIDE},
                "usual": kinds[value[tag]],
            }
            for value in values
        ]
        schema = details(game)["schemas"][member]  # type: ignore[index,call-overload]
        missed = page.evaluate(TELL, [address("table/free/shapes.js"), json.dumps([schema, told])])
        assert values
        assert not missed, f"{len(missed)} of {len(told)}: {json.dumps(missed[:4])}"
