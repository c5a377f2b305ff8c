"""The questions for opening a table: colours, boards, the AI, characters, who sees resources (FL-1xx)."""

from __future__ import annotations

from domain.games.first_light.components.box import Box
from domain.games.first_light.components.document import CLANS
from domain.games.first_light.rules.setup import MOST_BASES
from domain.games.first_light.state import DEAL, OPEN_CHOICE
from domain.kernel import (
    Choice,
    ComponentSet,
    Domain,
    Each,
    OpeningForm,
    Optional,
    ParameterWords,
    Question,
    ValueWords,
    readable,
)


def opening_form(components: ComponentSet, count: int) -> OpeningForm:
    """The form at so many humans."""
    box: Box = components.box
    colors = Question(
        domain=Choice(tuple(box.document.colours)),
        words=ParameterWords(asks="Which colour?"),
        differ=True,
    )
    return OpeningForm(
        seat={"color": colors},
        options={
            "ai_opponent": _opponent(box, count),
            "planet_side": _planet(box),
            "clan_sides": _clans(box),
            "character_mode": CHARACTERS,
            "resources": RESOURCES,
        },
        called_by="color",
    )


def _opponent(box: Box, count: int) -> Question | None:
    """FL-101, FL-401: who plays alone plays against the AI, and it needs a Research Base of its own."""
    if count == MOST_BASES:
        return None
    opponents = tuple(sorted(box.opponents))
    domain: Domain = Choice(opponents) if count == 1 else Optional(Choice(opponents))
    values = {name: ValueWords(readable(name), _harder(box, name)) for name in opponents}
    return Question(
        domain=domain,
        words=ParameterWords(
            asks="Which AI opponent?",
            hint="Required in a solo game." if count == 1 else "",
            values={**values, "null": ValueWords("None")},
        ),
        default=opponents[0] if count == 1 else None,
    )


def _harder(box: Box, name: str) -> str:
    opponent = box.opponents[name]
    unlocked = ", then ".join(opponent.progress_order)
    return f"{opponent.slots} slots; progress tiles unlock for {unlocked}"


def _planet(box: Box) -> Question:
    """FL-102."""
    sides = tuple(sorted(box.document.planet.sides))
    words = {side: ValueWords(f"Side {side.upper()}") for side in sides}
    return Question(
        domain=Choice(sides), words=ParameterWords(asks="Which side of the Planet Board?", values=words)
    )


def _clans(box: Box) -> Question:
    """FL-106."""
    sides = {clan: tuple(sorted(box.document.clans[clan])) for clan in CLANS}
    words = {clan: ValueWords(readable(clan)) for clan in CLANS}
    words |= {side: ValueWords(f"Side {side.upper()}") for each in sides.values() for side in each}
    return Question(
        domain=Each({clan: Choice(each) for clan, each in sides.items()}),
        words=ParameterWords(asks="Which side of each Clan Board?", when="more", values=words),
    )


CHARACTERS = Question(
    domain=Choice((DEAL, OPEN_CHOICE)),
    words=ParameterWords(
        asks="How are characters chosen?",
        when="more",
        values={
            DEAL: ValueWords("Two are dealt", "Each seat keeps one of two, hidden until all are revealed."),
            OPEN_CHOICE: ValueWords("Chosen openly", "Each seat takes any available character."),
        },
    ),
)
"""FL-114."""

RESOURCES = Question(
    domain=Choice(("private", "public")),
    words=ParameterWords(
        asks="Who can see a seat's resources?",
        when="more",
        values={
            "private": ValueWords("Only that seat", "As in the rules."),
            "public": ValueWords("Everyone"),
        },
    ),
)
"""FL-123."""
