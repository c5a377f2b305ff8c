"""Narrowing: every recorded action of every game is reached from its offers by the questions of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from domain.games import REGISTRY
from domain.kernel import TRUTH, Game
from domain.kernel.entries import codec_of
from domain.kernel.offers import Depends, Offer, Outcome
from domain.kernel.telling import naming, offers_in_words
from service.pages.assets import address
from tests.page.conftest import MakePhone
from tests.recorded import LIBRARY, STAMP, opened

RECORDED = sorted(LIBRARY.glob("*/*.jsonl"))
NOT_OFFERED = {"attempt_retreat"}
"""A failed retreat names no space, which the offers of Order vs Chaos do not list."""

REACH = """async ([path, moments]) => {
  const { begun, next, verbsOf, allows } = await import(path);
  const { admits, canonical } = await import(path.replace("narrow", "domains"));
  const none = (value) =>
    value === undefined || value === null || value === false ||
    (typeof value === "object" && !Object.keys(value).length);
  const unordered = (value) => canonical(Array.isArray(value) ? value.map(canonical).sort() : value);
  const same = (one, other) => (none(one) && none(other)) || unordered(one) === unordered(other);
  const equal = (one, other, usual) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      same(one[name] ?? usual[name], other[name] ?? usual[name]));
  const reach = (asked, action, chance, usual, asks) => {
    if (asks > 40) return null;
    if (asked.kind === "done") return equal(asked.action, action, usual) ? asks : null;
    const go = (choice) => reach(next(choice, chance), action, chance, usual, asks + 1);
    if (asked.kind === "variant") {
      for (const option of asked.options) {
        const found = go(option.choice);
        if (found !== null) return found;
      }
      return null;
    }
    if (asked.kind === "offer") {
      const made = asked.choice;
      for (const offer of asked.offers) {
        const found = go({ ...made, verb: { ...made.verb, offers: [offer] } });
        if (found !== null) return found;
      }
      return null;
    }
    const given = action[asked.name];
    const values = same(given ?? usual[asked.name], usual[asked.name]) ? [undefined, given] : [given];
    for (const value of values) {
      const { choice, domain, name } = asked;
      if (!admits(domain, value ?? undefined) && !admits(domain, value)) continue;
      if (!allows(choice, name, value)) continue;
      const found = go({ ...choice, given: { ...choice.given, [name]: value } });
      if (found !== null) return found;
    }
    return null;
  };
  return moments.map(({ offers, words, action, chance, usual }) => {
    const verb = verbsOf(offers, words)[0];
    if (!verb) return null;
    for (const more of [false, true]) {
      const found = reach(next(begun(verb, more), chance), action, chance, usual, 0);
      if (found !== null) return found + 1;
    }
    return null;
  });
}"""


def moments(game: Game[Any], recorded: Path) -> list[dict[str, Any]]:
    """Each action of a recorded game with the offers of its verb and their words, as the scribe is told."""
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    session, draft = opened(game, opening)
    names = naming(game, session.components, session.opened.seats)
    found = []
    for action in actions:
        state = draft.position.state
        seat = game.actor(codec_of(game).action(action))
        offers = [offer for offer in game.offers(state, seat, TRUTH) if offer.type == action["type"]]
        view = json.loads(msgspec.json.encode(game.view(state, TRUTH)))
        words = offers_in_words(game, view, offers, names)
        found.append(
            {
                "offers": msgspec.to_builtins(offers),
                "words": msgspec.to_builtins(words),
                "action": {
                    name: value
                    for name, value in action.items()
                    if name not in BESIDE and not any(asked_later(offer, name) for offer in offers)
                },
                "usual": usual(codec_of(game).by_name[action["type"]]),
                "chance": {"chance": "declared", "mayDeclare": True},
            }
        )
        draft.record(action, STAMP, None)
    return found


def asked_later(offer: Offer, name: str) -> bool:
    """Whether it is an outcome that hangs on the rest of the action: dry runs ask for it."""
    of = offer.parameters.get(name)
    return isinstance(of, Outcome) and isinstance(of.of, Depends)


def usual(kind: type[Struct]) -> dict[str, Any]:
    """What an action means by members that it leaves out."""
    members = fields(kind)
    return {
        member.name: msgspec.to_builtins(member.default)
        for member in members
        if member.default is not NODEFAULT
    }


BESIDE = ("chance", "record_chance", "moved_at", "action_id")


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recorded_action_is_reached(recorded: Path, phone: MakePhone) -> None:
    game = REGISTRY[recorded.parent.name]
    asked = moments(game, recorded)
    page = phone().page
    page.goto("/j")
    found = page.evaluate(REACH, [address("table/state/narrow.js"), asked])
    missed = [moment["action"] for moment, taps in zip(asked, found, strict=True) if taps is None]
    missed = [action for action in missed if action["type"] not in NOT_OFFERED]
    assert not missed, f"{len(missed)}: {json.dumps(missed[:6])}"
