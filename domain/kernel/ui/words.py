"""Words: every text that a player reads at the table, in the game's own terms.

A game makes them in its `words` module from what the viewer may see: the JSON of the view, of the offers
and of the entries as shown. So words cannot reveal anything that the view does not contain. A game
without that module gets plain words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Concatenate, Literal, ParamSpec, TypeAlias, TypeVar

from msgspec import Struct

from domain.kernel.components import ComponentSet, canonical
from domain.kernel.messages import Json
from domain.kernel.offers import Offer

# Words: what a player reads on a button, in a question, in a line of the log, in the game's own terms.


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
    """The name of an id of a component set. kind: the field's word (`city`, `card`, `era`).

    name: as the set prints it; text: printed on the thing; value: its figure (points, strength); of: the
    id of what it is a part of (a card's deck, a tile's era); place: where on the board it belongs; icon: a
    symbol of the page's sprite; invented: a placeholder, not confirmed by the publisher.
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
    """The name of a seat at this table, without the person who sits there: its colour, its hero.

    color: one of `SEAT_COLORS`; None: by its place.
    """

    label: str
    color: str | None = None


class Naming(Struct, frozen=True):
    """Everything that words may call by name: the ids of the component set, and the seats.

    blanks: the ids that stand for cards which nobody has entered yet, and what each is: `event card`.
    """

    components: Mapping[str, Name]
    seats: Mapping[str, SeatName]
    blanks: Mapping[str, str] = {}

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

    details: what is printed on the thing besides, or known of it; a page shows it on demand.
    place, piece: where the value stands on the board, if it stands there.
    blank: what it is (`event card`), where it is any card that nobody has entered or seen yet: a page offers
    one of all these. It is computed.
    """

    label: str
    hint: str = ""
    icon: str | None = None
    place: str | None = None
    piece: str | None = None
    details: str = ""
    blank: str = ""


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
    stock, places, pieces: for values that are laid on the board, one by one. stock: the place on which they
    lie as pieces; places: where each key of an object, or each position of a list from `1`, is on the board;
    pieces: by value, the ids of its pieces, where they do not show the value as their face.
    role: the place that is chosen is where something goes away from, or where it goes to.
    """

    asks: str
    when: Literal["always", "more", "never"] = "always"
    values: Mapping[str, ValueWords] = {}
    hint: str = ""
    like: str | None = None
    members: Mapping[str, Mapping[str, ValueWords]] = {}
    stock: str | None = None
    places: Mapping[str, str] = {}
    pieces: Mapping[str, tuple[str, ...]] = {}
    role: Literal["source", "goal"] | None = None


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

    hint: what it does or costs. group, rank: where its button stands; lower ranks come first. ends: it
    ends something (a turn, a phase), so that its button stands apart. leads: it is the usual way on,
    which a turn that is put together takes by itself, until somebody takes it back. begins: it leads and
    does nothing but begin its seat's turn, so that it is taken also where others are offered beside it, if
    none of these is lost by it. opens: what follows it can be chosen in its place; the turn then takes
    both. variants: what tells
    apart offers of the type with other parameters, by their sorted names joined by commas. narrowed:
    words that depend on what was chosen before; where several apply, the later one wins. must_be_last: it
    draws, or names or shows something hidden, so that nothing can follow it in a list of actions; a game
    states it only of what shows something, in each way that is offered. secret: not everybody may read the
    hint, so a phone covers it. depends: once some parameters are chosen, these words are out of date, and
    new ones should be requested. far: several actions of this type may lead to places that one does not;
    `POST …/far-places` finds them. The last three are computed, and so is whether it draws or names
    something.
    """

    label: str
    hint: str = ""
    icon: str | None = None
    group: str = "actions"
    rank: int = 50
    ends: bool = False
    leads: bool = False
    begins: bool = False
    opens: bool = False
    must_be_last: bool = False
    secret: bool = False
    depends: bool = False
    far: bool = False
    parameters: Mapping[str, ParameterWords] = {}
    variants: Mapping[str, str] = {}
    narrowed: tuple[NarrowedWords, ...] = ()


Tone: TypeAlias = Literal["plain", "score", "chaos", "flag"]
"""How a line of the log looks: as always, somebody gains, harm is done, the rules were broken or bent."""


class Told(Struct, frozen=True):
    """The sentence of one fact, and its tone."""

    says: Says
    tone: Tone = "plain"


class EntryWords(Struct, frozen=True, omit_defaults=True):
    """One entry: a sentence, and one for each thing that follows from it and is not said yet.

    under: the heading under which it stands in the log, if the log is known: `Round 2 · Build`. secret: not
    everybody may read all of it, in a dry run also all of the action, so a phone covers it.
    """

    says: Says
    effects: tuple[Says, ...] = ()
    tone: Tone = "plain"
    under: str = ""
    secret: bool = False


ActionWords: TypeAlias = Callable[[Mapping[str, Json], Sequence[Mapping[str, Json]], Naming], Says]
"""(the action as it is shown, its facts as they are shown, naming) → the sentence of the entry."""

FactWords: TypeAlias = Callable[[Mapping[str, Json], Naming], Told]
"""(a fact as it is shown, naming) → what it says by itself, as in a correction."""


OfferTold: TypeAlias = Callable[[Json, Sequence[Offer], Naming], OfferWords]
"""(the view, all offers of one type and one seat, naming) → their words."""


@dataclass(frozen=True, kw_only=True)
class Journey:
    """How one type of action moves a seat's piece by one step, so that several lead to a place far away.

    goal: the parameter that names where the step goes. here: (the view, the seat) → its value for where the
    piece stands now. facts: the tags of the facts that a plain step consists of. A step with any other fact,
    such as a fight, ends the journey.
    """

    goal: str
    here: Callable[[Json, str], Json]
    facts: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Words:
    """A game's own words.

    names: the ids of a component set. seat: (one seat of the opening, as JSON; names) → its name.
    offers: by the type of the action. Words for parameters that its offers do not ask now may be included.
    narrowed_by: by the type of the action, the parameters, in the order in which they are asked, whose chosen
      value changes the words of later ones. `offers` is then also asked about the offers that each of these
      values leaves.
    depends: types of actions whose words depend on more answers than `narrowed_by` lists. A page requests
      their words again after each answer; `offers` then gets the offers that are left.
    journeys: by the type of the action, how it moves a piece by one step. A page offers places that several
      such steps lead to.
    actions, facts: by tag. said: by an action's tag, the tags of facts that its sentence says already.
    asks: (the view, naming) → the question to each seat that is awaited, and to the table under "".
    waits: (the view that everybody has, naming) → by awaited seat, what it has to do, as short as a
      button: `Send disorder`. Without it the seats of the moment are awaited, each for its phase.
    phases: by `Moment.phase`, the name of each phase that divides a round: the log has a heading for it. In a
      game without any, turns divide the rounds.
    kinds: a member of actions or facts → the kind of what it names (of a `Name`, `seat`, or `action`: the tag
      of one), so that a form can offer what fits; where messages differ, under `tag.member`. The kind of an
      object's keys, where its values name something else, is under `member[]`. A member of an object
      in a message is one of its own (`Type.member` where it differs), else of the kind of what holds it.
    forms: what a free form calls a message (by its tag), a member, a value of a choice (`via=travel`) and a
      member that is left empty (`origin=`); where messages differ, under `tag.member`. Anything
      missing here is called by its own name.
    positions: members that hold a place in a row, from 0; people who fill in a form count from 1. Where
      messages differ, under `tag.member`.
    """

    names: Callable[[ComponentSet], Mapping[str, Name]]
    seat: Callable[[Mapping[str, Json], Mapping[str, Name]], SeatName]
    offers: Mapping[str, OfferTold]
    asks: Callable[[Json, Naming], Mapping[str, Says]]
    waits: Callable[[Json, Naming], Mapping[str, str]] | None = None
    phases: Mapping[str, str] = field(default_factory=dict)
    actions: Mapping[str, ActionWords] = field(default_factory=dict)
    facts: Mapping[str, FactWords] = field(default_factory=dict)
    said: Mapping[str, Collection[str]] = field(default_factory=dict)
    narrowed_by: Mapping[str, Sequence[str]] = field(default_factory=dict)
    depends: frozenset[str] = frozenset()
    journeys: Mapping[str, Journey] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, str] = field(default_factory=dict)
    positions: frozenset[str] = frozenset()


def kind_of(words: Words | None, tag: str, member: str) -> str | None:
    """The kind of thing that a member of an action or a fact names; None if it names nothing."""
    kinds = {} if words is None else words.kinds
    return kinds.get(f"{tag}.{member}", kinds.get(member))


def offer_key(offer: Offer) -> str:
    """The key of an offer's words: `travel/red`, for the table's own `deal_displays/`."""
    return f"{offer.type}/{offer.seat or ''}"


def variant_key(offer: Offer) -> str:
    """The key that distinguishes offers of one type: the sorted names of their parameters."""
    return ",".join(sorted(offer.parameters))


def value_key(value: Json) -> str:
    """The key of a value's words: a text itself, anything else as canonical JSON."""
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


MOST_JOINED = 6
"""So many sentences are joined; the others are left out."""


def joined(sentences: Sequence[Says]) -> Says:
    """Several sentences as one: `Red moves to A; moves to B; ends the turn.`

    A seat that the first one begins with is not named again where a later one begins with it too.
    """
    if len(sentences) == 1:
        return sentences[0]
    who = _actor(sentences[0])
    made: list[str | Run] = []
    for place, says in enumerate(sentences[:MOST_JOINED]):
        runs = list(says)
        if place and who is not None and _actor(says) == who:
            runs[:2] = [str(runs[1])[1:]]
        if runs and isinstance(runs[-1], str):
            runs[-1] = runs[-1].removesuffix(".")
        made += ["; ", *runs] if place else runs
    made.append("." if len(sentences) <= MOST_JOINED else "; …")
    return one_stop(tuple(made))


def _actor(says: Says) -> str | None:
    """The seat that acts in a sentence: one that begins with it and continues with a verb."""
    match says:
        case (Run(seat=seat), str(follows), *_) if follows.startswith(" "):
            return seat
    return None


def text_of(says: Says) -> str:
    """The sentence as plain text."""
    return "".join(run if isinstance(run, str) else run.text for run in says)


# Phrases that the sentences of every game are made of: figures, things that are counted, lists.

MINUTES_OF_AN_HOUR = 60


def figure(number: int) -> str:
    """`3`, and `−3` with a minus sign that can be seen."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """`+3`, `−3`, `0`."""
    return f"{'+' if number > 0 else ''}{figure(number)}"


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 cube`, `2 cubes`. things: more than one of them, where that is not the thing with an `s`."""
    return f"{figure(number)} {thing if abs(number) == 1 else things or f'{thing}s'}"


def lasted(minutes: float) -> str:
    """A playing time in words."""
    hours, rest = divmod(round(minutes), MINUTES_OF_AN_HOUR)
    if not hours:
        return f"{rest} min" if rest else "under a minute"
    return f"{hours} h {rest} min" if rest else f"{hours} h"


def capitalized(text: str) -> str:
    """`The AI` of `the AI`: a capital at the beginning, and the rest as it is."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(items: Sequence[str], last: str = " and ") -> str:
    """`Red`, `Red and Blue`, `Red, Blue and Green`. last: the text before the last of several."""
    return last.join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


def listed_runs(runs: Sequence[Run | str]) -> Says:
    """List runs as `listed` does; each keeps the thing that it means."""
    says: list[str | Run] = []
    for place, run in enumerate(runs):
        if place:
            says.append(" and " if place == len(runs) - 1 else ", ")
        says.append(run)
    return tuple(says)


def with_text(told: str, text: str, separator: str) -> str:
    """Join a description of a thing and the text that the set prints on it; either may be empty."""
    return separator.join(part for part in (told, text) if part)


# Sentences as templates: the text of a message whose members need no more than their names.

Named: TypeAlias = Callable[[Naming, Json], Run | str | Says]
"""(naming, the value of a member) → what a sentence calls it."""


def _seats(naming: Naming, seats: Sequence[str]) -> Says:
    return listed_runs([naming.seat(seat) for seat in seats])


def _if(naming: Naming, value: Json) -> Says:
    return ("",) if value else ()


EVERYWHERE: Mapping[str, Named] = {"seat": Naming.seat, "seats": _seats, "if": _if}
"""Kinds that every game has. `if` writes nothing, and says nothing of what is false, 0 or empty."""

P = ParamSpec("P")
R = TypeVar("R")
Message: TypeAlias = Mapping[str, Json]
Of: TypeAlias = Callable[Concatenate[Message, P], R]
"""Words of a fact or of an action."""


def by_value(member: str, words: Mapping[Json, Of[P, R]], otherwise: Of[P, R] | None = None) -> Of[P, R]:
    """The words that the value of a member decides: None if it is absent or null."""

    def chosen(message: Message, /, *args: P.args, **kwargs: P.kwargs) -> R:
        value = message.get(member)
        return (words[value] if otherwise is None else words.get(value, otherwise))(message, *args, **kwargs)

    return chosen


_Field: TypeAlias = tuple[str, str | None, str | None, str | None]
_Text: TypeAlias = "list[_Field | list[_Text]]"
"""Fields, each after some words (`Formatter.parse`), and brackets with their texts."""


def _texts(tokens: Iterator[str]) -> list[_Text]:
    """Parse up to the closing bracket, split at each `|`."""
    texts: list[_Text] = [[]]
    for token in tokens:
        if token == "]":
            break
        if token == "|":
            texts.append([])
        else:
            texts[-1] += [_texts(tokens)] if token == "[" else Formatter().parse(token)
    return texts


def _text(template: str) -> _Text:
    (text,) = _texts(iter(re.split(r"([\[|\]])", template)))
    return text


def _joined(says: Sequence[str | Run]) -> Says:
    """Texts that follow each other as one."""
    runs: list[str | Run] = []
    for run in says:
        before = runs[-1] if runs else None
        if isinstance(run, str) and isinstance(before, str):
            runs[-1] = before + run
        else:
            runs.append(run)
    return tuple(runs)


def _first(facts: Sequence[Message], tag: str) -> Message:
    return next((fact for fact in facts if fact["fact"] == tag), {})


class Sentences:
    """A game's sentence templates, and the kinds of the members that they name.

    kinds: how a sentence names a member of a kind; a member has the kind of its own name. A template writes
    `{member}`, or `{member:kind}`; in an action's, `{tag.member}` is a member of its first fact with that
    tag. A member of no kind is written as it is, a number with a visible minus sign.
    `{:kind}` and `{tag.:kind}` give a kind the whole message or fact.
    `[part]` is left out if a member in it is absent or null, or if its kind says nothing; `[part|other]` is
    then the other, whose members must be there. Brackets may be nested. `[{member:if} text]` depends on a
    member that it does not name.
    """

    def __init__(self, kinds: Mapping[str, Named]) -> None:
        self.kinds: Mapping[str, Named] = {**EVERYWHERE, **kinds}

    def fact(self, template: str, tone: Tone = "plain") -> FactWords:
        """The words of a fact."""
        text = _text(template)
        return lambda fact, naming: Told(self._filled(text, fact, (), naming), tone)

    def action(self, template: str, of: str = "") -> ActionWords:
        """The words of an action. of: the tag of a fact, whose members go before those of the action."""
        text = _text(template)
        return lambda action, facts, naming: self._filled(
            text, {**action, **_first(facts, of)}, facts, naming
        )

    def _filled(
        self, text: _Text, message: Message, facts: Sequence[Message], naming: Naming, optional: bool = False
    ) -> Says:
        says: list[str | Run] = []
        for part in text:
            if isinstance(part, list):
                last = part[-1] if len(part) > 1 else None
                told = (self._filled(one, message, facts, naming, one is not last) for one in part)
                says += next(filter(None, told), ())
                continue
            literal, path, kind, _ = part
            says.append(literal)
            if path is None:
                continue
            tag, _, member = path.rpartition(".")
            holder = _first(facts, tag) if tag else message
            value = holder.get(member) if member else holder or None
            if optional and value is None:
                return ()
            named = self._named(kind or member, holder[member] if value is None else value, naming)
            if optional and not named:
                return ()
            says += [named] if isinstance(named, str | Run) else named
        return _joined(says)

    def _named(self, kind: str, value: Json, naming: Naming) -> Run | str | Says:
        named = self.kinds.get(kind)
        if named is not None:
            return named(naming, value)
        return figure(value) if isinstance(value, int) else str(value)
