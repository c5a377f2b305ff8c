"""The Negotiation Board: cells with prices and points, and the tokens of advancements and setbacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from domain.games.first_light import places
from domain.games.first_light.board_kept import drawn_once
from domain.games.first_light.board_pieces import code, spot_die
from domain.games.first_light.components.document import CLANS
from domain.games.first_light.drawing import GAP, Drawing, Tone
from domain.games.first_light.words.counting import bundle
from domain.games.first_light.words.names import box_of
from domain.games.first_light.words.printed import effect
from domain.kernel import Box, Json, Naming, Place, Zone, listed

SIGN = 34
"""The height of a clan's plate, which can be tapped: 24 pixels also on a small phone."""

CLAN_TONES: Mapping[str, Tone] = {"leyrien": "land", "zcharo": "warm", "jrayek": "cold"}


def negotiation_zone(view: Json, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """A column for each clan: above it what its dice come to, which is what setbacks ask for (FL-355)."""
    told = view["negotiation"]
    shown = {what: told[what] for what in ("cells", "conditions", "left_conditions")}
    shown["clan_sides"] = view["config"]["clan_sides"]
    return _negotiation(shown, naming, rank, folded, drawing)


@drawn_once
def _negotiation(shown: Json, naming: Naming, rank: int, folded: bool, drawing: Drawing) -> Zone:
    cells, mat = shown["cells"], drawing.negotiation
    rows = max((len(column) for column in cells.values()), default=0)
    width, height = mat.size
    return Zone(
        "negotiation",
        "Negotiation Board",
        "grid",
        rank,
        note=next_setbacks(shown),
        size=(width, SIGN + rows * (height + GAP)),
        folded=folded,
        places=tuple(place for clan in CLANS for place in _column(shown, clan, mat.frame(clan), naming)),
    )


def next_setbacks(negotiation: Json) -> str:
    """The least that a column must come to: of the sums, and of equal dice."""
    asked = [negotiation["conditions"][at] for at in left_conditions(negotiation)]
    least = {condition["kind"]: condition for condition in reversed(asked)}
    told = [condition_told(least[kind]) for kind in ("sum", "equal") if kind in least]
    return f"setback at {listed(told, ' or ')}" if told else "no setbacks left"


def left_conditions(negotiation: Json) -> list[int]:
    """The conditions whose tokens are still on the left, in their printed order."""
    return sorted(negotiation["left_conditions"])


def _column(shown: Json, clan: str, frame: Box, naming: Naming) -> Iterator[Place]:
    cells = shown["cells"][clan]
    dice = [cell["die"]["value"] for cell in cells if cell["die"] is not None]
    alike = max(Counter(dice).values(), default=0)
    told = f", sum {sum(dice)}" + (f", {alike} matching" if alike > 1 else "")
    ability = effect(box_of(naming).document.clans[clan][shown["clan_sides"][clan]])
    name = naming.name(clan)
    yield Place(
        places.sign(clan),
        f"{name}, dice total {sum(dice)}" if dice else f"{name}, no dice",
        Box(frame.x, frame.y, frame.width, SIGN - GAP),
        short=f"{name}{told if dice else ''}",
        tone=CLAN_TONES[clan],
        note=f"{f'{alike} matching dice, ' if alike > 1 else ''}ability: {ability}",
    )
    for row, cell in enumerate(cells, 1):
        id, spot = places.cell(clan, row), cell["die"]
        yield Place(
            id,
            f"{name}, row {row}: {bundle(cell['cost'])} for {cell['points']} ★",
            Box(frame.x, SIGN + (row - 1) * (frame.height + GAP), frame.width, frame.height),
            short=f"{code(cell['cost'])} · {cell['points']}★",
            tone="neutral" if spot is None else "closed",
            pieces=spot_die(spot, id, naming),
        )


def condition_told(condition: Json) -> str:
    """What the dice of a column must come to."""
    return str(condition["at_least"]) if condition["kind"] == "sum" else f"{condition['count']} matching"
