"""The page of an entry: its words, facts, author, time, chance, digests and changes.

Lists of entries, rule texts and changes are shown as the viewer may see them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from http import HTTPStatus

import msgspec
from flask import Blueprint, Response, render_template
from markupsafe import Markup, escape
from msgspec import Struct

from domain.kernel import Game
from domain.kernel.chance import OutcomeOrigin, value_at
from domain.kernel.engine.entries import NO_DIGEST, Closed, Entry, Noted, Recorded, Retracted, codec_of
from domain.kernel.engine.views import Unreadable, eyes
from domain.kernel.messages import Json, Viewer
from domain.kernel.rulebook import ID, rulebook
from domain.kernel.session import Session, Snapshot
from domain.kernel.session.rendering import board_of, entry_in_words, fact_in_words, naming_of
from domain.kernel.ui.board import Board, Difference, board_differences
from domain.kernel.ui.plain_words import member_word, message_word, plain_value, readable, value_words
from domain.kernel.ui.words import EntryWords, Naming, Run, Says, text_of
from replays.derive import redraw
from replays.draws import Draws, draws_of
from replays.findings import counted
from replays.library import read_stored
from service.api.edition_learnt import box_in_words
from service.api.rendering import table
from service.http.responses import shown_live, with_import
from service.http.services import services
from service.pages.reading import read_by_asker
from service.problems import Problem
from service.sessions.commands import WrittenEntry
from service.sessions.errors import playable
from service.sessions.tokens import Principal

# Lines of a log on a page: what an entry says, who recorded it and when, and where the page of it is.

ENDS = (".", "!", "?", "…", "”")


class LogLine(Struct, frozen=True):
    """An entry of the log, for who is shown it. by: in words; at: when it was recorded, UTC."""

    number: int
    text: str
    live: bool
    by: str = ""
    at: str = ""
    address: str = ""


def line_of(session: Session, written: WrittenEntry, principal: Principal) -> LogLine:
    """The line of an entry, as the principal may see it."""
    shown, naming = shown_live(session, written, principal), naming_of(session)
    return LogLine(
        shown["number"],
        sentence_of(entry_in_words(session.game, shown, naming)),
        shown["live"],
        by_whom(shown.get("by"), naming),
        shown.get("at", ""),
        address_of(session.id, shown["number"]),
    )


def sentence_of(words: EntryWords) -> str:
    """Everything that an entry says; a reason, which somebody wrote, may lack its full stop."""
    said = map(text_of, (words.says, *words.effects))
    return " ".join(text if text.endswith(ENDS) else f"{text}." for text in said)


def address_of(session_id: str, number: int) -> str:
    """Where an entry has its page."""
    return f"/t/{session_id}/entry/{number}"


def by_whom(by: Json, naming: Naming) -> str:
    """Whose token recorded: `the scribe`, `Red`, `a recorder who sees what Red sees`; "": unknown."""
    if by is None:
        return ""
    seat = None if by.get("seat") is None else naming.seat(by["seat"]).text
    if by["role"] == "seat" and seat is not None:
        return seat
    return f"the {by['role']}" if seat is None else f"a recorder with {seat}’s view"


def when(at: str) -> str:
    """A time of the log as people read it: `2026-11-24 18:03:20 UTC`."""
    return f"{at[:10]} {at[11:19]} UTC"


# Texts of the rulebook as HTML: code as code, and each rule that they name with a link to its page.

PARTS = re.compile(rf"(`[^`]*`|{ID.pattern})")


def rule_address(game: str, rule: str, session_id: str | None = None) -> str:
    """Where a rule has its page; with a session, what became of it there as well."""
    asked = "" if session_id is None else f"?session={session_id}"
    return f"/rules/{game}/{rule}{asked}"


def marked(text: str, game: str, rules: Collection[str], session_id: str | None = None) -> Markup:
    """The text with Markdown's code spans as code, and these rules of the game as links."""
    return Markup().join(_marked(part, game, rules, session_id) for part in PARTS.split(text))


def _marked(part: str, game: str, rules: Collection[str], session_id: str | None) -> Markup:
    if part.startswith("`") and len(part) > 1:
        return Markup("<code>{}</code>").format(part[1:-1])
    if part in rules:
        return Markup('<a href="{}">{}</a>').format(rule_address(game, part, session_id), part)
    return escape(part)


def said(says: Says, game: str, session_id: str | None = None) -> Markup:
    """A sentence of the log; a rule in it leads to its page."""
    return Markup().join(
        Markup('<a href="{}">{}</a>').format(rule_address(game, run.rule, session_id), run.text)
        if isinstance(run, Run) and run.rule is not None
        else escape(run if isinstance(run, str) else run.text)
        for run in says
    )


# Parts of a session's log that a page looks for: entries of some kinds, without reading all others.


def filed_under(session: Session, topics: Collection[str], first: int = 1) -> Iterator[WrittenEntry]:
    """The entries from `first` on that are filed under these topics."""
    for stored in services().store.read(session.id, first, session.version):
        if stored.topic in topics:
            yield WrittenEntry(read_stored(session.game, stored), stored.digest)


def closes(session: Session) -> list[Closed]:
    """The closes of a session, mostly one at the most."""
    if session.position.closed is None and not session.position.revealed:
        return []
    return [w.entry for w in filed_under(session, ("closed",)) if isinstance(w.entry, Closed)]


def taken_back_by(session: Session, number: int) -> int | None:
    """The retraction that took an entry off the live line; None where none is known."""
    end = session.version
    for written in reversed(list(filed_under(session, ("retracted",), number + 1))):
        entry = written.entry
        if isinstance(entry, Retracted) and entry.number <= end:
            if entry.to < number:
                return entry.number
            end = min(entry.to, end)
    return None


class Correction(Struct, frozen=True):
    """A correction that names what it corrects. live: whether it stands."""

    number: int
    reason: str
    live: bool


def corrections_by_entry(
    session: Session, principal: Principal, first: int = 1
) -> dict[int, list[Correction]]:
    """The corrections from `first` on that name an earlier entry, by its number."""
    found: dict[int, list[Correction]] = defaultdict(list)
    if session.position.flagged:
        for written in filed_under(session, ("corrected",), first):
            shown = shown_live(session, written, principal)
            if (about := shown.get("about")) is not None and about < shown["number"]:
                found[about].append(Correction(shown["number"], shown["reason"], shown["live"]))
    return found


def notes_on(session: Session, number: int, principal: Principal) -> list[LogLine]:
    """The notes on an entry that the principal may read."""
    if not session.notes:
        return []
    return [
        line_of(session, written, principal)
        for written in filed_under(session, ("noted",), number + 1)
        if isinstance(written.entry, Noted) and shown_live(session, written, principal).get("about") == number
    ]


# Actions and facts on a page: every member by its word in the game, and what it names by its name.

WORD = re.compile(r"[a-z]+(_[a-z]+)*")


class Member(Struct, frozen=True):
    """A member of what was recorded, in words."""

    label: str
    value: str


class RenderedMessage(Struct, frozen=True):
    """An action or a fact: the tag that it is written with, what it is called, its members."""

    tag: str
    title: str
    members: tuple[Member, ...]


def message_told(
    game: Game[object], message: Mapping[str, Json], key: str, naming: Naming
) -> RenderedMessage:
    """An action (`type`) or a fact (`fact`), from what is shown of it."""
    tag = str(message[key])
    members = tuple(
        Member(member_word(game.words, tag, name), _value(game, tag, name, value, naming))
        for name, value in message.items()
        if name != key
    )
    return RenderedMessage(tag, message_word(game.words, tag), members)


def members_told(shown: Mapping[str, Json], names: tuple[str, ...], naming: Naming) -> tuple[Member, ...]:
    """These members of an entry of another kind."""
    return tuple(Member(readable(name), plain_value(shown[name], naming)) for name in names if name in shown)


def _value(game: Game[object], tag: str, member: str, value: Json, naming: Naming) -> str:
    """By the names of the set and the seats, else by the game's word for it, else as it is spelt."""
    told = plain_value(value, naming)
    if told == value and WORD.fullmatch(told):
        return value_words(game.words, tag, member, [value])[told]
    return told


# The changes of an entry on the table, as the caller sees it: between the tables before and after it.


def changes_at(session: Session, number: int, principal: Principal) -> tuple[Difference, ...] | None:
    """The changes that an entry made; None if the table before or after it is unknown or cannot be shown."""
    read = services().handler.reading(session)
    before, after = session.at(max(number - 1, 1), read), session.at(number, read)
    if after.lost is not None or before.lost is not None:
        return None
    viewer = eyes(session.game, session.state, principal.viewer)
    try:
        was, becomes = (_board(session, position, viewer) for position in (before, after))
    except Problem as problem:
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        return None
    return tuple(board_differences(was, becomes, naming_of(session)))


def _board(session: Session, position: Snapshot, viewer: Viewer) -> Board:
    with playable(session, services().registers):
        shown = table(session, position, viewer)
    drawing = services().drawings.of(session.components)
    return board_of(
        session.game, shown["view"], shown["standing"], shown["moment"], drawing, naming_of(session)
    )


# Chance at an entry: where its outcomes come from, what was promised, and whether its draws check.

SOURCES: Mapping[str, str] = {
    "declared": "Declared: someone rolled or drew at the table and entered the result.",
    "drawn": "Drawn by the service, with the secret committed at the opening.",
}
NOTHING_DECIDED = "No chance is involved."
NOT_YET = "You can check the draws after the session is closed and its secret revealed."
ELSEWHERE = "This entry was copied into this session with its outcomes. The original session proves them."


class Draw(Struct, frozen=True):
    """A draw by its number: an integer from 0 up to, but not with, `below`."""

    number: int
    below: int
    value: int


class RenderedChance(Struct, frozen=True):
    """Where the outcomes of an entry come from, and what proves them.

    outcomes: each with its source and its value, for those who see all. draws: what anybody computes of the
    revealed secret. proof: a sentence; "" where there is nothing to prove. revealed: the entry that reveals
    the secret, if any does.
    """

    sources: tuple[str, ...]
    commitment: str
    outcomes: tuple[Member, ...] = ()
    draws: tuple[Draw, ...] = ()
    proof: str = ""
    revealed: int | None = None


def chance_told(
    session: Session, entry: Recorded, shown: Json, before: Snapshot, naming: Naming, *, sees_all: bool
) -> RenderedChance:
    """Chance at this entry. `before` is the session as it stood until then.

    The number of outcomes may reveal something hidden: a viewer who does not see all gets only the sources.
    """
    sources = tuple(SOURCES[source] for source in shown["chance"]) or (NOTHING_DECIDED,)
    revealing = next((close for close in closes(session) if close.secret is not None), None)
    revealed = None if revealing is None else revealing.number
    told = RenderedChance(sources, session.opened.commitment, revealed=revealed)
    if not entry.outcomes or not sees_all:
        proof = NOT_YET if "drawn" in shown["chance"] and revealed is None else ""
        return msgspec.structs.replace(told, proof=proof)
    action = msgspec.json.decode(entry.action)
    outcomes = tuple(
        Member(f"{outcome.field} ({_source(outcome)})", plain_value(value_at(action, outcome.field), naming))
        for outcome in entry.outcomes
    )
    drawn: list[Draw] = []
    proof = _proof(session, entry, before, drawn)
    return msgspec.structs.replace(
        told, outcomes=outcomes, proof=proof, draws=() if revealed is None else tuple(drawn)
    )


def _source(outcome: OutcomeOrigin) -> str:
    if outcome.source == "declared" or outcome.first_draw is None:
        return outcome.source
    last = outcome.first_draw + outcome.draws - 1
    return f"draw {last}" if outcome.draws == 1 else f"draws {outcome.first_draw} to {last}"


def _proof(session: Session, entry: Recorded, before: Snapshot, drawn: list[Draw]) -> str:
    """Whether the secret gives the same draws again: the one that the log reveals, else the one kept here.

    `drawn` is given each of the draws.
    """
    if all(outcome.source == "declared" for outcome in entry.outcomes):
        return ""
    if entry.copied:
        return ELSEWHERE
    draws, _ = draws_of(session.opened, closes(session), services().registers.secret(session.id))
    if draws.below is None or before.lost is not None:
        return NOT_YET
    below = draws.below

    def noted(n: int, number: int) -> int:
        value = below(n, number)
        drawn.append(Draw(number, n, value))
        return value

    action = codec_of(session.game).actions.decode(entry.action)
    _, finding = redraw(session.game, before.state, entry, action, noted, before.draws)
    return _verdict(draws, same=finding is None)


def _verdict(draws: Draws, *, same: bool) -> str:
    secret = "revealed secret" if draws.secret == "revealed" else "secret that the service keeps"
    return f"The {secret} gives the same outcomes." if same else f"The {secret} gives other outcomes."


# An entry as its page tells it: words, facts, who and when, chance, digests, and what it changed.

OF_OTHER_KINDS = {
    "opened": (
        "rules_version",
        "component_set",
        "seats",
        "options",
        "chance",
        "may_declare",
        "forced_steps",
        "seats_may_override",
        "timezone",
        "sandbox",
        "tags",
        "forked_from",
        "played",
    ),
    "retracted": ("exposed", "redo"),
    "noted": ("visible_to", "refusal", "settings", "played"),
    "amended": ("component_set", "learnt"),
    "closed": ("outcome", "secret", "on_request"),
}
"""Members that are shown of entries without an action, after their text."""


class RenderedFact(Struct, frozen=True):
    """A fact: what it says, and what it holds."""

    says: Says
    message: RenderedMessage


class RenderedEntry(Struct, frozen=True):
    """Everything that the page of an entry shows to its caller.

    shown: the entry as the API shows it. named: the entry that it goes back to, corrects, or is a note on.
    taken_back: the entry that took it back. changes: None where the table before or after it is not known.
    """

    number: int
    shown: Mapping[str, Json]
    words: EntryWords
    by: str
    at: str
    moved_at: str
    action: RenderedMessage | None
    facts: tuple[RenderedFact, ...]
    members: tuple[Member, ...]
    named: int | None
    corrections: tuple[Correction, ...]
    notes: tuple[LogLine, ...]
    taken_back: int | None
    chance: RenderedChance | None
    digest: str
    previous: str
    changes: tuple[Difference, ...] | None


def _box(session: Session, entry: Entry | Unreadable) -> Iterator[Member]:
    """The box that an entry names, as people call it."""
    if name := box_in_words(session, entry):
        yield Member("Box", name)


def entry_told(
    session: Session, written: WrittenEntry, before: WrittenEntry | None, principal: Principal
) -> RenderedEntry:
    """The entry, as the principal may see it. `before`: the entry before it, if there is one."""
    game, entry, naming = session.game, written.entry, naming_of(session)
    shown = with_import(shown_live(session, written, principal), services().imported.of(session.id))
    viewer = eyes(game, session.state, principal.viewer)
    number = entry.number
    stood = session.at(max(number - 1, 1), services().handler.reading(session))
    action, moved_at = shown.get("action"), shown.get("moved_at")
    chance = None
    if isinstance(entry, Recorded) and "chance" in shown:
        chance = chance_told(session, entry, shown, stood, naming, sees_all=viewer.sees_all)
    return RenderedEntry(
        number=number,
        shown=shown,
        words=entry_in_words(game, shown, naming),
        by=by_whom(shown.get("by"), naming),
        at=when(shown["at"]) if "at" in shown else "",
        moved_at=when(moved_at) if moved_at else "",
        action=None if action is None else message_told(game, action, "type", naming),
        facts=tuple(
            RenderedFact(fact_in_words(game, fact, naming).says, message_told(game, fact, "fact", naming))
            for fact in shown.get("facts") or ()
        ),
        members=(*_box(session, entry), *members_told(shown, OF_OTHER_KINDS.get(shown["kind"], ()), naming)),
        named=shown.get("to", shown.get("about")),
        corrections=tuple(corrections_by_entry(session, principal, number + 1).get(number, ())),
        notes=tuple(notes_on(session, number, principal)),
        taken_back=None if shown["live"] else taken_back_by(session, number),
        chance=chance,
        digest=written.digest,
        previous=NO_DIGEST if before is None else before.digest,
        changes=changes_at(session, number, principal),
    )


# The page of an entry: what it says, what it changed, what proves it.

routes = Blueprint("entry", __name__)


@routes.route("/t/<session:session_id>/entry/<int:number>")
def entry(session_id: str, number: int) -> Response:
    """An entry by its number, as who asks may see it."""
    return read_by_asker(session_id, partial(_drawn, number))


def _drawn(number: int, session: Session, principal: Principal) -> str:
    if not 1 <= number <= session.version:
        entries = counted(session.version, "entry")
        raise Problem("not-found", f"Entry {number} not found. The log of this session has {entries}.")
    with_the_one_before = services().handler.written(session, max(number - 1, 1), number)
    found = {written.entry.number: written for written in with_the_one_before}
    if number not in found:
        raise Problem("not-found", f"Entry {number} is missing from the log. See the audit.")
    told = entry_told(session, found[number], found.get(number - 1), principal)
    game, rules = session.game, rulebook(session.game)
    return render_template(
        "entry.html",
        session_id=session.id,
        title=f"№ {number} · {game.title}",
        game=game,
        told=told,
        rules=rules,
        last=session.version,
        marked=partial(marked, game=game.key, rules=rules, session_id=session.id),
        said=partial(said, game=game.key, session_id=session.id),
        when=when,
        rule_address=partial(rule_address, game.key, session_id=session.id),
    )
