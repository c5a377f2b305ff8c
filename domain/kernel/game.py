"""A game: a frozen record of types and functions, with deciding, folding, recorders and invariants.

There is no base class to inherit from. A violation of an invariant must be described by the same
sentence as long as it lasts, apart from the numbers in it, because play continues and changes those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.components import ComponentFault, ComponentSet
from domain.kernel.editing.declaration import Editing
from domain.kernel.editing.sheet import SheetSection, sheet_of
from domain.kernel.messages import Action, Fact, Json, Viewer
from domain.kernel.offers import Depends, Offer, Outcome, is_open, sample
from domain.kernel.opening_form import OpeningForm
from domain.kernel.secrecy import Secrecy
from domain.kernel.statistics import PLAYING_TIME, Measure, Moment, Series, Statistics
from domain.kernel.statistics_alike import DECISIONS, measures_by_round, measures_of_result
from domain.kernel.ui.board import Boards
from domain.kernel.ui.map_layouts import MapLayouts
from domain.kernel.ui.mending import Mending
from domain.kernel.ui.words import Words

# A game: a frozen record of types and functions. There is no base class to inherit from.

S = TypeVar("S")

Facts: TypeAlias = Generator[Fact, S, None]
"""The facts that the rules yield: for each one they get the state after it."""


class SeatStanding(Struct, frozen=True):
    """One seat's result so far or in the end: rank 1 is best, tied seats share the better rank.

    At the end rank 1 is the winners' alone. `score` is None where the game has no score (`Scoring`).
    """

    seat: str
    score: float | None
    rank: int
    winner: bool
    parts: Mapping[str, float] = {}


class Standing(Struct, frozen=True):
    """Scores, ranks, winners. `decided_by` names what settled it (a tie-break, a side's victory)."""

    finished: bool
    seats: tuple[SeatStanding, ...]
    winners: tuple[str, ...] = ()
    decided_by: str | None = None


class Scoring(Struct, frozen=True, kw_only=True):
    """The scoring of a game, for pages and for services that keep plays.

    score: what a seat's score counts (`points`); None: the game has no score.
    highest_wins: whether a higher score never ranks below a lower one. False without a score.
    ranks: how ranks come about, in a sentence.
    decided: each `Standing.decided_by` of the game → what it means, as a phrase (`the most fame`).
    """

    score: str | None = None
    highest_wins: bool = False
    ranks: str = ""
    decided: Mapping[str, str] = {}


Passage: TypeAlias = Generator[Fact, S, S]
"""A part of a story that another one tells with `state = yield from …`: it returns the state it ends in."""


Upcast = Callable[[dict[str, Json]], dict[str, Json]]
"""Rewrites the body of an entry from one payload version to the next."""


def _own_seat(action: Action) -> str | None:
    return getattr(action, "seat", None)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """Everything that the kernel, the service, the workers and the replays need of a game.

    key, title: `reef`, `Reef`; prefix: of its rule ids (`RF`).
    rules_version: bumped whenever `decide` can give other facts for the same input, or would note other
      broken rules with an action recorded against them: whenever an entry could come out differently. A
      refusal that carries another rule id and leaves no entry does not count.
    seat_counts: the numbers of seats that the rules allow.
    seat_type, options_type: structs of one seat (`seat` and what the opening gives it) and of the options.
    actions, facts: every struct, each with its wire name as tag.
    read_box: document → the game's typed box; raises `InvalidComponents`.
    editing: how people edit a component set; None: sets are only uploaded. Its types are asked of new sets
      alone, like `faults_of_new`.
    faults_of_new: faults of a valid document for which a new set is refused. A set that is stored already
      still loads, and so do the sessions that use it.
    warnings: faults of a valid document that are only warned of.
    demo_sets: name (`demo`) → document, read from the package once.
    admit: (components, seats, options) → None; raises `Rejected`: the rules of the opening.
    initial: (components, seats, options) → the state at the opening. Mechanical: never judges.
    sample_opening: (components, number of seats, random) → the JSON of seats and options of some legal
      opening, for simulations and property tests.
    opening_form: (components, number of seats) → the questions to open a session, in the game's words. The
      questions that it leaves out follow from `seat_type` and `options_type`; None: all of them.
    decide: the rules. evolve: (state, fact) → state, total; each fact says what it changes.
    offers: (state, seat, viewer) → what that seat (None: the table) may do now. The choices of a
      seat depend on what that seat knows; the viewer bounds the candidates of outcomes, and with
      `shields_seats` all values.
    view: (state, viewer) → JSON: the table as the viewer may see it, built from what may be seen.
    secrecy: who may know each member of each action and fact; what is shown of them follows from it.
    knowledge: (state, viewer) → JSON: what the viewer can deduce from its own history so far, where the game
      keeps that. A statistic next to the view, never a part of it; only what the viewer may know goes in.
    opens_when_finished: whether everything is shown to everybody once the game is finished.
    standing, moment, is_finished: of a state.
    counts_turns: whether a turn of a moment is one of a seat, not a part of a round or a round.
    starter: state → the seat that began the first round, by the rules of the game; None where no seat does,
      or while it is not settled.
    scoring: what a score is, how ranks come about, and what each `decided_by` means.
    unsettled: state of a finished game → a sentence that says what its result lacks, or why it is not the one
      that the table leads to; None where the result follows from the table. A correction may not lead there.
    invariants: state → a sentence for each violation, the same while it lasts, numbers in it aside.
    actor: whose action it is; the table's own actions have none.
    recorders: (state, action's JSON) → the seats whose own phones may record it, for what is neither the
      actor's alone nor the scribe's: the dice of a monster, a step of the setup that shows nothing. None, the
      function or its answer: the actor's. Its answer depends only on what everybody knows, and it accepts an
      action without some of its members.
    words, boards: the game's texts and boards on a page; without them a page uses plain ones.
    layouts: how its maps are moved by touch; None: only by an uploaded map layout.
    mending: how the board is put right by gestures; None: only by facts.
    home: the package of the game, which holds its RULEBOOK.md; empty: it has none.
    team: the member of a seat (`seat_type`) that names its team: the seats of a team win together. None:
      there are no teams.
    boardgamegeek_id: the number of the game at BoardGameGeek, as in the address of its page there, for
      people who keep plays elsewhere; None if it is not certain: the title then identifies the game.
    bot: (state, offers, random) → the JSON of a sensible action among them, so that games end; None: any.
    forced_steps: tags of actions that a session may take by itself where they are the only way on, and where
      everybody can see that. Not a draw, a pass, or the end of a turn: a table wants to see those.
    upcasts: (topic, payload version) → rewriting of the entry's body to the next version.
    unbuilt: rule id → why it is not built.
    shields_seats: whether a viewer who does not know a seat's secrets may be offered its actions. Then
      `offers` for such a viewer depend on nothing that it does not know: they hold every value that it cannot
      rule out, so that some may be refused; and the rules say where they use what only the seat knows
      (`Chance.asks_of`). If false, such offers are not shown, and a refusal of an action that somebody else
      records for the seat is reported to the table.
    """

    key: str
    title: str
    prefix: str
    rules_version: int
    seat_counts: tuple[int, ...]
    seat_type: type[Struct]
    options_type: type[Struct]
    actions: tuple[type[Action], ...]
    facts: tuple[type[Fact], ...]
    read_box: Callable[[Mapping[str, Json]], Any]
    demo_sets: Callable[[], Mapping[str, Mapping[str, Json]]]
    admit: Callable[[ComponentSet, Sequence[Any], Any], None]
    initial: Callable[[ComponentSet, Sequence[Any], Any], S]
    sample_opening: Callable[[ComponentSet, int, Random], tuple[list[Json], dict[str, Json]]]
    decide: Callable[[S, Action, Chance], Facts[S]]
    evolve: Callable[[S, Fact], S]
    offers: Callable[[S, str | None, Viewer], Sequence[Offer]]
    view: Callable[[S, Viewer], Json]
    secrecy: Secrecy
    standing: Callable[[S], Standing]
    moment: Callable[[S], Moment]
    is_finished: Callable[[S], bool]
    starter: Callable[[S], str | None]
    scoring: Scoring
    unsettled: Callable[[S], str | None]
    invariants: Callable[[S], Sequence[str]]
    statistics: Statistics
    series: tuple[Series, ...]
    counts_turns: bool = True
    opens_when_finished: bool = True
    opening_form: Callable[[ComponentSet, int], OpeningForm] | None = None
    actor: Callable[[Action], str | None] = _own_seat
    recorders: Callable[[S, Mapping[str, Json]], Collection[str] | None] | None = None
    home: str = ""
    team: str | None = None
    boardgamegeek_id: int | None = None
    bot: Callable[[S, Sequence[Offer], Random], Json | None] | None = None
    knowledge: Callable[[S, Viewer], Json] | None = None
    forced_steps: frozenset[str] = frozenset()
    words: Words | None = None
    boards: Boards | None = None
    layouts: MapLayouts | None = None
    mending: Mending | None = None
    editing: Editing | None = None
    faults_of_new: Callable[[Mapping[str, Json]], Sequence[ComponentFault]] = field(
        default=lambda document: ()
    )
    warnings: Callable[[Mapping[str, Json]], Sequence[Any]] = field(default=lambda document: ())
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict)
    unbuilt: Mapping[str, str] = field(default_factory=dict)
    shields_seats: bool = False

    @cached_property
    def measures(self) -> Mapping[str, Measure]:
        """All measures by their keys: the game's own, and those that every game has."""
        alike = measures_of_result(self.scoring.score, counts_turns=self.counts_turns)
        decisions = DECISIONS if self.opens_when_finished else ()
        common = (*alike, *self.measures_by_round.values(), *decisions)
        return {
            **self.statistics.declared,
            **{one.key: one for one in common if one.key not in self.statistics.declared},
            **{measure.key: measure for measure in PLAYING_TIME},
        }

    @cached_property
    def measures_by_round(self) -> Mapping[str, Measure]:
        """By the key of a series: the measure of its values at the end of each round."""
        return dict(measures_by_round(self.series, self.scoring.score))

    @cached_property
    def sheet(self) -> tuple[SheetSection, ...]:
        """The sheet of the game's box; empty where nobody edits it."""
        return () if self.editing is None else sheet_of(self.editing)

    def action_view(self, action: Action, viewer: Viewer) -> Json | None:
        """The JSON of a recorded action as the viewer may see it; None where it is not to be seen."""
        return self.secrecy.view(action, viewer)

    def fact_view(self, fact: Fact, viewer: Viewer) -> Json | None:
        """The JSON of a recorded fact as the viewer may see it; None where it is not to be seen."""
        return self.secrecy.view(fact, viewer)

    def shows_offers_of(self, actor: str | None, viewer: Viewer) -> bool:
        """Whether the viewer may be shown what this seat, or for None the table, may do."""
        return actor is None or self.shields_seats or viewer.knows(actor)

    def exposes(self, fact: Fact) -> bool:
        """Whether the fact shows a hidden thing to somebody, so that taking it back leaves it known."""
        return self.secrecy.exposes(fact)


# Deciding and folding: the two ways in which facts meet a state.


def decide(game: Game[S], state: S, action: Action, chance: Chance) -> tuple[tuple[Fact, ...], S]:
    """Decide `action` by the rules: return its facts and the state after them.

    Raises `Rejected` under the first rule in the game's fixed order that forbids it; nothing has
    happened then.
    """
    story = game.decide(state, action, chance)
    facts: list[Fact] = []
    try:
        fact = next(story)
        while True:
            facts.append(fact)
            state = game.evolve(state, fact)
            fact = story.send(state)
    except StopIteration:
        return tuple(facts), state


def fold(game: Game[S], state: S, facts: Iterable[Fact]) -> S:
    """The state after recorded facts. Judges nothing."""
    evolve = game.evolve
    for fact in facts:
        state = evolve(state, fact)
    return state


# Recorders: whose own phones may record what, as the rules and the table have it.


def recorders_of(
    game: Game[Any], state: Any, action: Mapping[str, Json], actor: str | None
) -> Collection[str]:
    """The seats whose own phones may record the action: where the game states nothing, its actor's."""
    if game.recorders is not None and (stated := game.recorders(state, action)) is not None:
        return stated
    return () if actor is None else (actor,)


def offers_to_seat(
    game: Game[Any], state: Any, seats: Sequence[str], seat: str, viewer: Viewer
) -> list[Offer]:
    """The offers that this seat's own phone may record now."""
    if game.recorders is None:
        return list(game.offers(state, seat, viewer))
    return [
        offer
        for actor in (None, *seats)
        for offer in game.offers(state, actor, viewer)
        if seat in recorders_of(game, state, _begun(offer), offer.seat or actor)
    ]


def _begun(offer: Offer) -> dict[str, Json]:
    """An action of the offer without what chance decides and what is not listed."""
    chosen = {
        name: sample(of, Random(0), declare=False)
        for name, of in offer.parameters.items()
        if not is_open(of) and not isinstance(of, Depends | Outcome)
    }
    seat = {} if offer.seat is None else {"seat": offer.seat}
    return {
        "type": offer.type,
        **seat,
        **{name: value for name, value in chosen.items() if value is not None},
    }


# Broken invariants: what the table breaks, and what of it an entry broke.

_NUMBER = re.compile(r"(?<![\w-])-?\d+(?![\w-])")
"""A number that stands alone: those of a seat or a tile are part of a name."""


def violations(game: Game[Any], state: Any) -> dict[str, str]:
    """The sentences of the violated invariants, each by its text without numbers, which identifies it."""
    try:
        sentences = game.invariants(state)
    except Exception:
        sentences = ["the invariants cannot be checked on this table"]
    return {_without_numbers(sentence): sentence for sentence in sentences}


def new_violations(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The sentences of what is broken after and was not before."""
    return [sentence for violation, sentence in after.items() if violation not in before]


def _without_numbers(sentence: str) -> str:
    """The sentence with `#` for its numbers; the number of the invariant, before the colon, stays."""
    number, colon, words = sentence.partition(":")
    return number + colon + _NUMBER.sub("#", words)
