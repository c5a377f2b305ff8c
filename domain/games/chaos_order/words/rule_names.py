"""Names of what the rules read besides the map: research tracks, tactics cards, the wheel and its die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.games.chaos_order.components.box import Box
from domain.games.chaos_order.words.effects_text import Tell
from domain.games.chaos_order.words.phrases import PHASE_NAMES, battle_values, changed, priced
from domain.kernel import Json, Name, capitalized, listed, told_of

WHEN = {"act": "when you act", "pass": "when you pass", "either": ""}


def columns(tell: Tell, box: Box) -> Iterator[tuple[str, Name]]:
    """`discover:2`: its main action, and a lock before it; `:enter` and `:auxiliary:0`: what those give."""
    for track, columns in box.tracks.items():
        for number, column in enumerate(columns, 1):
            key = f"{track}:{number}"
            lock = "lock" if column.lock_before else ""
            title = f"{PHASE_NAMES[track]} {number}"
            yield key, Name("column", title, tell(column.main), lock)
            if column.immediate:
                yield f"{key}:enter", Name("column", title, tell(column.immediate))
            for at, option in enumerate(column.auxiliary):
                cost = priced(option.energy, option.gems)
                yield f"{key}:auxiliary:{at}", Name("option", tell(option.effects), value=cost)
                figures = f"{option.energy}/{option.gems}"
                yield f"{key}:auxiliary:{at}:cost", Name("cost", cost, value=figures)


def cards(tell: Tell, box: Box, trees: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    for tree in trees:
        name, text = told_of(tree)
        card = box.cards[tree["id"]]
        parts = [f"Wheel {card.left} left, {card.right} right"]
        if card.retreat_shields:
            parts.append(f"retreating {changed(card.retreat_shields, 'shields')}")
        battle = tell(card.battle)
        parts += [battle] if battle else []
        plays = []
        for number, play in enumerate(card.plays):
            does = tell(play.effects) or "nothing"
            terms = [part for part in (WHEN[play.when], "past a gem lock" if play.gem_lock else "") if part]
            key = f"{card.id}:play:{number}"
            yield key, Name("play", does, ", ".join(terms), play.phase, of=play.when)
            plays.append(
                f"{PHASE_NAMES[play.phase]}{f' {WHEN[play.when]}' if WHEN[play.when] else ''}: {does}"
            )
        own = f"{'; '.join(parts)}. {'. '.join(plays)}."
        yield card.id, Name("card", name or card.name, text or own, f"{card.left}/{card.right}")
        figures = f"{card.left}/{card.right}/{card.retreat_shields}"
        yield f"{card.id}:battle", Name("card in battle", card.name, battle, figures)


def wheel(box: Box, sections: Iterable[Json]) -> Iterator[tuple[str, Name]]:
    """`section:die_a`: its kind as value, its icons as text; `die:0`: a face of the die.

    By its own id a section is known where the set says something of it: causes share these ids.
    """
    told = {tree["id"]: told_of(tree) for tree in sections}
    seen: dict[str, int] = {}
    for id, section in box.sections.items():
        sides = [side for side in (section.left, section.right) if side != "none"]
        shown = listed(sides) if len(set(sides)) > 1 else f"all {sides[0]}" if sides else "nothing"
        usual = {"retreat": "Retreat", "massed": "Massed attack", "die": f"Die: {shown}"}
        name, text = told[id]
        name = name or usual.get(section.kind) or capitalized(shown)
        seen[name] = seen.get(name, 0) + 1
        name = name if seen[name] == 1 else f"{name} ({seen[name]})"
        if any(told[id]):
            yield id, Name("section as printed", name, text)
        yield f"section:{id}", Name("section", name, f"{section.left}/{section.right}", section.kind)
    printed = box.printed
    figures = f"{printed.left}/{printed.right}/{printed.retreat_shields}"
    yield "printed:battle", Name("card in battle", "no card", value=figures)
    for number, face in enumerate(box.faces):
        values = battle_values(face.strength, 0, face.shields)
        yield f"die:{number}", Name("face", values, value=f"{face.strength}/{face.shields}")
