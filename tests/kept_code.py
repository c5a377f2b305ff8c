"""What every application writes and compiles anew, kept for the process: tests make hundreds of applications.

Werkzeug writes a function for each route, jinja one for each template. Both follow from their source alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class KeptTemplates(BytecodeCache):
    """The code of templates, by the name and the source that jinja made a key of."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if (code := self._code.get((bucket.key, bucket.checksum))) is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


def keep_code() -> None:
    """From now on, in this process."""
    Flask.jinja_options = {"bytecode_cache": KeptTemplates()}
    keep_builders_of_addresses()


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
