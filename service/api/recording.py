"""Recording: the actions of one request on their way into the log, or through a rehearsal of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from flask import Response

from domain.kernel import PUBLIC, UNKNOWN, Game, Rejected
from domain.kernel.chance import Below, Undeclarable, Undeclared, keyed_draws
from domain.kernel.entries import Recorded, codec_of
from domain.kernel.messages import Action, Json
from domain.kernel.recorders import recorders_of
from domain.kernel.session import Draft, Session
from domain.kernel.views import entry_view
from service.api.asking import Asking
from service.api.legal import legal_instead
from service.api.telling import entry_told
from service.http.authentication import not_for
from service.http.due_answers import due_answer, may_wait
from service.http.errors import declared_problem, playable, refusals, rule_problem
from service.http.problems import Problem
from service.http.quotas import must_take_an_action
from service.http.responses import answered, shown
from service.http.services import services
from service.schemas.commands import Command
from service.schemas.fields import beside
from service.sessions.recorder import Answer, Expecting, Request, stamp_of
from service.sessions.refusals import Refusal
from service.sessions.tokens import Asker


class Recording:
    """The actions of one request on their way into the log."""

    def __init__(
        self,
        asker: Asker,
        commands: Sequence[Command],
        asked: Sequence[Request],
        *,
        told: bool = False,
    ) -> None:
        """told: in words, what is asked too."""
        self.asker = asker
        self.told = told
        self.commands = commands
        self.asked = asked
        self._draws: Below | None = None
        self._guessed = False

    def record(self, session: Session, version: Expecting) -> Answer:
        """Record them. A refusal that tells a seat something hidden is itself recorded."""
        with (
            self._counted(session.id),
            self._probes_told(session.id),
            self._legal_told(session.id),
            refusals(session),
            playable(session),
        ):
            return services().recorder.record(session.id, self.asked, self._make, version, due=due_answer())

    def rehearse(
        self, session_id: str, version: Expecting, wanted: frozenset[str], *, as_list: bool
    ) -> Response:
        """What would come of them. Draws are examples: the true ones are known to nobody beforehand.

        Where an outcome is to be declared and is not, the answer is what it may be.
        """
        recorder = services().recorder
        session = recorder.look(session_id)
        self._draws = example_draws
        try:
            with (
                self._probes_told(session_id),
                self._legal_told(session_id),
                refusals(session),
                playable(session),
            ):
                draft = recorder.rehearse(session_id, len(self.commands), self._make, version)
        except Problem as problem:
            if as_list or "outcomes" not in problem.members:
                raise
            outcomes = problem.members["outcomes"]
            return answered({"version": session.version, "dry_run": True, "outcomes": outcomes})
        if self._guessed:
            self._tell_the_table(session_id, "dry run")
        entries = [
            shown(session, written, self.asker, draft.position.state) for written in recorder.drafted(draft)
        ]
        for rehearsed, entry in zip(draft.entries, entries, strict=True):
            if not self.asker.is_scribe and (self._guessed or self._shows_more(draft, rehearsed)):
                entry["action"], entry["facts"], entry["chance"] = None, None, []
        entries = [entry_told(session, entry, wanted) for entry in entries]
        body: dict[str, Json] = {"version": session.version, "dry_run": True}
        return answered(body | ({"entries": entries} if as_list else {"entry": entries[0]}))

    def _make(self, draft: Draft, place: int) -> None:
        must_take_an_action(draft)
        tree, action, about = self.commands[place]
        stamp = stamp_of(self.asker, self.asked[place], about.get("moved_at"))
        index = place if len(self.commands) > 1 else None
        if about.get("chance") == "declared" and not draft.session.opened.declarable:
            name = beside(type(action), "chance")
            raise declared_problem(name, draft.session.version, index)
        below = self._below(draft.session, about.get("chance"))
        self._must_be_for(draft, tree, action)
        unshielded = self._unshielded(draft.game, action)
        try:
            draft.record_typed(action, stamp, below, reason=about.get("reason"))
        except Rejected as rejection:
            self._guessed |= unshielded is not None or self._learns(draft) or self._probed(draft)
            told = rejection if unshielded is None else untold(rejection, unshielded)
            problem = rule_problem(told, draft.session.version, index)
            if isinstance(rejection, Undeclared) and unshielded is None:
                self._guessed |= self._names_some(draft, tree, action, rejection)
                asking = Asking(draft.session, draft.position.state, tree, self.asker.viewer)
                problem.members["outcomes"] = asking.outcomes(rejection, told=self.told)
            raise problem from rejection
        except Undeclarable as refused:
            raise declared_problem(refused.field, draft.session.version, index) from refused
        self._guessed |= unshielded is not None or self._learns(draft)
        self._guessed |= self._probed(draft) or (not self.asker.is_scribe and self._names_hidden(draft))
        if place < len(self.commands) - 1:
            self._must_not_tell(draft, place)

    def _must_be_for(self, draft: Draft, tree: Mapping[str, Json], action: Action) -> None:
        """Raises `Problem` where it is not for this asker's phone to record that, as the table stands."""
        game, asker = draft.game, self.asker
        if game.recorders is None or asker.records_for_all:
            return
        actor = game.actor(action)
        if asker.seat not in recorders_of(game, draft.position.state, tree, actor):
            raise not_for(asker, actor)

    def _learns(self, draft: Draft) -> bool:
        """Whether the rules were asked for what some seat alone knows, and the asker does not."""
        return not all(map(self.asker.viewer.knows, draft.asked_of))

    def _probed(self, draft: Draft) -> bool:
        """Whether an outcome was taken that only the hidden part of the table could have refused."""
        return draft.probed and not self.asker.is_scribe

    def _names_some(
        self, draft: Draft, tree: Mapping[str, Json], action: Action, missing: Undeclared
    ) -> bool:
        """Whether some of a hidden list of outcomes was named and taken, before the next one was missed."""
        first = (missing.field or "").partition("/")[0]
        if missing.tries_nothing or self.asker.is_scribe:
            return False
        return names_something(tree.get(first)) and draft.game.secrecy.hides(action, first)

    def _unshielded(self, game: Game[Any], action: Action) -> str | None:
        """The seat that acts, where any answer may tell the asker what that seat alone knows."""
        actor = game.actor(action)
        if game.shows_offers_of(actor, self.asker.viewer):
            return None
        return actor

    def _must_not_tell(self, draft: Draft, place: int) -> None:
        """An action that others follow may not tell what a refusal of those would leave known.

        Nobody may look at a draw so; a seat at nothing that is hidden.
        """
        entry = draft.entries[-1]
        drawn = any(outcome.source == "drawn" for outcome in getattr(entry, "outcomes", ()))
        if drawn or (not self.asker.is_scribe and (self._guessed or _exposes(draft, entry))):
            raise Problem(
                "must-be-last",
                "Send this action as the last of its list, or alone: what it draws or shows is known from "
                "then on, whatever becomes of the rest.",
                index=place,
                version=draft.session.version,
            )

    @contextmanager
    def _counted(self, session_id: str) -> Iterator[None]:
        """A refusal by a rule is counted, beside the log, with the entry that the session stood at."""
        try:
            yield
        except Problem as problem:
            if (rule := problem.members.get("rule")) is not None:
                _, action, _ = self.commands[problem.members.get("index") or 0]
                kind = str(type(action).__struct_config__.tag)
                after = int(problem.members["version"])
                services().refusals.count(Refusal(session_id, str(rule), kind), after)
            raise

    @contextmanager
    def _legal_told(self, session_id: str) -> Iterator[None]:
        """A refusal by a rule names what the asker may record instead, as the session stands."""
        try:
            yield
        except Problem as problem:
            if problem.kind == "rule":
                may_wait()  # what is offered takes longer than a refusal, and others wait meanwhile
                _, action, _ = self.commands[problem.members.get("index") or 0]
                session = services().recorder.look(session_id)
                problem.members["legal"] = legal_instead(session, self.asker, action)
            raise

    @contextmanager
    def _probes_told(self, session_id: str) -> Iterator[None]:
        """Who learns something hidden from a refusal does so in sight of the table.

        That is a refusal that cannot help telling it, and any refusal after an action that named a hidden
        outcome was taken: that it was not that action which was refused tells as much.
        """
        self._guessed = False
        try:
            yield
        except Problem as problem:
            cause = problem.__cause__
            rejection = cause if isinstance(cause, Rejected) else None
            if self._guessed or (rejection is not None and rejection.probes):
                self._tell_the_table(session_id, rejection.rule if rejection else problem.kind)
            raise

    def _below(self, session: Session, chance: str | None) -> Below | None:
        """What draws: nothing where outcomes are declared. The secret is read when a draw needs it."""
        if (chance or session.opened.chance) == "declared":
            return None
        if self._draws is None:
            recorder = services().recorder
            kept: list[Below] = []

            def below(n: int, number: int) -> int:
                if not kept:
                    may_wait()
                    kept.append(keyed_draws(recorder.secret(session.id), session.id))
                return kept[0](n, number)

            self._draws = below
        return self._draws

    def _shows_more(self, draft: Draft, entry: Any) -> bool:
        """Whether a rehearsed entry would show its seat what it does not know yet, or others do not see."""
        game, now = draft.game, draft.position.state
        own, everybodys = (
            entry_view(game, entry, eyes, now)["facts"] for eyes in (self.asker.viewer, PUBLIC)
        )
        return bool(entry.outcomes) or own != everybodys or _exposes(draft, entry) or game.is_finished(now)

    def _names_hidden(self, draft: Draft) -> bool:
        """Whether the last action names an outcome that is hidden from somebody."""
        game, entry = draft.game, draft.entries[-1]
        assert isinstance(entry, Recorded)
        action, tree = codec_of(game).actions.decode(entry.action), msgspec.json.decode(entry.action)
        return any(
            outcome.source == "declared"
            and game.secrecy.hides(action, outcome.field)
            and names_something(tree.get(outcome.field.partition("/")[0]))
            for outcome in entry.outcomes
        )

    def _tell_the_table(self, session_id: str, refusal: str) -> None:
        """A note that every seat sees: nobody tries hidden outcomes in secret."""
        if self.asker.is_scribe:
            return
        who = self.asker.seat if self.asker.role == "seat" else "The recorder"
        text = f"{who} tried an outcome that only the hidden part of the table could refuse."
        told = Request(None, "")

        def note(draft: Draft, place: int) -> None:
            draft.note(text, stamp_of(self.asker, told, None), refusal=refusal)

        services().recorder.record(session_id, [told], note)


def _exposes(draft: Draft, entry: Any) -> bool:
    """Whether a fact of the entry shows a hidden thing to somebody."""
    return any(draft.game.exposes(fact) for fact in codec_of(draft.game).facts.decode(entry.facts))


def names_something(declared: Json) -> bool:
    """Whether a declared outcome is more than that nobody has seen it: that alone tries nothing."""
    match declared:
        case dict():
            return any(map(names_something, declared.values()))
        case list() | tuple():
            return any(map(names_something, declared))
        case _:
            return declared is not None and declared != UNKNOWN


def untold(rejection: Rejected, seat: str) -> Rejected:
    """The refusal without its words, which may tell what that seat alone knows."""
    return Rejected(rejection.rule, f"The rules refuse this to {seat}.", rejection.field)


def example_draws(n: int, number: int) -> int:
    """A draw of a rehearsal: nothing to do with the session's own, so that it tells nothing of them."""
    return secrets.randbelow(n)
