"""Words: what a player reads on a button, in a question, in a line of the log, in the game's own terms.

A game tells them in one room, its `words.py`, from what the principal may see alone: the JSON of the view, of
the offers and of the entries as they are shown. Words can so tell nothing that the view does not hold.
Without that room a game is told in plain words, made of its own names (`plain_words`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.kernel.components import ComponentSet, canonical
from domain.kernel.messages import Json
from domain.kernel.offers import Offer


class Run(Struct, frozen=True, omit_defaults=True):
    """A piece of a sentence that means a thing: a place or a piece of the board, a seat, a rule."""

    text: str
    place: str | None = None
    piece: str | None = None
    seat: str | None = None
    rule: str | None = None


Says: TypeAlias = tuple[str | Run, ...]
"""A sentence in runs. All of them joined, with nothing between, are its text."""


class Name(Struct, frozen=True, omit_defaults=True):
    """What an id of a component set is called. kind: the field's word (`city`, `card`, `era`).

    name: as the set prints it; text: what stands on the thing; value: its figure (points, strength); of: the
    id of what it is a part of (a card's deck, a tile's era); place: where on the board it belongs; icon: a
    symbol of the page's sprite; invented: the publisher has not attested it.
    """

    kind: str
    name: str
    text: str = ""
    value: str = ""
    of: str | None = None
    place: str | None = None
    icon: str | None = None
    invented: bool = False


SEAT_COLORS = ("red", "blue", "green", "yellow", "purple", "black", "white", "orange")
"""Those that pages can show."""


class SeatName(Struct, frozen=True, omit_defaults=True):
    """What a seat is called at this table, without the person who sits there: its colour, its hero.

    color: one of `SEAT_COLORS`; None: by its place.
    """

    label: str
    color: str | None = None


class Naming(Struct, frozen=True):
    """Everything that words may call by name: the ids of the component set, and the seats."""

    components: Mapping[str, Name]
    seats: Mapping[str, SeatName]

    def name(self, id: str) -> str:
        """The name of an id of the set; the id itself where the set has none."""
        known = self.components.get(id)
        return id if known is None else known.name

    def seat(self, seat: str) -> Run:
        """A seat, as a run."""
        known = self.seats.get(seat)
        return Run(seat if known is None else known.label, seat=seat)


class ValueWords(Struct, frozen=True, omit_defaults=True):
    """One value of a parameter. hint: what a player decides by (a cost, a gain, where a step leads).

    place, piece: where the value stands on the board, if it stands there.
    """

    label: str
    hint: str = ""
    icon: str | None = None
    place: str | None = None
    piece: str | None = None


KEYS = "[]"
"""In `ParameterWords.members`: the names of the members themselves."""


class ParameterWords(Struct, frozen=True, omit_defaults=True):
    """One parameter of an offer, or one member of an opening.

    asks: the question, or a title. hint: what helps to answer it. when: `always` asked, `more` (on demand),
    `never` (left out, or filled in where one value is all there is). values: by key (`value_key`); a number
    that has none says itself; `null`: what leaving it out is called. members: where a value is an object, the
    words of what one of its members holds, and under `KEYS` of the names of its members; they go before
    `values`, so that 1 as a die and 1 as a face need not be called the same. like: `OFFER_KEY PARAMETER`,
    whose words of values and members hold for those that are missing here (but for `null`), so that a long
    list is told once.
    """

    asks: str
    when: Literal["always", "more", "never"] = "always"
    values: Mapping[str, ValueWords] = {}
    hint: str = ""
    like: str | None = None
    members: Mapping[str, Mapping[str, ValueWords]] = {}


class NarrowedParameter(Struct, frozen=True, omit_defaults=True):
    """What of a parameter's words differs; what is empty does not."""

    asks: str = ""
    hint: str = ""
    values: Mapping[str, ValueWords] = {}
    members: Mapping[str, Mapping[str, ValueWords]] = {}


class NarrowedWords(Struct, frozen=True, omit_defaults=True):
    """Words that replace the general ones once a player has chosen what `when` lists.

    when: parameter → the chosen value; null: left out. parameters, variants: those that read differently.
    """

    when: Mapping[str, Json]
    parameters: Mapping[str, NarrowedParameter] = {}
    variants: Mapping[str, str] = {}


class OfferWords(Struct, frozen=True, omit_defaults=True):
    """One type of action of one seat, however many offers of it there are.

    hint: what it does or costs. group, rank: where its button stands; lower ranks come first. ends: it ends
    something (a turn, a phase), so that its button stands apart. variants: what tells apart offers of the
    type with other parameters, by their sorted names joined by commas. narrowed: words that depend on what
    was chosen before; where several apply, the later one wins.
    """

    label: str
    hint: str = ""
    icon: str | None = None
    group: str = "actions"
    rank: int = 50
    ends: bool = False
    parameters: Mapping[str, ParameterWords] = {}
    variants: Mapping[str, str] = {}
    narrowed: tuple[NarrowedWords, ...] = ()


Tone: TypeAlias = Literal["plain", "score", "chaos", "flag"]
"""How a line of the log looks: as always, somebody gains, harm is done, the rules were broken or bent."""


class Told(Struct, frozen=True):
    """What one fact says, and how it sounds."""

    says: Says
    tone: Tone = "plain"


class EntryWords(Struct, frozen=True, omit_defaults=True):
    """One entry: a sentence, and one for each thing that follows from it and is not said yet."""

    says: Says
    effects: tuple[Says, ...] = ()
    tone: Tone = "plain"


ActionWords: TypeAlias = Callable[[Mapping[str, Json], Sequence[Mapping[str, Json]], Naming], Says]
"""(the action as it is shown, its facts as they are shown, naming) → the sentence of the entry."""

FactWords: TypeAlias = Callable[[Mapping[str, Json], Naming], Told]
"""(a fact as it is shown, naming) → what it says by itself, as in a correction."""


OfferTold: TypeAlias = Callable[[Json, Sequence[Offer], Naming], OfferWords]
"""(the view, all offers of one type and one seat, naming) → their words."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """A game's own words.

    names: the ids of a component set. seat: (one seat of the opening, as JSON; names) → its name.
    offers: by the type of the action. What its offers do not ask, now, need not be left out.
    narrowed_by: by the type of the action, the parameters, in the order in which they are asked, whose chosen
      value changes the words of later ones. `offers` is then also asked about the offers that each of these
      values leaves.
    actions, facts: by tag. said: by an action's tag, the tags of facts that its sentence says already.
    asks: (the view, naming) → what is asked of each seat that is awaited, and of the table under "".
    kinds: a member of actions or facts → the kind of what it names (of a `Name`, `seat`, or `action`: the tag
      of one), so that a form can offer what fits; where messages differ, under `tag.member`. What the keys
      of an object name, where its values name something else, is under `member[]`. A member of an object
      in a message is one of its own (`Type.member` where it differs), else of the kind of what holds it.
    forms: what a free form calls a message (by its tag), a member, a value of a choice (`via=travel`) and a
      member that is left empty (`origin=`); where messages differ, under `tag.member`. What is not here is
      called by its own name.
    positions: members that hold a place in a row, from 0; who fills in a form counts from 1. Where messages
      differ, under `tag.member`.
    """

    names: Callable[[ComponentSet], Mapping[str, Name]]
    seat: Callable[[Mapping[str, Json], Mapping[str, Name]], SeatName]
    offers: Mapping[str, OfferTold]
    asks: Callable[[Json, Naming], Mapping[str, Says]]
    actions: Mapping[str, ActionWords] = field(default_factory=dict)
    facts: Mapping[str, FactWords] = field(default_factory=dict)
    said: Mapping[str, Collection[str]] = field(default_factory=dict)
    narrowed_by: Mapping[str, Sequence[str]] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, str] = field(default_factory=dict)
    positions: frozenset[str] = frozenset()


def kind_of(words: Words | None, tag: str, member: str) -> str | None:
    """What kind of thing a member of an action or a fact names; None for what names nothing."""
    kinds = {} if words is None else words.kinds
    return kinds.get(f"{tag}.{member}", kinds.get(member))


def offer_key(offer: Offer) -> str:
    """What the words of an offer are kept under: `travel/red`, for the table's own `deal_displays/`."""
    return f"{offer.type}/{offer.seat or ''}"


def variant_key(offer: Offer) -> str:
    """What tells an offer from others of its type: the sorted names of its parameters."""
    return ",".join(sorted(offer.parameters))


def value_key(value: Json) -> str:
    """What the words of a value are kept under: a text itself, anything else as canonical JSON."""
    return value if isinstance(value, str) else canonical(value).decode()


TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")


def one_stop(says: Says) -> Says:
    """The sentence with one full stop where a name brings its own: `Washington D.C.`"""
    made: list[str | Run] = []
    before = ""
    for run in says:
        text = run if isinstance(run, str) else run.text
        if isinstance(run, str):
            text = text[1:] if text.startswith(".") and before.endswith(".") else text
            run = text = TWO_STOPS.sub(".", text)
        if text:
            made.append(run)
            before = text
    return tuple(made)


def text_of(says: Says) -> str:
    """The sentence as plain text."""
    return "".join(run if isinstance(run, str) else run.text for run in says)
