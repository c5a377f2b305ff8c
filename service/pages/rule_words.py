"""What the rulebook says, as HTML: code as code, and each rule that it names with a link to its page."""

from __future__ import annotations

import re
from collections.abc import Collection

from markupsafe import Markup, escape

from domain.kernel.rulebook import ID
from domain.kernel.words import Run, Says

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
