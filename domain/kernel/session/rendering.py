"""Renders sessions: words, boards and one-line stories, made from what the viewer may see.

A game without words or a board of its own gets plain ones. With `strict`, an error in a game's own words
or board is raised; otherwise the plain form replaces it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.kernel.components import ComponentSet
from domain.kernel.editing.blanks import blanks_in
from domain.kernel.editing.changes import steps_of
from domain.kernel.engine.views import names_in
from domain.kernel.game import Game
from domain.kernel.messages import Json
from domain.kernel.offers import Offer
from domain.kernel.session import Session
from domain.kernel.statistics import Moment
from domain.kernel.ui.board import Board, plain_board
from domain.kernel.ui.labels import marked, offers_after, told_once, with_narrowed
from domain.kernel.ui.plain_words import (
    plain_asks,
    plain_fact,
    plain_names,
    plain_offers,
    plain_says,
    plain_seat,
    readable,
)
from domain.kernel.ui.words import (
    EntryWords,
    Name,
    Naming,
    NarrowedWords,
    OfferWords,
    Says,
    Told,
    Tone,
    joined,
    offer_key,
    one_stop,
    text_of,
    variant_key,
)

# Telling: a game in words and as a board, in its own where it has them, in plain ones elsewhere.

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


def naming(game: Game[Any], components: ComponentSet, seats: Sequence[Mapping[str, Json]]) -> Naming:
    """The names of the set's ids and of the seats of the opening."""
    if game.words is None:
        return Naming(
            plain_names(components.document), {str(seat["seat"]): plain_seat(seat) for seat in seats}
        )
    names = _names_of(game.words.names, components)
    called = {str(seat["seat"]): game.words.seat(seat, names) for seat in seats}
    return Naming(names, called, _blanks_of(game, components))


def naming_of(session: Session) -> Naming:
    """The names of things and seats in this session."""
    return naming(session.game, session.components, session.opened.seats)


def _names_of(
    names: Callable[[ComponentSet], Mapping[str, Name]], components: ComponentSet
) -> Mapping[str, Name]:
    """The names of a set, cached: they never change, and every entry needs them."""
    return _cached(_NAMES, (names, components.hash), lambda: names(components))


def _blanks_of(game: Game[Any], components: ComponentSet) -> Mapping[str, str]:
    """The blanks of a set, cached as names are."""
    editing = game.editing
    if editing is None or not editing.decks:
        return {}
    return _cached(_BLANKS, (game.key, components.hash), lambda: blanks_in(editing, components.document))


def _cached(made: dict[K, V], key: K, make: Callable[[], V]) -> V:
    found = made.get(key)
    if found is None:
        if len(made) >= MOST_SETS:
            made.clear()
        found = made[key] = make()
    return found


MOST_SETS = 64
_NAMES: dict[tuple[Callable[[ComponentSet], Mapping[str, Name]], str], Mapping[str, Name]] = {}
_BLANKS: dict[tuple[str, str], Mapping[str, str]] = {}


def offers_in_words(
    game: Game[Any], view: Json, offers: Sequence[Offer], naming: Naming, *, strict: bool = False
) -> dict[str, OfferWords]:
    """Words for each type and seat of the offers, by `offer_key`: of what they ask, long lists once."""
    alike: dict[str, list[Offer]] = {}
    for offer in offers:
        alike.setdefault(offer_key(offer), []).append(offer)
    told = {key: _asked(own, _told(game, view, own, naming, strict)) for key, own in alike.items()}
    if naming.blanks:
        seen = names_in(view)
        unseen = {id: what for id, what in naming.blanks.items() if id not in seen}
        told = {key: marked(words, unseen) for key, words in told.items()}
    return told_once(told)


def narrowed_in_words(
    game: Game[Any], view: Json, offers: Sequence[Offer], given: Mapping[str, Json], naming: Naming
) -> OfferWords | None:
    """Words of offers of one type and one seat once these parameters are chosen; None if none is left.

    given: parameter → the chosen value; null: left out.
    """
    left = offers_after(offers, given)
    return offers_in_words(game, view, left, naming)[offer_key(left[0])] if left else None


def _told(game: Game[Any], view: Json, offers: Sequence[Offer], naming: Naming, strict: bool) -> OfferWords:
    """Words of offers of one type and one seat."""
    tell = None if game.words is None else game.words.offers.get(offers[0].type)
    if game.words is None or tell is None:
        return _plainly(offers, naming)
    by = game.words.narrowed_by.get(offers[0].type, ())
    told = _own(
        lambda: with_narrowed(lambda some: tell(view, some, naming), offers, by),
        lambda: _plainly(offers, naming),
        strict,
    )
    kind, words = offers[0].type, game.words
    return replace(told, depends=kind in words.depends, far=kind in words.journeys)


def _plainly(offers: Sequence[Offer], naming: Naming) -> OfferWords:
    (words,) = plain_offers(offers, naming).values()
    return words


def _asked(offers: Sequence[Offer], words: OfferWords) -> OfferWords:
    """The words without parameters that no offer asks; with variants only if there are several."""
    names = {name for offer in offers for name in offer.parameters}
    kinds = {variant_key(offer) for offer in offers}
    told = _of(words, names, kinds if len(kinds) > 1 else set())
    narrowed = (_of(one, names, kinds if len(kinds) > 1 else set()) for one in words.narrowed)
    return replace(told, narrowed=tuple(one for one in narrowed if one.parameters or one.variants))


W = TypeVar("W", OfferWords, NarrowedWords)


def _of(words: W, names: Collection[str], kinds: Collection[str]) -> W:
    return replace(
        words,
        parameters={name: told for name, told in words.parameters.items() if name in names},
        variants={kind: told for kind, told in words.variants.items() if kind in kinds},
    )


def asked_in_words(
    game: Game[Any], view: Json, moment: Mapping[str, Json], naming: Naming, *, strict: bool = False
) -> dict[str, Says]:
    """The question to each awaited seat, and to the table under ""."""
    own: Mapping[str, Says] = {}
    if (words := game.words) is not None:
        own = _own(lambda: words.asks(view, naming), dict, strict)
    return {**plain_asks(moment, naming), **own}


def waits_in_words(
    game: Game[Any], view: Json, moment: Moment, naming: Naming, *, strict: bool = False
) -> dict[str, str]:
    """The awaited seats, in the order of the table, with a few words each for what they have to do.

    view: the one that everybody has. So neither the seats nor the words reveal anything.
    """
    plain = dict.fromkeys(moment.active, readable(moment.phase))
    told: Mapping[str, str] = plain
    if (words := game.words) is not None and words.waits is not None:
        waits = words.waits
        told = _own(lambda: waits(view, naming), lambda: plain, strict)
    return {seat: told[seat] for seat in naming.seats if seat in told}


def board_of(
    game: Game[Any],
    view: Json,
    standing: Mapping[str, Json],
    moment: Mapping[str, Json],
    drawing: Json | None,
    naming: Naming,
    *,
    strict: bool = False,
) -> Board:
    """The board of a view."""
    if (boards := game.boards) is None:
        return plain_board(view, standing, moment, naming)
    return _own(
        lambda: boards.board(view, drawing, naming),
        lambda: plain_board(view, standing, moment, naming),
        strict,
    )


def entry_in_words(
    game: Game[Any], shown: Mapping[str, Json], naming: Naming, *, strict: bool = False
) -> EntryWords:
    """An entry, from what is shown of it."""
    if shown.get("unreadable"):
        return EntryWords((str(shown["reason"]),), tone="flag")
    kind = shown["kind"]
    if kind == "recorded":
        return _recorded(game, shown, naming, strict)
    effects = tuple(
        fact_in_words(game, fact, naming, strict=strict).says for fact in shown.get("facts") or ()
    )
    match kind:
        case "opened":
            return EntryWords((f"{game.title} begins.",))
        case "corrected":
            about = shown.get("about")
            says = "Corrected" if about is None else f"Corrects № {about}"
            return EntryWords((f"{says}: {shown['reason']}",), effects, "flag")
        case "retracted":
            reason = f": {shown['reason']}" if shown["reason"] else "."
            if shown["redo"]:
                return EntryWords((f"Redoes what № {shown['to'] + 1} undid{reason}",))
            return EntryWords((f"Undoes everything after № {shown['to']}{reason}",))
        case "noted":
            text = shown["text"]
            if shown.get("settings") or shown.get("played"):
                return EntryWords((text,))
            return EntryWords(("A private note." if text is None else f"Note: {text}",))
        case "amended":
            names = [_part_name(address, naming) for address in shown["learnt"]]
            return EntryWords((f"From your box: {', '.join(names)}.",))
        case "closed":
            return EntryWords((f"The session is closed: {readable(str(shown['outcome']))}.",))
        case "reopened":
            return EntryWords((f"The session is open again: {shown['reason']}",), tone="flag")
        case "void":
            return EntryWords((f"The session does not count: {shown['reason']}",), tone="flag")
        case "counts":
            return EntryWords((f"The session counts again: {shown['reason']}",), tone="flag")
    return EntryWords((readable(str(kind)) + ".",))


def _part_name(address: str, naming: Naming) -> str:
    """How people call a part of a component set: its row by its name, else the section."""
    *_, last = steps_of(address)
    return naming.name(last) if last in naming.components else readable(last)


def _recorded(game: Game[Any], shown: Mapping[str, Json], naming: Naming, strict: bool) -> EntryWords:
    action, facts = shown["action"], shown["facts"] or []
    if action is None:
        return EntryWords(("A hidden action.",))
    tell = None if game.words is None else game.words.actions.get(action["type"])
    says = plain_says(action, naming)
    if tell is not None:
        says = _own(lambda: tell(action, facts, naming), lambda: plain_says(action, naming), strict)
    said = () if game.words is None else game.words.said.get(action["type"], ())
    told = [(fact["fact"], fact_in_words(game, fact, naming, strict=strict)) for fact in facts]
    effects = tuple(one.says for tag, one in told if tag not in said)
    tones: set[Tone] = {one.tone for _, one in told}
    if shown["broken"] or shown["by_hand"]:
        tones.add("flag")
    return EntryWords(one_stop(says), effects, min(tones, key=TONES.index, default="plain"))


TONES: tuple[Tone, ...] = ("flag", "score", "chaos", "plain")
"""The first that any fact has is the entry's."""


def fact_in_words(game: Game[Any], fact: Mapping[str, Json], naming: Naming, *, strict: bool = False) -> Told:
    """A fact by itself, from what is shown of it."""
    tell = None if game.words is None else game.words.facts.get(fact["fact"])
    if tell is None:
        return plain_fact(fact, naming)
    told = _own(lambda: tell(fact, naming), lambda: plain_fact(fact, naming), strict)
    return replace(told, says=one_stop(told.says))


def _own(own: Callable[[], T], plain: Callable[[], T], strict: bool) -> T:
    """Render with the game's own words or board; if that fails, use the plain ones, unless `strict`.

    A correction may lead to a table that these were not made for, and every entry must stay readable.
    """
    try:
        return own()
    except Exception:
        if strict:
            raise
        return plain()


# The story of a session: an entry as one line of text, the same everywhere.

FLAG = "⚑"
TAKEN_BACK = "(taken back)"


def line(game: Game[Any], shown: Mapping[str, Json], naming: Naming) -> str:
    """An entry, as it is shown with `live`, in one line: its number, its marks, its words, what follows.

    `⚑` marks what was recorded against rules, which are named, by hand, or as a correction.
    """
    words = entry_in_words(game, shown, naming)
    said = " ".join(map(text_of, (words.says, *words.effects)))
    return " ".join((f"№ {shown['number']}", *_marks([shown], [words]), on_one_line(said)))


def line_of_move(game: Game[Any], shown: Sequence[Mapping[str, Json]], naming: Naming) -> str:
    """Several entries of a move, as `line` renders one: their sentences as one, without what follows."""
    words = [entry_in_words(game, entry, naming) for entry in shown]
    numbers = f"№ {shown[0]['number']}–{shown[-1]['number']}"
    said = text_of(joined([one.says for one in words]))
    return " ".join((numbers, *_marks(shown, words), on_one_line(said)))


def _marks(shown: Sequence[Mapping[str, Json]], words: Sequence[EntryWords]) -> list[str]:
    marks = [] if shown[0].get("live", True) else [TAKEN_BACK]
    if any(one.tone == "flag" for one in words):
        broken = ", ".join(dict.fromkeys(rule for entry in shown for rule in entry.get("broken") or ()))
        marks.append(f"{FLAG} against {broken}:" if broken else FLAG)
    return marks


def heading(moment: Moment) -> str | None:
    """The heading of what happens at this moment; None before the first round, and where none are counted."""
    return f"Round {moment.round}" if moment.round else None


def chapter(game: Game[Any], moment: Moment) -> str:
    """The heading of what happens at this moment in a log that is read: `Round 2 · Build`, `Setup`."""
    if not moment.round:
        return "Setup"
    phases = {} if game.words is None else game.words.phases
    part = phases.get(moment.phase, "") if phases else f"Turn {moment.turn}" if moment.turn else ""
    return f"Round {moment.round} · {part}" if part else f"Round {moment.round}"


def on_one_line(text: str) -> str:
    """A text by people, without line breaks and without characters that control a terminal."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
