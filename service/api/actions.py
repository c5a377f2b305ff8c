"""Actions: what happened at the table, recorded as the rules allow it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from flask import Response, request
from marshmallow import ValidationError
from msgspec import Struct

from domain.kernel.engine.entries import Recorded, codec_of
from domain.kernel.messages import Json
from domain.kernel.offers import Choice
from domain.kernel.session import Session, UnitOfWork
from domain.kernel.session.rendering import naming_of, offers_in_words
from domain.kernel.ui.board import outlook
from domain.kernel.ui.labels import whole
from domain.kernel.ui.words import ValueWords, offer_key, value_key
from service.api.rendering import WithTable, after_told, seen_board, tried, words_shown
from service.http.authentication import enter, is_in_memory, may_record, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.bodies import read_json
from service.http.middleware import deferred_answer
from service.http.responses import (
    answered,
    entry_told,
    everybodys_view,
    expecting,
    parts,
    request_of,
    requests_of_list,
    shown,
    tagged,
    version_tag,
)
from service.http.services import services
from service.problems import invalid, pointed
from service.schemas.answers import Dry, FarPlaces, Outlooks, RecordedEntries, WordsAsked
from service.schemas.fields import action_in, beside, read_query, read_struct
from service.schemas.openapi import IDEMPOTENCY_KEY, IF_MATCH, answer, describe
from service.schemas.requests import MOST_OUTLOOKS, AskedFarPlaces, AskedOutlooks, AskedWords
from service.sessions.actions import (
    ActionRequest,
    RecordActions,
    example_draws,
    may_record_for,
    must_be_overridable,
    offers_with_outcomes,
)
from service.sessions.commands import (
    ANY_VERSION,
    BY_ITSELF,
    CommandHandler,
    CommandResult,
    WouldBlock,
)
from service.sessions.errors import REFUSALS, playable
from service.sessions.tokens import Principal

routes = Blueprint("actions", __name__, url_prefix="/v1", description="What happened at the table.")


OF_RECORDING = (
    "another-seat",
    "busy",
    "draws-revealed",
    "must-be-last",
    "not-allowed",
    "outcome-declared",
    "quota",
    "rule",
    "secret-elsewhere",
    "session-closed",
    "table-not-playable",
    "unreadable-entry",
)


class ActionsQuery(Struct, frozen=True):
    """dry_run: only show the result; nothing is recorded, and draws are examples.

    If a single action lacks an outcome that must be declared, a dry run returns `outcomes` instead: the
    `path` of the next outcome in the action, and the `domain` of its values. Put a value there (a number in
    the path is an index in a list, which may be the end of the list), and repeat the dry run until it returns
    an entry.

    with: `words` adds a description to each entry in the answer or in `missed`, and a question and value
    labels to each missing outcome. `board` or `offers`, in a dry run of a list: the answer's `after` is the
    table after the list, with these parts and `words`, as it would be shown once the list is recorded. It is
    null if nothing can follow the list, because its last action draws or shows something hidden.

    one_move: whether a list is one move, which is undone as one. False for a list that only saves requests,
    such as a recorded game.
    """

    dry_run: bool = False
    one_move: bool = True
    with_: WithTable | None = msgspec.field(default=None, name="with")


@routes.route("/sessions/<session:session_id>/actions", methods=["POST"], runs="loop")
@describe(
    body="Action",
    query=ActionsQuery,
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
    answers={200: answer(Dry), 201: answer(RecordedEntries)},
    refuses=OF_RECORDING,
)
def record_actions(session_id: str) -> Response:
    """Record an action or a list of actions: all or none. Outcomes that are not declared are drawn.

    A list is one move: every entry of it names the first one as its `move`, and undo takes all of them.

    A drawn session rejects declared outcomes (`outcome-declared`), unless it was opened with `may_declare`.

    An action that draws must be the last in its list. For a seat, this is also true of an action that
    reveals, or could be used to guess, hidden information: if a later action were rejected, the seat would
    have learned it for free.
    """
    found, deferred = services(), deferred_answer()
    may_block = deferred is None or deferred.may_block
    query = read_query(ActionsQuery) if request.query_string else ActionsQuery()
    if not may_block and not is_in_memory(found, session_id):
        raise WouldBlock
    session, principal = enter(session_id, fresh=False)
    may_record(principal)
    body = read_json(found.settings.body_depth)
    is_list, wanted = isinstance(body, list), parts(query.with_)
    if is_list and not may_block:
        raise WouldBlock
    actions = _actions(session, principal, body, found.settings.actions_in_list)
    version = expecting()
    command = RecordActions(
        session,
        principal,
        actions,
        requests_of_list(body, "action") if is_list else [request_of(body, "action")],
        version,
        handler=found.handler,
        counter=found.refusals,
        in_words="words" in wanted,
        is_rehearsed=query.dry_run,
        is_one_move=query.one_move,
    )
    if query.dry_run:
        return _rehearsed(found.handler, command, session, wanted, as_list=is_list)
    return _rendered(found.handler.handle(command, deferred), principal, wanted, as_list=is_list)


# Looking ahead: what a player reads before an action is chosen. Nothing is recorded.

OUTLOOK_SECONDS = 0.1
"""Processor time for the outlooks of one request, the first one aside; the others are null."""


@routes.route("/sessions/<session:session_id>/words", methods=["POST"])
@describe(body="AskedWords", answers={200: answer(WordsAsked)}, refuses=["another-seat", "not-allowed"])
def words_of_choice(session_id: str) -> Response:
    """Describe an action that you are choosing, given the parameters that you have chosen so far.

    The words of an offer cover all its answers. After the first answer, prices and effects can be more exact.
    `words` is null if the answers do not fit an offer, or if nothing can follow `steps`.
    """
    session, principal = enter(session_id)
    may_record(principal)
    asked = read_struct(AskedWords)
    stands = _after_steps(session, principal, asked.steps)
    words = None if stands is None else words_shown(stands, principal, asked.type, asked.seat, asked.given)
    return answered({"version": session.version, "words": msgspec.to_builtins(words)})


@routes.route("/sessions/<session:session_id>/outlooks", methods=["POST"])
@describe(body="AskedOutlooks", answers={200: answer(Outlooks)}, refuses=["another-seat", "not-allowed"])
def outlooks(session_id: str) -> Response:
    """Compare actions: how each would change the numbers of its seat.

    The outlook of an action is null if it draws, reveals or touches something hidden, if it lacks an outcome,
    or if it is not possible. It can also be null if computing it takes too long.
    """
    until = time.thread_time() + OUTLOOK_SECONDS
    session, principal = enter(session_id)
    may_record(principal)
    asked = read_struct(AskedOutlooks)
    actions = _actions(session, principal, [*asked.actions], MOST_OUTLOOKS)
    stands = _after_steps(session, principal, asked.steps)
    found: list[dict[str, Any] | None] = [None] * len(actions)
    if stands is not None:
        _, before = seen_board(services(), stands, principal)
        views: list[Json] = []
        for place, action in enumerate(actions):
            views.append(None)
            seat = session.game.actor(action.action)
            if seat is None or (place and time.thread_time() > until):
                continue
            after = _after(stands, principal, [action])
            if after is not None:
                views[place], board = seen_board(services(), after, principal)
                same = views.index(views[place])
                changes = msgspec.to_builtins(outlook(before, board, seat))
                found[place] = {"changes": changes, "same_as": same if same < place else None}
    return answered({"version": session.version, "outlooks": found})


MOST_STEPS = 6
"""Actions that lead to a far place."""
MOST_TRIES = 100
FAR_SECONDS = 0.2
"""Tries, and processor time, for the far places of one request. Those not reached by then are left out."""


@routes.route("/sessions/<session:session_id>/far-places", methods=["POST"])
@describe(body="AskedFarPlaces", answers={200: answer(FarPlaces)}, refuses=["another-seat", "not-allowed"])
def far_places(session_id: str) -> Response:
    """Find the places that several actions of one type lead to, such as a city that is three steps away.

    Each place comes with the fewest actions that lead there, two to six. A place is left out if the shortest
    ways there lead to different tables, or if one of them draws, reveals or touches something hidden. Only
    the last action may have an effect besides the move, such as a fight. The list is empty unless the words
    of the offer say `far`. It is shorter if computing all of it takes too long.
    """
    until = time.thread_time() + FAR_SECONDS
    session, principal = enter(session_id)
    may_record(principal)
    asked = read_struct(AskedFarPlaces)
    may_record_for(principal, asked.seat)
    stands = _after_steps(session, principal, asked.steps)
    found = [] if stands is None else _far_places(stands, principal, asked.type, asked.seat, until)
    return answered({"version": session.version, "far_places": found})


class Reached(NamedTuple):
    """What steps lead to. view: the table there, as the principal sees it.

    words: of the last step's goal. is_plain: each step moved the piece and did nothing else.
    """

    stands: Session
    view: Json
    steps: tuple[dict[str, Json], ...] = ()
    words: ValueWords = ValueWords("")
    is_plain: bool = True


def _far_places(
    session: Session, principal: Principal, kind: str, seat: str, until: float
) -> list[dict[str, Json]]:
    """The far places of this seat's actions of this type, the nearest first. until: in processor time."""
    words = session.game.words
    if words is None or kind not in words.journeys:
        return []
    journey, tries, places = words.journeys[kind], 0, list[dict[str, Json]]()
    start = Reached(session, session.game.view(session.state, principal.viewer))
    if not any(_goals(start, principal, journey.goal, kind, seat)):
        return []  # the seat may have no piece on the board
    known, level = {value_key(journey.here(start.view, seat))}, [start]
    for _ in range(MOST_STEPS):
        reached: dict[str, list[Reached | None]] = {}
        for before in level:
            for value, goal_words in _goals(before, principal, journey.goal, kind, seat):
                if value_key(value) in known:
                    continue
                tries += 1
                if tries > MOST_TRIES or time.thread_time() > until:
                    return places
                action = {"type": kind, "seat": seat, journey.goal: value}
                there = _stepped(before, principal, action, goal_words, journey.facts)
                reached.setdefault(value_key(value), []).append(there)
        known |= reached.keys()
        level = []
        for ways in reached.values():
            found = [way for way in ways if way is not None]
            differing = [
                way for at, way in enumerate(found) if all(way.view != one.view for one in found[:at])
            ]
            level += [way for way in differing if way.is_plain]
            if len(found) == len(ways) and len(differing) == 1:
                places += _far_place(found[0])
    return places


def _goals(
    before: Reached, principal: Principal, goal: str, kind: str, seat: str
) -> Iterator[tuple[Json, ValueWords]]:
    """Where one more step may lead, in order, if nothing else is asked."""
    session = before.stands
    offers = [
        offer
        for offer in offers_with_outcomes(session, principal, seat)
        if (offer.type, offer.seat) == (kind, seat)
    ]
    domains = [offer.parameters.get(goal) for offer in offers if len(offer.parameters) == 1]
    if len(offers) != 1 or not domains or not isinstance(domains[0], Choice):
        return
    all_words = whole(offers_in_words(session.game, before.view, offers, naming_of(session)))
    words = all_words[offer_key(offers[0])].parameters[goal].values
    for value in sorted(domains[0].values, key=value_key):
        yield value, words.get(value_key(value), ValueWords(value_key(value)))


def _stepped(
    before: Reached, principal: Principal, tree: dict[str, Json], words: ValueWords, plain: Collection[str]
) -> Reached | None:
    """One step further; None if it cannot be known where it leads before it is recorded."""
    session = before.stands
    work = _work(session, principal, _actions(session, principal, tree, 1))
    if work is None:
        return None
    stands = tried(session, work.position)
    facts = {
        type(fact).__struct_config__.tag
        for entry in work.entries
        if isinstance(entry, Recorded)
        for fact in codec_of(session.game).facts.decode(entry.facts)
    }
    is_plain = len(work.entries) == 1 and facts <= {*plain}
    view = session.game.view(stands.state, principal.viewer)
    return Reached(stands, view, (*before.steps, {"action": tree, "label": words.label}), words, is_plain)


def _far_place(there: Reached) -> list[dict[str, Json]]:
    """The place as it is shown; none if one step leads there, or if it is not on the board."""
    words, steps = there.words, list(there.steps)
    if len(steps) == 1 or words.place is None:
        return []
    return [{"place": words.place, "label": words.label, "hint": words.hint, "steps": steps}]


def _after_steps(
    session: Session, principal: Principal, steps: Sequence[Mapping[str, Json]]
) -> Session | None:
    """The session as it would stand after these steps; None if nothing can follow them."""
    if not steps:
        return session
    actions = _actions(session, principal, [*steps], services().settings.actions_in_list)
    return _after(session, principal, actions)


def _after(session: Session, principal: Principal, actions: Sequence[ActionRequest]) -> Session | None:
    """The session as it would stand after these actions; None if nothing can follow them."""
    work = _work(session, principal, actions)
    return None if work is None else tried(session, work.position)


def _work(session: Session, principal: Principal, actions: Sequence[ActionRequest]) -> UnitOfWork | None:
    """What these actions would add to the session.

    None if they are refused, if they draw, or if they could tell the principal something hidden: whether they
    are refused can hang on that as well.
    """
    if not principal.is_scribe and any(sent.about.get("against_rules") for sent in actions):
        return None
    found = services()
    command = RecordActions(
        session,
        principal,
        actions,
        [BY_ITSELF] * len(actions),
        ANY_VERSION,
        handler=found.handler,
        counter=found.refusals,
        is_rehearsed=True,
    )
    try:
        work = found.handler.rehearse(command, example_draws, session)
    except REFUSALS:
        return None
    return work if command.may_be_followed(work) else None


def _actions(session: Session, principal: Principal, body: Json, most: int) -> list[ActionRequest]:
    """The actions that the request asks for. Raises `Problem` with every fault of the first faulty one."""
    is_list = isinstance(body, list)
    bodies = body if is_list else [body]
    if not 1 <= len(bodies) <= most:
        raise invalid([("", f"A list must have 1 to {most} actions.")])
    actions = []
    for place, one in enumerate(bodies):
        try:
            action = action_in(session.game, one)
        except ValidationError as error:
            raise ValidationError({place: error.messages} if is_list else error.messages) from None
        except msgspec.ValidationError as error:
            raise invalid([pointed(str(error))]) from None
        if bool(action.about.get("against_rules")) != (action.about.get("reason") is not None):
            name = beside(type(action.action), "reason")
            pointer = f"/{place}/{name}" if is_list else f"/{name}"
            raise invalid([(pointer, "Give a reason if `against_rules` is true, and only then.")])
        actions.append(action)
    for action in actions:
        _must_be_allowed(session, principal, action)
    return actions


def _must_be_allowed(session: Session, principal: Principal, action: ActionRequest) -> None:
    """Raise `Problem` for an action that the principal may never record, in any state of the table.

    Where the game itself says who records which action, the rules decide that later.
    """
    if principal.is_scribe:
        return
    actor = session.game.actor(action.action)
    if session.game.recorders is None:
        may_record_for(principal, actor)
    if action.about.get("against_rules") and principal.role != "seat":
        must_be_scribe(principal)


def _rehearsed(
    handler: CommandHandler,
    command: RecordActions,
    session: Session,
    wanted: frozenset[str],
    *,
    as_list: bool,
) -> Response:
    """The effects that these actions would have. Draws are examples: nobody knows the real ones in advance.

    If the last action lacks an outcome that must be declared, the answer lists the possible ones. Nothing is
    written. If recording them could reveal something hidden, the answer is `untold`, whether accepted or
    refused.
    """
    principal = command.principal
    session = handler.look(session.id)
    untold: dict[str, Json] = {"version": session.version, "dry_run": True, "untold": True}
    if not principal.is_scribe and any(sent.about.get("against_rules") for sent in command.actions):
        must_be_overridable(session, principal)
        return answered(untold)  # which rules it breaks may hang on what is hidden
    said: dict[str, Json] = {"version": session.version, "dry_run": True}
    after: dict[str, Any] = {"after": None} if as_list and wanted & {"board", "offers"} else {}
    try:
        work = handler.rehearse(command, example_draws)
    except REFUSALS as refusal:
        if not principal.is_scribe and command.tells_hidden(refusal):
            return answered(untold | after)
        members = getattr(refusal, "members", {})
        outcomes = members.get("outcomes")
        if outcomes is None or (as_list and members.get("index") not in (None, len(command.actions) - 1)):
            raise
        return answered(said | {"outcomes": outcomes})
    if command.guessed and not principal.is_scribe:
        return answered(untold | after)
    if after and command.may_be_followed(work):
        with playable(session, services().registers):
            after["after"] = after_told(services(), session, work.position, principal, wanted)
    entries = []
    for rehearsed, written in zip(work.entries, handler.new_entries(work), strict=True):
        state = work.position.state
        entry = shown(session, written, principal, state)
        everybodys = everybodys_view(session, written, principal, wanted, state)
        if not principal.is_scribe and command.shows_more(work, rehearsed):
            entry["action"], entry["facts"], entry["chance"] = None, None, []
        told = entry_told(session, entry, wanted)
        if everybodys is not None and (entry["action"] is None or entry["action"] != everybodys["action"]):
            told["words"]["secret"] = True  # who asks shows what was chosen
        entries.append(told)
    return answered(said | _entries_told(entries, as_list=as_list) | after)


def _rendered(
    answer: CommandResult, principal: Principal, wanted: frozenset[str], *, as_list: bool
) -> Response:
    session = answer.session
    entries = [
        entry_told(session, shown(session, written, principal, answer.state), wanted)
        for written in answer.written
    ]
    version = max(entry["number"] for entry in entries)
    body = {"version": version} | _entries_told(entries, as_list=as_list)
    newest = max(answer.written, key=lambda written: written.entry.number)
    response = tagged(body, version_tag(version, newest.digest), 201)
    if answer.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def _entries_told(entries: Sequence[Json], *, as_list: bool) -> dict[str, Json]:
    """The entries of a list, or the one of a single action and those that followed it by themselves."""
    if as_list:
        return {"entries": entries}
    first, *followed = entries
    return {"entry": first} | ({"followed": followed} if followed else {})
