"""Narrowing: every recorded action of every game is reached from its offers by the questions of the page.

In few taps: one for the verb, and one for each value that is chosen. What dice and cards decide is none.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from domain.games import REGISTRY
from domain.kernel import TRUTH, Chance, Game, Rejected
from domain.kernel.engine.entries import codec_of
from domain.kernel.game import decide
from domain.kernel.session.rendering import naming_of, offers_in_words
from service.pages.assets import address
from tests.page.conftest import MakePhone
from tests.support.as_offered import as_offered, unlisted
from tests.support.asked import is_as_asked
from tests.support.recorded import STAMP, library, opened

FEW_TAPS = 3
BARS = {
    "time_of_chaos": (0.95, 1.7),
    "chaosmos": (0.95, 1.7),
    "first_light": (0.95, 1.7),
    "order_vs_chaos": (0.95, 1.7),
    "chaos_order": (0.95, 1.7),
}
"""The part of the actions that take no more, and the mean."""

REACH = """async ([path, told]) => {
  const moments = JSON.parse(told);
  const { allows, begun, verbsOf } = await import(path);
  const { next } = await import(path.replace("narrow", "ways"));
  const { admits, canonical } = await import(path.replace("narrow", "domains"));
  const { leftOf, stepsOf } = await import(path.replace("narrow", "plans"));
  const none = (value) =>
    value === undefined || value === null || value === false ||
    (typeof value === "object" && !Object.keys(value).length);
  const unordered = (value) => canonical(Array.isArray(value) ? value.map(canonical).sort() : value);
  const same = (one, other) => (none(one) && none(other)) || unordered(one) === unordered(other);
  const equal = (one, other, usual) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      same(one[name] ?? usual[name], other[name] ?? usual[name]));
  const isReached = (made, { action, whole, usual }) =>
    equal(made, action, usual) || equal(made, whole, usual);
  const chosen = (domain, value) =>
    (domain.of ?? domain).kind !== "choice" && typeof (value ?? 0) === "object"
      ? Math.max(1, Object.values(value).flatMap(Object).length)
      : 1;
  const within = (part, whole) =>
    Object.entries(part).every(([key, one]) => canonical(one) === canonical((whole ?? {})[key]));
  const planned = (domain, plan, action) => {
    const whole = Object.keys(domain.of).every((name) => same(plan[name], action[name]));
    if (!leftOf(domain, plan).length) return whole ? 0 : Infinity;
    const taps = stepsOf(domain, plan)
      .filter((step) => within(step.plan[step.name], action[step.name]))
      .map((step) => 1 + planned(domain, step.plan, action));
    return Math.min(whole ? 1 : Infinity, ...taps);
  };
  const reach = (asked, moment, taps, asks = 0) => {
    const { action, chance, usual } = moment;
    if (asks > 40) return null;
    if (asked.kind === "done") return isReached(asked.action, moment) ? taps : null;
    const go = (choice, more = 1) => reach(next(choice, chance), moment, taps + more, asks + 1);
    if (asked.kind === "variant") {
      for (const option of asked.options) {
        const found = go(option.choice);
        if (found !== null) return found;
      }
      return null;
    }
    if (asked.domain.kind === "shared") {
      const more = planned(asked.domain, {}, action);
      return more < Infinity ? go(asked.put(action), more) : null;
    }
    const given = action[asked.name];
    const values = same(given ?? usual[asked.name], usual[asked.name]) ? [undefined, given] : [given];
    for (const value of values) {
      const { domain } = asked;
      if (!admits(domain, value ?? undefined) && !admits(domain, value)) continue;
      if (!allows(asked.put(value))) continue;
      const outcome = domain.kind === "outcome" && !domain.chosen;
      const found = go(asked.put(value), outcome ? 0 : chosen(domain, value));
      if (found !== null) return found;
    }
    return null;
  };
  return moments.map((moment) => {
    const { offers, words, chance } = moment;
    const verb = verbsOf(offers, words)[0];
    if (!verb) return null;
    for (const more of [false, true]) {
      const found = reach(next(begun(verb, more), chance), moment, more ? 2 : 1);
      if (found !== null) return found;
    }
    return null;
  });
}"""


def moments(game: Game[Any], recorded: Path) -> list[dict[str, Any]]:
    """Each action of a recorded game with the offers of its verb and their words, as the scribe is told."""
    opening, *actions = map(json.loads, recorded.read_text().splitlines())
    session, draft = opened(game, opening)
    names = naming_of(session)
    found = []
    for action in actions:
        state = draft.position.state
        seat = game.actor(codec_of(game).action(action))
        offers = [offer for offer in game.offers(state, seat, TRUTH) if offer.type == action["type"]]
        view = json.loads(msgspec.json.encode(game.view(state, TRUTH)))
        words = offers_in_words(game, view, offers, names)
        named = as_offered(game, state, plainest(game, state, action))
        asked = unlisted(offers) & named.keys()
        assert not asked or is_as_asked(game, state, named, asked), "asked for as it comes up"
        found.append(
            {
                "offers": msgspec.to_builtins(offers),
                "words": msgspec.to_builtins(words),
                "action": {name: of for name, of in named.items() if name not in {*BESIDE, *asked}},
                "whole": {name: of for name, of in action.items() if name not in {*BESIDE, *asked}},
                "usual": usual(codec_of(game).by_name[action["type"]]),
                "chance": {"chance": "declared", "mayDeclare": True},
            }
        )
        draft.record(action, STAMP, None)
    return found


def plainest(game: Game[Any], state: Any, action: dict[str, Any]) -> dict[str, Any]:
    """The action without what goes without saying: members that may be left out, and nothing else happens."""
    kind = codec_of(game).by_name[action["type"]]
    said, facts = dict(action), _facts(game, state, action)
    for name in usual(kind).keys() & action.keys() - {*BESIDE}:
        less = {other: value for other, value in said.items() if other != name}
        if facts is not None and _facts(game, state, less) == facts:
            said = less
    return said


def _facts(game: Game[Any], state: Any, action: dict[str, Any]) -> Any:
    """What the action makes happen where it declares its outcomes; None: it leaves some to chance."""
    try:
        return decide(game, state, codec_of(game).action(action), Chance())[0]
    except Rejected:
        return None


@cache
def usual(kind: type[Struct]) -> dict[str, Any]:
    """What an action means by members that it leaves out."""
    members = fields(kind)
    return {
        member.name: msgspec.to_builtins(member.default)
        for member in members
        if member.default is not NODEFAULT
    }


BESIDE = ("chance", "record_chance", "moved_at", "action_id")


@pytest.mark.parametrize("key", REGISTRY)
def test_every_recorded_action_is_reached_in_few_taps(key: str, phone: MakePhone) -> None:
    page = phone().page
    page.goto("/j")
    missed, taps = [], []
    for recorded in library(key):
        asked = moments(REGISTRY[key], recorded)
        found = page.evaluate(REACH, [address("table/state/narrow.js"), json.dumps(asked)])
        for moment, number in zip(asked, found, strict=True):
            (missed if number is None else taps).append(moment["action"] if number is None else number)
    assert not missed, f"{len(missed)}: {json.dumps(missed[:6])}"
    few = sum(number <= FEW_TAPS for number in taps) / len(taps)
    least, most = BARS.get(key, (0, len(taps)))
    assert few >= least, f"{few:.3f}"
    assert mean(taps) <= most, f"{mean(taps):.2f}"


LENT = """async (path) => {
  const { verbsOf } = await import(path);
  const { asksOf, labelOf } = await import(path.replace("narrow", "labels"));
  const offers = ["red", "blue"].map((seat) => ({ type: "bid", seat, parameters: { card: {}, other: {} } }));
  const words = {
    "bid/red": { parameters: { card: { values: { a: { label: "Ace" }, b: { label: "Bow" } } } } },
    "bid/blue": { parameters: {
      card: { like: "bid/red card", values: { b: { label: "Own" } } },
      other: { like: "bid/gone card" },
    } },
  };
  const blue = verbsOf(offers, words).find((verb) => verb.seat === "blue");
  const cards = ["a", "b", "c"].map((value) => labelOf(asksOf({ verb: blue }, "card"), value));
  return [...cards, labelOf(asksOf({ verb: blue }, "other"), "d")];
}"""


def test_words_of_values_that_another_verb_lends_are_read_there(phone: MakePhone) -> None:
    page = phone().page
    page.goto("/j")
    assert page.evaluate(LENT, address("table/state/narrow.js")) == ["Ace", "Own", "c", "d"]
