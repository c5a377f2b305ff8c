"""`tablelog`: all terminal commands. Commands are imported when they are called."""

from __future__ import annotations

from importlib import import_module

import click

from service.version import VERSION

COMMANDS = {
    "up": ("up:up", "Run everything on this machine: web, worker, bots, Redis, SQLite."),
    "demo": ("record:demo", "Record a complete demo game of each title into the running service."),
    "record": ("record:record", "Record a game from a .jsonl file through the HTTP API."),
    "replay": ("replay:replay", "Show the table and standing of a session at any entry."),
    "show": ("replay:show", "Print a session in words, entry by entry."),
    "audit": ("audit:audit", "Check portable files, or every session of the local store."),
    "export": ("transfer:export", "Write sessions of the local store as portable files."),
    "import": ("transfer:import_", "Store portable files in the local store."),
    "backup": ("backup:backup", "Copy log, registers and key into a folder, while Tablelog runs."),
    "verify-backup": ("backup:verify_backup", "Check a backup, including the hash chain of every session."),
    "restore": ("backup:restore", "Restore a backup into an empty home and empty databases."),
    "move": ("move:move", "Move log and tables to empty databases: from SQLite to PostgreSQL or back."),
    "simulate": ("simulate:simulate", "Let bots play games."),
    "new-game": ("new_game:new_game", "Create a small playable game as a starting point for your own."),
    "projections": ("projections:projections", "Show the state of the projections, or rebuild them."),
    "figures": ("figures:figures", "Write the figures of statistics as Parquet files."),
    "expire": ("expire:expire", "Expire sandbox sessions that nobody has used for a long time."),
    "keys": ("keys:keys", "Change the key that signs tokens without invalidating tokens."),
    "tokens": ("tokens:tokens", "Print the tokens of a session again, if somebody has lost one."),
    "editions": ("tokens:editions", "List editions, or print a link again if somebody has lost it."),
    "doctor": ("doctor:doctor", "Check the installation and report problems."),
    "serve": ("serve:serve", "Run only the web process."),
    "bots": ("bots:bots", "Run only the bots of live tables."),
    "jobs": ("jobs:jobs", "Run only the worker for jobs: audits, exports, proofs, large statistics."),
    "redis": ("redis:redis", "Run only the embedded Redis."),
}

DEPRECATED = {"heavy": "jobs"}
"""Deprecated names of commands, which work until 0.5."""


class Lazy(click.Group):
    """A group whose commands are modules of this package, named as they are typed."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in DEPRECATED:
            click.echo(
                f"`tablelog {name}` is now `tablelog {DEPRECATED[name]}`: {name} goes with 0.5.", err=True
            )
            name = DEPRECATED[name]
        if name not in COMMANDS:
            return None
        module, function = COMMANDS[name][0].split(":")
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), function)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in COMMANDS.items()])


@click.group(cls=Lazy)
@click.version_option(VERSION, prog_name="tablelog")
def main() -> None:
    """Tablelog: an event-sourced log for tabletop sessions."""
