"""Commands that run as long as a process does, and what they say if it cannot start."""

from __future__ import annotations

import sys
from typing import Any

import click

from workers.log_lines import as_json, json_line, log_in_lines

PROCESSES = {"serve": "web"}
"""Processes that are not called like their command."""


class ProcessCommand(click.Command):
    """A command whose lines are JSON, errors included, if `TABLELOG_LOG_FORMAT=json` asks for that."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Exit status and error are those of the exception that it raises."""
        if not as_json():
            return super().invoke(ctx)
        process = PROCESSES.get(self.name or "", self.name or "tablelog")
        log_in_lines(process)
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            print(json_line(process, error.format_message(), level="error"), file=sys.stderr, flush=True)
            ctx.exit(error.exit_code)
