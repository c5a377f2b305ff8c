"""Answers: whatever the page lets a player tap, the rules accept, and it records what its label says.

Each walk answers the page's questions at random until there is an action, with *More…* pressed or not, with
dice and cards typed or drawn. The label of each answer must be the one that the service sent for its value.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games import REGISTRY
from domain.kernel import TRUTH, Chance
from domain.kernel.engine.entries import codec_of
from domain.kernel.engine.playing import open_offers
from domain.kernel.game import decide
from domain.kernel.offers import covers, is_open
from domain.kernel.session.rendering import offers_in_words
from domain.kernel.ui.labels import chosen_words, whole
from domain.kernel.ui.words import OfferWords
from service.pages.assets import address
from tests.page.conftest import MakePhone
from tests.support.games.said_and_done import label_of
from tests.support.two_worlds import source_of

OF_EACH = 4
"""Moments of a game of bots at which a type of action is offered; more of those that are offered with it."""
WALKS = 8
"""At each moment, for each verb."""

WALK = """async ([path, told, walks]) => {
  const { allows, begun, verbsOf } = await import(path);
  const { labelOf } = await import(path.replace("narrow", "labels"));
  const { next } = await import(path.replace("narrow", "ways"));
  const { canonical } = await import(path.replace("narrow", "domains"));
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const some = (values) => values[random(values.length)];
  const unknown = Symbol("not drawn up here");
  const several = ({ values, least, most }) => {
    const left = [...values];
    const size = least + random(most - least + 1);
    return Array.from({ length: size }, () => left.splice(random(left.length), 1)[0]);
  };
  const PICK = {
    choice: ({ values }) => some(values),
    range: ({ least, most }) => least + random(most - least + 1),
    several,
    optional: ({ of }) => (random(2) ? undefined : pick(of)),
    outcome: ({ of, chosen }) => (chosen && random(2) ? undefined : pick(of)),
    each: ({ keys, different }) => {
      if (different) return unknown;
      const made = Object.entries(keys).map(([name, of]) => [name, pick(of)]);
      if (made.some(([, value]) => value === unknown)) return unknown;
      return Object.fromEntries(made.filter(([, value]) => value !== undefined));
    },
  };
  const pick = (domain) => PICK[domain.kind]?.(domain) ?? (domain.kind in PICK ? undefined : unknown);
  const faults = [];
  const named = (asked) => {
    const domain = asked.domain.of ?? asked.domain;
    if (!["choice", "several"].includes(domain.kind)) return;
    const called = new Map();
    for (const value of domain.values) {
      const label = labelOf(asked.words, value);
      const other = called.get(label) ?? value;
      const both = [canonical(other), canonical(value)];
      if (both[0] !== both[1]) faults.push(`${asked.name}: ${both.join(" and ")} are ${label}`);
      called.set(label, value);
    }
  };
  const walk = (verb, more, drawn) => {
    const taps = [];
    let made = { ...begun(verb, more), drawn };
    for (let asks = 0; asks < 30; asks++) {
      const asked = next(made, { chance: "declared", mayDeclare: true });
      if (asked.kind === "done") return { key: verb.key, action: asked.action, drawn, taps };
      if (asked.kind === "variant") {
        const labels = asked.options.map(({ label }) => label);
        if (new Set(labels).size < labels.length) faults.push(`${verb.key}: ${labels.join(" / ")}`);
        made = some(asked.options).choice;
        continue;
      }
      named(asked);
      const tries = Array.from({ length: 40 }, () => pick(asked.domain));
      if (tries.includes(unknown)) return null;
      const value = tries.find((one) => allows(asked.put(one)));
      if (!tries.some((one) => allows(asked.put(one)))) {
        if (asked.domain.kind === "choice") faults.push(`${verb.key} ${asked.name}: nothing can be tapped`);
        return null;
      }
      const { name, words, choice } = asked;
      if (value !== undefined) taps.push({ name, value, label: labelOf(words, value), given: choice.given });
      made = asked.put(value);
      const [tapped, recorded] = [value, made.given[asked.name]].map((one) => canonical(one ?? null));
      if (tapped !== recorded) faults.push(`${asked.name}: ${tapped} records ${recorded}`);
    }
    return { action: { type: verb.type, endless: true } };
  };
  const found = JSON.parse(told).map(({ offers, words }) =>
    verbsOf(offers, words).flatMap((verb) =>
      Array.from({ length: walks }, (_, at) => walk(verb, at % 2 === 1, at % 4 > 1)).filter(Boolean)));
  return [found, [...new Set(faults)]];
}"""


@pytest.mark.parametrize("key", REGISTRY)
def test_whatever_is_tapped_is_accepted_and_is_what_its_label_says(key: str, phone: MakePhone) -> None:
    game, random = REGISTRY[key], Random(9)
    source = source_of(game, game.seat_counts[0])
    seen, played = Counter[str](), []
    asked: list[dict[str, Any]] = []
    meant: list[Mapping[str, OfferWords]] = []
    for step in random.sample(source.played, len(source.played)):
        offers = [
            offer
            for offer in open_offers(game, step.before, source.seats)
            if not any(map(is_open, offer.parameters.values()))
        ]
        if all(seen[offer.type] >= OF_EACH for offer in offers):
            continue
        seen.update({offer.type for offer in offers})
        played.append(step)
        view = json.loads(msgspec.json.encode(game.view(step.before, TRUTH)))
        told = offers_in_words(game, view, offers, source.naming)
        asked.append({"offers": msgspec.to_builtins(offers), "words": msgspec.to_builtins(told)})
        meant.append(whole(told))
    page = phone().page
    page.goto("/j")
    walked, faults = page.evaluate(WALK, [address("table/state/narrow.js"), json.dumps(asked), WALKS])
    assert faults == []
    number = 0
    for step, words, walks in zip(played, meant, walked, strict=True):
        offers = [*open_offers(game, step.before, source.seats)]
        for walk in walks:
            action = walk["action"]
            assert "endless" not in action, action
            for tap in walk["taps"]:
                labels = chosen_words(words[walk["key"]], tap["given"]).parameters
                if tap["name"] in labels:
                    assert tap["label"] == (label_of(labels[tap["name"]], tap["value"]) or "nothing"), tap
            normal = {name: value for name, value in action.items() if value is not None}
            assert any(covers(offer, normal) for offer in offers) or walk["drawn"], action
            decide(game, step.before, codec_of(game).action(normal), Chance(lambda n, _: random.randrange(n)))
            number += 1
    assert number > len(seen) * OF_EACH
