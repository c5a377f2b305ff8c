"""Recording actions: what happened at the table, as the rules allow it, by anyone who may record it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

import msgspec

from domain.kernel import PUBLIC, UNKNOWN, Game, Rejected
from domain.kernel.chance import Below, Undeclarable, Undeclared
from domain.kernel.engine.entries import Entry, Noted, Recorded, codec_of
from domain.kernel.engine.playing import (
    asked_outcome,
    forced_step,
    is_decided_by_chance,
    means_the_same,
    without_outcomes,
)
from domain.kernel.engine.views import Unreadable, entry_view, eyes
from domain.kernel.game import offers_to_seat, recorders_of
from domain.kernel.messages import TRUTH, Action, Json
from domain.kernel.offers import Offer
from domain.kernel.session import DrawsRevealed, NotComputable, Session, UnitOfWork, seats_of
from domain.kernel.session.rendering import naming_of, offers_in_words
from domain.kernel.ui.labels import whole
from domain.kernel.ui.words import offer_key
from service.problems import Problem
from service.sessions.commands import (
    AppendOne,
    Command,
    CommandHandler,
    Expecting,
    Request,
    are_notes,
    stamp_of,
)
from service.sessions.errors import OutcomeDeclared, RuleRefused, Stale, kind_of
from service.sessions.refusals import Refusal, Refusals
from service.sessions.tokens import Principal

NOT_FITTING = "it did not fit something hidden"
CHANGED_MEANWHILE = "something hidden changed at the same moment"
"""Why an entry was refused, as the table is told."""
MOST_NOTES_READ = 50
MOST_FORCED_STEPS = 12


class ActionRequest(NamedTuple):
    """An action as it was sent and as the rules read it.

    about: what the request says about the entry, by the envelope's own names. chance_member: what the request
    calls the envelope's `chance`.
    """

    tree: Mapping[str, Json]
    action: Action
    about: Mapping[str, Json]
    chance_member: str


class RecordActions(Command):
    """The actions of one request.

    A single action is recorded although others were faster, where what they did is independent of it. A
    refusal that tells a seat something hidden is itself recorded.
    """

    def __init__(
        self,
        session: Session,
        principal: Principal,
        actions: Sequence[ActionRequest],
        requests: Sequence[Request],
        expecting: Expecting,
        *,
        handler: CommandHandler,
        counter: Refusals,
        in_words: bool = False,
        is_rehearsed: bool = False,
        is_one_move: bool = True,
    ) -> None:
        """counter: where refusals are counted. in_words: required outcomes are described in words.

        is_one_move: the actions belong together, and are taken back together.
        """
        super().__init__(session.id, requests, expecting)
        self.principal = principal
        self.actions = actions
        self.guessed = False
        self._is_for_another = False
        self._quotas = handler.quotas
        self._counter = counter
        self._in_words = in_words
        self._is_rehearsed = is_rehearsed
        self._is_one_move = is_one_move
        self._hidden_change = False

    def decide(self, work: UnitOfWork, place: int, draw: Below) -> None:
        """Add the action at that place. Raises `Problem`, and `DrawsRevealed` if it would draw."""
        self._quotas.must_take_an_action(work, self.principal)
        sent = self.actions[place]
        action, about = sent.action, sent.about
        stamp = stamp_of(self.principal, self.requests[place], about.get("moved_at"))
        index = place if len(self.actions) > 1 else None
        version = work.session.version
        if about.get("chance") == "declared" and not work.session.opened.declarable:
            if work.position.revealed:
                raise DrawsRevealed(sent.chance_member)
            raise OutcomeDeclared(sent.chance_member, version, index)
        below = None if _is_declared(work.session, about) else draw
        self._must_be_for(work, sent)
        if about.get("against_rules"):
            must_be_overridable(work.session, self.principal)
        unshielded = self._unshielded(work.game, action)
        self._is_for_another |= work.game.actor(action) not in (None, self.principal.viewer.seat)
        try:
            work.record_typed(action, stamp, below, reason=about.get("reason"), continues=self._is_one_move)
        except Rejected as rejection:
            self.guessed |= unshielded is not None or self._learns(work) or self._probed(work)
            outcomes, told = None, rejection
            if unshielded is not None:
                told = untold(rejection, naming_of(work.session).seat(unshielded).text)
            elif isinstance(rejection, Undeclared):
                self.guessed |= self._names_some(work, sent, rejection)
                outcomes = self._asked_outcomes(work, sent.tree, rejection)
            raise RuleRefused(told, work.game, version, index, outcomes) from rejection
        except NotComputable:
            if self.principal.is_scribe:
                raise
            # What would break may be known to other seats alone: the table hears of each such try.
            self.guessed |= self._is_kept_from_somebody(work)
            raise NotComputable("This action cannot be computed from the table as it stands.") from None
        except Undeclarable as refused:
            raise OutcomeDeclared(refused.field, version, index) from refused
        self.guessed |= unshielded is not None or self._learns(work)
        self.guessed |= self._probed(work) or (not self.principal.is_scribe and self._names_hidden(work))
        if place < len(self.actions) - 1:
            self._must_not_tell(work, place)
        elif work.position.settings.forced_steps:
            self._take_forced_steps(work, about.get("moved_at"))

    def _take_forced_steps(self, work: UnitOfWork, moved_at: str | None) -> None:
        """Add the steps that leave no choice after the last action, as parts of its move, made with it."""
        seats, taken = seats_of(work.session.opened), set[str]()
        for _ in range(MOST_FORCED_STEPS):
            step = forced_step(work.game, work.position.state, seats)
            if step is None or _kind(step) in taken or not self._quotas.has_room(work):
                return
            taken.add(_kind(step))
            work.record_typed(step, stamp_of(self.principal, moved_at=moved_at), None, auto=True)

    def may_follow(
        self, session: Session, since: Sequence[Entry | Unreadable], handler: CommandHandler
    ) -> bool:
        """Whether it may be recorded on the session as it stands, `since` being what its sender missed.

        It may where nothing that its sender could see of it has changed: since then other seats alone have
        acted, its own seat is offered the very same as before, this action among it, and the action does
        what it did then. Only the last of these asks what is hidden; where that has changed, after entries
        that the sender does not see all of, the conflict reports them.
        """
        if are_notes(since):
            return True
        sent = self.actions[0]
        if len(self.actions) != 1 or self._is_rehearsed or sent.about.get("against_rules"):
            return False
        game, actor = session.game, session.game.actor(sent.action)
        if actor is None or not all(_is_of_another(session, entry, actor) for entry in since):
            return False
        seen = copy(session)
        seen.position = session.at(since[0].number - 1, handler.reading(session))
        offers = self._offers_of(session, actor)
        named = _kind(sent.action)
        if offers != self._offers_of(seen, actor) or all(offer.type != named for offer in offers):
            return False
        viewer = self.principal.viewer
        example = None if _is_declared(session, sent.about) else example_draws
        if means_the_same(game, seen.state, session.state, sent.action, viewer, example):
            return True
        self._hidden_change = any(_hides(session, entry, self.principal) for entry in since)
        return False

    def explain(self, refusal: Exception, handler: CommandHandler) -> None:
        """A refusal by a rule names what the principal may record instead, as the session stands."""
        if isinstance(refusal, RuleRefused):
            action = self.actions[refusal.index or 0].action
            refusal.members["legal"] = legal_instead(handler.look(self.session_id), self.principal, action)

    def refused(self, refusal: Exception, handler: CommandHandler) -> None:
        """Count a refusal by a rule, and tell the table of one that tells something hidden.

        The first one may be a slip: the seat is asked to check it, and nobody is told.

        Any refusal does after an action that named a hidden outcome was taken: that it was not that action
        which was refused tells as much.
        """
        if isinstance(refusal, Stale):
            if self._hidden_change:
                self._tell_the_table("stale", CHANGED_MEANWHILE, handler)
            return
        if self.tells_hidden(refusal) and not self._is_let_off(refusal, handler):
            cause = refusal.__cause__
            rule = cause.rule if isinstance(cause, Rejected) else kind_of(refusal)
            self._tell_the_table(rule, NOT_FITTING, handler)
        if isinstance(refusal, RuleRefused):
            kind = _kind(self.actions[refusal.index or 0].action)
            counted = Refusal(self.session_id, refusal.rejection.rule, kind)
            self._counter.count(counted, refusal.members["version"])

    def tells_hidden(self, refusal: Exception) -> bool:
        """Whether a refusal tells its principal something hidden."""
        cause = refusal.__cause__
        return self.guessed or (isinstance(cause, Rejected) and cause.probes)

    def _is_let_off(self, refusal: Exception, handler: CommandHandler) -> bool:
        """Whether it may be a slip: the seat is asked to check it before the table is notified."""
        if not isinstance(refusal, RuleRefused) or self.principal.is_scribe:
            return False
        if len(self.actions) > 1 or self._is_for_another:
            return False
        session, name = handler.look(self.session_id), (refusal.rejection.field or "").partition("/")[0]
        type_ = _kind(self.actions[0].action)
        offers = [one for one in offers_with_outcomes(session, self.principal, None) if one.type == type_]
        if not any(name in one.parameters and name not in without_outcomes(one).parameters for one in offers):
            return False  # it names what nobody has seen, not what was rolled or drawn just now
        by = self.principal.recorded_by()
        is_first = handler.slips.lets_off(self.session_id, f"{by.role}:{by.seat}", session.version)
        refusal.members["check_again"] = is_first
        return is_first

    def shows_more(self, work: UnitOfWork, entry: Any) -> bool:
        """Whether a rehearsed entry would show its seat what it does not know yet, or others do not see."""
        game, now = work.game, work.position.state
        own, everybodys = (
            entry_view(game, entry, viewer, now)["facts"] for viewer in (self.principal.viewer, PUBLIC)
        )
        return bool(entry.outcomes) or own != everybodys or _exposes(work, entry) or game.is_finished(now)

    def may_be_followed(self, work: UnitOfWork) -> bool:
        """Whether another action may follow those in the unit of work: they drew and revealed nothing.

        The table after them then shows the principal only what it knows already.
        """
        if any(outcome.source == "drawn" for entry in work.entries for outcome in _outcomes(entry)):
            return False
        if self.principal.is_scribe:
            return True
        reveals = self.guessed or any(_exposes(work, entry) for entry in work.entries)
        return not reveals and not work.game.is_finished(work.position.state)

    def _must_be_for(self, work: UnitOfWork, sent: ActionRequest) -> None:
        """Raises `Problem` where it is not for this principal's phone to record that, as the table stands."""
        game, principal = work.game, self.principal
        if game.recorders is None or principal.records_for_all:
            return
        actor = game.actor(sent.action)
        if principal.seat not in recorders_of(game, work.position.state, sent.tree, actor):
            raise not_for(principal, actor)

    def _learns(self, work: UnitOfWork) -> bool:
        """Whether the rules read something that only some seat knows, and the principal does not."""
        return not all(map(self.principal.viewer.knows, work.asked_of))

    def _probed(self, work: UnitOfWork) -> bool:
        """Whether an outcome was taken that only the hidden part of the table could have refused."""
        return work.probed and not self.principal.is_scribe

    def _is_kept_from_somebody(self, work: UnitOfWork) -> bool:
        """Whether anything on the table is hidden from the principal."""
        return not eyes(work.game, work.position.state, self.principal.viewer).sees_all

    def _names_some(self, work: UnitOfWork, sent: ActionRequest, missing: Undeclared) -> bool:
        """Whether some of a hidden list of outcomes was named and taken, before the next one was missed."""
        first = (missing.field or "").partition("/")[0]
        if missing.tries_nothing or self.principal.is_scribe:
            return False
        return names_something(sent.tree.get(first)) and work.game.secrecy.hides(sent.action, first)

    def _unshielded(self, game: Game[Any], action: Action) -> str | None:
        """The seat that acts, where any answer may tell the principal what that seat alone knows."""
        actor = game.actor(action)
        if game.shows_offers_of(actor, self.principal.viewer):
            return None
        return actor

    def _asked_outcomes(self, work: UnitOfWork, tree: Mapping[str, Json], missing: Undeclared) -> list[Json]:
        """The outcome that is missing: its `path`, its `domain`, and if wanted `words` of its values."""
        game, state, path = work.game, work.position.state, missing.field or ""
        viewer = eyes(game, state, self.principal.viewer)
        domain = asked_outcome(game, state, tree, missing, viewer)
        asked: dict[str, Json] = {"path": path, "domain": msgspec.to_builtins(domain)}
        if self._in_words:
            name = path.partition("/")[0]
            offer = Offer(str(tree["type"]), tree.get("seat"), {name: domain})
            told = whole(offers_in_words(game, game.view(state, viewer), [offer], naming_of(work.session)))
            asked["words"] = msgspec.to_builtins(told[offer_key(offer)].parameters.get(name))
        return [asked]

    def _must_not_tell(self, work: UnitOfWork, place: int) -> None:
        """An action that others follow may not tell what a refusal of those would leave known.

        Nobody may look at a draw so; a seat at nothing that is hidden.
        """
        entry = work.entries[-1]
        drawn = any(outcome.source == "drawn" for outcome in _outcomes(entry))
        if drawn or (not self.principal.is_scribe and (self.guessed or _exposes(work, entry))):
            raise Problem(
                "must-be-last",
                "Send this action alone or as the last in its list: what it draws or shows "
                "is known from then on, even if a later action is rejected.",
                index=place,
                version=work.session.version,
            )

    def _names_hidden(self, work: UnitOfWork) -> bool:
        """Whether the last action names an outcome that is hidden from somebody."""
        game, entry = work.game, work.entries[-1]
        assert isinstance(entry, Recorded)
        action, tree = codec_of(game).actions.decode(entry.action), msgspec.json.decode(entry.action)
        return any(
            outcome.source == "declared"
            and game.secrecy.hides(action, outcome.field)
            and names_something(tree.get(outcome.field.partition("/")[0]))
            for outcome in entry.outcomes
        )

    def _offers_of(self, session: Session, actor: str) -> list[Offer]:
        return [offer for offer in offers_to(session, self.principal, None) if offer.seat == actor]

    def _tell_the_table(self, refusal: str, because: str, handler: CommandHandler) -> None:
        """A note that every seat sees: nobody tries hidden outcomes in secret.

        A slip looks the same as an attempt, so the note accuses nobody, and the same one is written only once
        until play continues.
        """
        if self.principal.is_scribe:
            return
        session = handler.look(self.session_id)
        if self._noted_here(session, refusal, handler):
            return
        seat = self.principal.seat if self.principal.role == "seat" else None
        name = "The recorder" if seat is None else naming_of(session).seat(seat).text
        text = f"{name}’s entry could not be recorded as typed: {because}."
        principal = self.principal
        handler.handle(
            AppendOne(self.session_id, lambda work, _: work.note(text, stamp_of(principal), refusal=refusal))
        )

    def _noted_here(self, session: Session, refusal: str, handler: CommandHandler) -> bool:
        """Whether this principal's note of the same refusal stands among the notes at the end of the log."""
        by, read = self.principal.recorded_by(), handler.reading(session)
        for number in range(session.version, max(0, session.version - MOST_NOTES_READ), -1):
            for entry in read(number, number):
                if not isinstance(entry, Noted):
                    return False
                if entry.refusal == refusal and entry.by == by:
                    return True
        return False


def offers_to(session: Session, principal: Principal, seat: str | None) -> list[Offer]:
    """The current offers: of this seat or, without one, of everybody that the principal may act for."""
    offers = offers_with_outcomes(session, principal, seat)
    return offers if session.opened.declarable else [without_outcomes(offer) for offer in offers]


def offers_with_outcomes(session: Session, principal: Principal, seat: str | None) -> list[Offer]:
    """The current offers as `offers_to`, with outcomes even where the session draws all of them."""
    if session.position.closed or session.position.lost:
        return []
    game, state, seats = session.game, session.state, seats_of(session.opened)
    if principal.records_for_all:
        actors = [actor for actor in (None, *seats) if game.shows_offers_of(actor, principal.viewer)]
        if seat is not None:
            actors = [actor for actor in actors if actor == seat]
        offers = [offer for actor in actors for offer in game.offers(state, actor, principal.viewer)]
    else:
        offers = (
            []
            if principal.seat is None
            else offers_to_seat(game, state, seats, principal.seat, principal.viewer)
        )
    return offers


def ends_a_list(session: Session, principal: Principal, offer: Offer) -> bool:
    """Whether no other action can follow an action of this offer in a list. offer: with its outcomes."""
    drawn = session.opened.chance != "declared"
    return is_decided_by_chance(session.game, offer, drawn=drawn, sees_all=principal.is_scribe)


def legal_instead(session: Session, principal: Principal, action: Action) -> dict[str, Json]:
    """The principal's offers: the types of actions, and the values that the refused one's members may have.

    They are of the stored session, not of the state after a part of a list of actions: that would reveal
    what the list has seen.
    """
    offers = offers_to(session, principal, None)
    told: dict[str, Json] = {
        "version": session.version,
        "actions": list(dict.fromkeys(offer.type for offer in offers)),
        "offers": f"/v1/sessions/{session.id}/offers",
    }
    kind, actor = _kind(action), session.game.actor(action)
    same = next((offer for offer in offers if (offer.type, offer.seat) == (kind, actor)), None)
    return told if same is None else told | {"offer": msgspec.to_builtins(same)}


def may_record_for(principal: Principal, seat: str | None) -> None:
    """Raises `Problem` for a principal who may not record what this seat does, or for None the table."""
    if not (principal.records_for_all or (seat is not None and seat == principal.seat)):
        raise not_for(principal, seat)


def must_be_overridable(session: Session, principal: Principal) -> None:
    """Raises `Problem` for a seat that may not record against the rules at this table."""
    if principal.is_scribe or session.position.settings.seats_may_override:
        return
    raise Problem(
        "not-allowed",
        "At this table, only the scribe and the owner may record against the rules. The owner can change "
        "this in the table settings.",
    )


def not_for(principal: Principal, seat: str | None) -> Problem:
    """The problem of a principal who may record, but not what this seat does, or for None the table."""
    if seat is None:
        return Problem(
            "not-allowed",
            "For actions of the table you need the token of the scribe, a recorder or the owner.",
        )
    if seat == principal.seat:
        return Problem("another-seat", "Somebody else must record this: the rules hide it from your seat.")
    return Problem("another-seat", "This token can act only for its own seat.")


def names_something(declared: Json) -> bool:
    """Whether a declared outcome is more than that nobody has seen it: that alone tries nothing."""
    match declared:
        case dict():
            return any(map(names_something, declared.values()))
        case list() | tuple():
            return any(map(names_something, declared))
        case _:
            return declared is not None and declared != UNKNOWN


def untold(rejection: Rejected, name: str) -> Rejected:
    """The refusal without its words, which may tell what the seat of that name alone knows."""
    return Rejected(rejection.rule, f"The rules do not allow {name} to do this.", rejection.field)


def example_draws(n: int, number: int) -> int:
    """A draw of a rehearsal: nothing to do with the session's own, so that it tells nothing of them."""
    return secrets.randbelow(n)


def _kind(action: Action) -> str:
    return str(type(action).__struct_config__.tag)


def _is_declared(session: Session, about: Mapping[str, Json]) -> bool:
    """Whether the outcomes of an action are declared and not drawn."""
    return (about.get("chance") or session.opened.chance) == "declared"


def _outcomes(entry: Any) -> Sequence[Any]:
    """What chance decided in the entry."""
    return getattr(entry, "outcomes", ())


def _exposes(work: UnitOfWork, entry: Any) -> bool:
    """Whether a fact of the entry shows a hidden thing to somebody."""
    return any(work.game.exposes(fact) for fact in codec_of(work.game).facts.decode(entry.facts))


def _is_of_another(session: Session, entry: Entry | Unreadable, actor: str) -> bool:
    """Whether it is a note, or what another seat did by the rules."""
    if isinstance(entry, Noted):
        return True
    if not isinstance(entry, Recorded) or entry.broken:
        return False
    other: Any = session.game.actor(codec_of(session.game).actions.decode(entry.action))
    return other is not None and other != actor


def _hides(session: Session, entry: Entry | Unreadable, principal: Principal) -> bool:
    """Whether the principal does not see all of the entry."""
    now = session.state
    return entry_view(session.game, entry, principal.viewer, now) != entry_view(
        session.game, entry, TRUTH, now
    )
