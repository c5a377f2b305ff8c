"""What an entry brings to whom, in one breath: `−3 energy, 1 build point`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.chaos_order.words.effects import FACTS
from domain.games.chaos_order.words.names import SENTENCES, ability_name, awaited, counter_name, drawn
from domain.games.chaos_order.words.phrases import amount
from domain.kernel import ActionWords, Json, Naming, Run, Says, figure, signed

Message = Mapping[str, Json]

GAINED = (
    "energy_changed",
    "gems_changed",
    "fame_moved",
    "cards_drawn",
    "counter_set",
    "region_bonus_changed",
    "effects_awaited",
    "ability_used",
)
"""The facts that are told by `gains`."""

THINGS = {"energy_changed": "energy", "gems_changed": "gem", "region_bonus_changed": "region"}


def gains(
    facts: Sequence[Message], naming: Naming, seat: str | None = None, *, without: Collection[str] = ()
) -> Says:
    """`: +2 energy, draws 1 card; Zcharo: +1 energy`. seat: it is named before already.

    without: causes and abilities that the sentence tells itself.
    """
    says: list[str | Run] = []
    for who, parts in _by_seat(facts, naming, without).items():
        told = ", ".join(parts)
        if who == seat:
            says[:0] = [f": {told}"]
        else:
            says += ["; ", naming.seat(who), f": {told}"]
    return tuple(says)


def brings(template: str, *, but: str = "", nothing: str = "") -> ActionWords:
    """A sentence of what a seat does, with what that brings before its full stop.

    but: the member with the ability that the template names itself. nothing: the text of bringing nothing.
    """
    said = SENTENCES.action(template.removesuffix("."))

    def words(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        without = (action[but],) if but else ()
        brought = gains(facts, naming, action["seat"], without=without)
        return (*said(action, facts, naming), *(brought or (nothing,)), ".")

    return words


def as_fact(tag: str, otherwise: ActionWords) -> ActionWords:
    """What the first fact with the tag says."""

    def words(action: Message, facts: Sequence[Message], naming: Naming) -> Says:
        for fact in facts:
            if fact["fact"] == tag:
                return FACTS[tag](fact, naming).says
        return otherwise(action, facts, naming)

    return words


def _by_seat(facts: Sequence[Message], naming: Naming, without: Collection[str]) -> dict[str, list[str]]:
    sums: dict[tuple[str, str, bool, str], int] = {}
    found: dict[str, dict[str, str]] = {}
    by: dict[str, str] = {}
    for fact in facts:
        tag, seat = fact["fact"], fact.get("seat")
        if tag not in GAINED or seat is None or fact.get("cause") in without:
            continue
        own = found.setdefault(seat, {})
        if tag == "ability_used":
            if fact["ability"] not in without:
                by[seat] = ability_name(naming, seat, fact["ability"]).name
                own.setdefault(by[seat], by[seat])
            continue
        name = by.pop(seat, "")
        own.pop(name, None)
        tail = f" ({name})" if name else ""
        if tag in THINGS:
            key = (seat, tag, fact["delta"] > 0, name)
            sums[key] = sums.get(key, 0) + fact["delta"]
            own[f"{key}"] = f"{_change(sums[key], THINGS[tag])}{tail}"
        elif tag == "fame_moved":
            # Only where the marker ends up counts; spaces on its way are told by what they brought.
            own.pop(f"{tag}{name}", None)
            own[f"{tag}{name}"] = f"{_told(fact, naming)}{tail}"
        else:
            own[f"{tag}{len(own)}"] = f"{_told(fact, naming)}{tail}"
    return {seat: list(parts.values()) for seat, parts in found.items() if parts}


def _change(number: int, thing: str) -> str:
    return f"{signed(number)} {amount(abs(number), thing).partition(' ')[2]}"


def _told(fact: Message, naming: Naming) -> str:
    match fact["fact"]:
        case "fame_moved":
            return f"now {fact['to']} fame"
        case "cards_drawn":
            return f"draws {drawn(naming, fact)}"
        case "counter_set":
            return f"{counter_name(naming, fact['counter'])} now {figure(fact['value'])}"
    told = awaited(naming, fact)
    return f"must {told}" if told.startswith("discard ") else told
