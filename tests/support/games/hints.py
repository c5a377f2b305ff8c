"""The amounts that hints state as effects of a completed choice.

Most hints say what an answer costs, brings or does; these amounts must come about like those of labels. A
hint may also describe the table. Each such phrase is listed here with the reason why it states no effect.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from domain.kernel import Game, Naming
from tests.support.games.amounts import missing_of
from tests.support.games.said_and_done import Said, Step


class Describing(NamedTuple):
    """A phrase that states no effect of the choice, and why.

    of: only of these types of actions; empty: of all. given: only with this member of the action. unless: a
    fact with which it does state an effect.
    """

    phrase: str
    why: str
    of: tuple[str, ...] = ()
    given: str = ""
    unless: str = ""


ANYWHERE = (
    Describing(r"^then .*", "what can be chosen later, by an action of its own"),
    Describing(r"\byou may .*", "an offer that may be declined"),
    Describing(r"^you have .*", "what the player has before it pays"),
    Describing(r"\bup to \d+ [\w ]+", "a limit; the answer itself says how many"),
    Describing(r"\bat least \d+ \w+", "a limit; the next answer says how much"),
    Describing(r"\bfrom \d+ [^;]*?(?= or |$)", "the lowest price; the next answer says which"),
    Describing(r" of your \d+", "what the player has before it pays"),
    Describing(r"\b(\d+ \w+ and )?\d+( \w+){1,2} each$", "a price for one; the next answer says how many"),
    Describing(r"\b\d+( \w+){1,2} left$", "what is left before the choice"),
    Describing(r"\binstead of .*", "what the choice forgoes"),
)

DESCRIBING: Mapping[str, tuple[Describing, ...]] = {
    "time_of_chaos": (
        Describing(
            r"^\d+ cubes?(, about to flip)?$", "what lies where the pawn goes", ("travel", "time_travel")
        ),
        Describing(r"^deliver .* there, \d ★", "a card in hand, which may be delivered there later"),
    ),
    "chaosmos": (Describing(r"\byou have \d+ cards, the limit is \d+", "the hand before the choice"),),
    "first_light": (
        Describing(r"^the AI has .*", "the AI before its Scheme"),
        Describing(r"^\d+ Items? of yours not named yet", "the hand before the choice"),
        Describing(r"^one of \d+ Items", "the hand before the choice"),
        Describing(r"^\d+ ★$", "of a tile, scored when the game ends", ("take_advancement",)),
        Describing(r"^(\d+ ★ )?at the end.*", "scored when the game ends"),
        Describing(r"^pay \d+ \w+ less ", "a discount that prices count already"),
        Describing(r"^with a \d: .*", "what the tile that goes would have brought", ("take_setback",)),
    ),
    "order_vs_chaos": (
        Describing(r"\b\d+ of \d+ (health|items)(, \d+ (stamina|chits?))?", "a fighter or a pile before it"),
        Describing(r"^\d+ of \d+ left", "the steps before this one"),
        Describing(r"\(\d+ health, [^)]*\)", "a fighter before the battle goes on"),
        Describing(r": \d+ health, armor \d+", "a fighter that stands there"),
        Describing(r"^\d+ health against .*|^against .*", "the fighters before the battle goes on"),
        Describing(
            r"\d+ (die|dice), about .*", "the roll that follows", ("select_weapons", "declare_targets")
        ),
        Describing(
            r"^[A-Z].*: \d+ (die|dice), about .*", "each weapon; its own answer says which", ("roll_attack",)
        ),
        Describing(r"(?<=\d) of \d+(?= tokens? here)", "how many lie there"),
        Describing(r"\(\d+ by chits\) and .*", "with all chits; the answer says how many", given="absorb"),
        Describing(r"\babout [\d.]+ damage.*", "what the dice give on average"),
        Describing(r"^Order doom \d+ → .*", "if the rift closes", ("attack_rift",), unless="doom_changed"),
        Describing(r"^\d+ tokens?$", "what lies where the hero goes"),
        Describing(r"^\d+ with \d+ XP", "what the next box takes"),
        Describing(r"^\d+ cards lie face down", "either map"),
        Describing(r"^armor \d+, \d+ health.*", "what is printed on it", ("set_arch_enemy",)),
        Describing(r"^\d+ health: ", "at most; the figures after it say how much", ("use_healing_shrine",)),
    ),
    "chaos_order": (
        Describing(r"^[A-Z][\w ]+: .*", "each card; its own answer says it", ("play_tactics_card",)),
        Describing(r"^\d+ research to place", "what is left before the choice"),
        Describing(r"^\d+ fighters?( there\b|,.*| and .*)?$", "how many stand there"),
        Describing(r"\ba die for \d+ gems?", "a later choice, when the plans are revealed"),
        Describing(
            r"^(\+\d+ energy, )?\d+ (research|points?)(, draw \d+ cards?)?(?=;|$)",
            "what acting in the phase brings, as the question says",
            ("set_price",),
        ),
        Describing(r".*", "what is declined does not come about", ("decline_effect",)),
        Describing(r"^\+\d+ gems?(?=,|$)|, \+\d+ gems?", "or research", given="gems_as_research"),
        Describing(r"^\d+ would give .*", "what more regions would give"),
    ),
}
"""By game: phrases that describe the table or say what may come of it."""


def unfounded_hints(
    game: Game[Any],
    naming: Naming,
    step: Step,
    told: Said,
    happened: Mapping[str, Collection[int]],
    *,
    alternatives: bool = True,
) -> list[str]:
    """What hints of a completed choice state as effects and nothing of what happens bears out.

    alternatives: of several that a hint names, one is enough.
    """
    things = [known for id in ids_of(step.action) if (known := naming.components.get(id))]
    printed = [text for known in things for text in (known.text, f"{known.value} ★")]
    return [
        f"{number} {thing} of {hint!r}"
        for hint in told.hints
        for clause in effects_in(game, step, hint)
        if not any(clause in text for text in printed)
        for number, thing in (missing_in if alternatives else missing_of)(clause, happened)
    ]


def missing_in(clause: str, happened: Mapping[str, Collection[int]]) -> list[tuple[int, str]]:
    """What does not come about; of alternatives one has to."""
    missing = [missing_of(one, happened) for one in alternatives_in(clause)]
    return [] if not all(missing) else missing[0]


def alternatives_in(clause: str) -> list[str]:
    """`1 Gem for 4 Water, 1 Gem for 6 Water or 2 Gems for 9 Water` are three."""
    return re.split(r";? or |, (?=[^,]+ or )", clause)


def effects_in(game: Game[Any], step: Step, hint: str) -> Iterator[str]:
    """The clauses of a hint without what describes the table."""
    happened = {fact["fact"] for fact in step.facts}
    phrases = [
        re.compile(one.phrase)
        for one in (*DESCRIBING.get(game.key, ()), *ANYWHERE)
        if (not one.of or step.action["type"] in one.of)
        and (not one.given or one.given in step.action)
        and one.unless not in happened
    ]
    for clause in re.split(r"; (?!or )", hint):
        for phrase in phrases:
            clause = phrase.sub("", clause)
        if clause:
            yield clause


def ids_of(value: Any) -> Iterator[str]:
    """Every text in an action or a fact: names of its members, ids, values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, of in value.items():
            yield from ids_of(key)
            yield from ids_of(of)
    elif isinstance(value, list | tuple):
        for of in value:
            yield from ids_of(of)
