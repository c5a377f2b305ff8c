"""What every application writes and compiles anew, kept for the process: tests make hundreds of applications.

Werkzeug writes a function for each route, jinja one for each template, SQLAlchemy a text for each statement.
All follow from their source alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import Engine
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

MOST_STATEMENTS = 2_000
"""Some name tables that a test made for itself: those that nobody asks for again go first."""


class KeptTemplates(BytecodeCache):
    """The code of templates, by the name and the source that jinja made a key of."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if (code := self._code.get((bucket.key, bucket.checksum))) is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


class KeptStatements(LRUCache[Any, Any]):
    """Compiled statements of all engines: a key begins with the dialect of one, which its kind stands for."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


def keep_code() -> None:
    """From now on, in this process."""
    Flask.jinja_options = {"bytecode_cache": KeptTemplates()}
    keep_builders_of_addresses()
    keep_statements()


def keep_statements() -> None:
    """Let engines share what they compile."""
    make: Callable[..., None] = Engine.__init__
    kept = KeptStatements(MOST_STATEMENTS)

    def made(engine: Engine, *arguments: Any, **options: Any) -> None:
        make(engine, *arguments, **options)
        engine._compiled_cache = kept

    Engine.__init__ = made  # type: ignore[assignment, method-assign]


def keep_builders_of_addresses() -> None:
    """Let rules that are spelled alike share the functions that build their addresses."""
    write: Callable[[Rule, bool], Any] = Rule._compile_builder
    kept: dict[Any, Any] = {}

    def written(rule: Rule, append_unknown: bool = True) -> Any:
        if rule.defaults:
            return write(rule, append_unknown)
        spelled = (rule.rule, *rule._trace, append_unknown)
        if spelled not in kept:
            kept[spelled] = write(rule, append_unknown)
        return kept[spelled]

    Rule._compile_builder = written  # type: ignore[assignment, method-assign]
