"""The page of an entry: what it says, what it changed, what proves it."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, render_template

from domain.kernel.rulebook import rulebook
from domain.kernel.session import Session
from replays.counting import counted
from service.http.services import services
from service.pages.entry_lines import when
from service.pages.entry_told import entry_told
from service.pages.reading import read_by_asker
from service.pages.rule_words import marked, rule_address, said
from service.problems import Problem
from service.sessions.tokens import Principal

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
