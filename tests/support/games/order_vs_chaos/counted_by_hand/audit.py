"""What the audit looks at, counted from the lines: texts by hand, split decisions, monsters by Order."""

from __future__ import annotations

from typing import Any

from tests.support.games.order_vs_chaos.counted_by_hand.growth import source_of
from tests.support.games.order_vs_chaos.counted_by_hand.recording import Line, Recording, Sums, by_hand


def without_templates(game: Recording) -> set[str]:
    """Abilities, equipment and event cards whose printed text lists no primitives (OC-520)."""
    document = game.box.document
    fighters = (*document.order_heroes, *document.chaos_heroes, *document.monsters, *document.arch_enemies)
    abilities = [ability for fighter in fighters for ability in fighter.abilities]
    texts: list[Any] = [*abilities, *document.equipment, *document.event_cards]
    return {text.id for text in texts if text.effects is None}


def rerolls(game: Recording) -> set[str]:
    """Attacks whose own special rerolls their dice (OC-511)."""
    attacks = game.box.attacks.values()
    return {card.id for card in attacks if any(type(one).__name__ == "Reroll" for one in card.specials)}


def is_manual(game: Recording, line: Line) -> bool:
    """OC-521: a list for a text without templates, dice changed by a text, and `apply_effects` always."""
    match line.kind:
        case "apply_effects":
            return True
        case "change_dice":
            return line.action["source"] not in rerolls(game)
        case "use_ability" | "use_equipment" | "resolve_event" | "play_event":
            names = {line.action.get(key) for key in ("ability", "item", "card")}
            return not names.isdisjoint(without_templates(game))
    return False


@by_hand("manual_effects")
def _manual_effects(game: Recording, sums: Sums) -> None:
    for line in game.lines:
        if is_manual(game, line):
            sums.count(None, source=source_of(game, line))


@by_hand("split_decisions")
def _split_decisions(game: Recording, sums: Sums) -> None:
    for line in game.of("resolve_event", "play_event"):
        if line.action.get("unanimous") is False:
            sums.count(None)


@by_hand("timeouts")
def _timeouts(game: Recording, sums: Sums) -> None:
    """OC-340: whoever chooses a monster with a timeout sits on Order's side."""
    for line in game.of("place_monster"):
        if line.action.get("timeout"):
            assert game.sides[line.action["chosen_by"]] == "order"
            sums.count(None)
