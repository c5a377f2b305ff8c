"""`tablelog`: everything that is done at a terminal. Commands are imported when they are called."""

from __future__ import annotations

from importlib import import_module

import click

from service.version import VERSION

COMMANDS = {
    "up": ("up:up", "Run everything on this machine: web, worker, bots, Redis, SQLite."),
    "demo": ("record:demo", "Record a complete game into the running service, to look around in."),
    "record": ("record:record", "Record a game from a .jsonl file through the HTTP API."),
    "replay": ("replay:replay", "Show the table and the standing of a session, at any entry."),
    "show": ("show:show", "Tell a session in words, entry by entry."),
    "audit": ("audit:audit", "Prove portable files, or every session of the local store."),
    "export": ("transfer:export", "Write sessions of the local store as portable files."),
    "import": ("transfer:import_", "Store portable files in the local store."),
    "backup": ("backup:backup", "Copy log, registers and key into a folder, while others record."),
    "verify-backup": ("backup:verify_backup", "Prove a backup, down to the chain of every session."),
    "restore": ("backup:restore", "Put a backup into a home and databases that hold nothing."),
    "simulate": ("simulate:simulate", "Let bots play games."),
    "new-game": ("new_game:new_game", "Write a small playable game, to be changed into another."),
    "projections": ("projections:projections", "Look at the projections, or build them anew."),
    "expire": ("expire:expire", "Let sandbox sessions go that nothing was recorded in for long."),
    "keys": ("keys:keys", "Change the key that signs tokens, without making any void."),
    "tokens": ("tokens:tokens", "Tell the tokens of a session again, for who has lost theirs."),
    "doctor": ("doctor:doctor", "Say what is well and what is not."),
    "serve": ("serve:serve", "Run the web process alone."),
    "bots": ("bots:bots", "Run the bots of live tables alone."),
    "heavy": ("heavy:heavy", "Run audits, exports, proofs and large statistics alone."),
    "redis": ("redis:redis", "Run the embedded Redis alone."),
}


class Lazy(click.Group):
    """A group whose commands live beside this module, in files named as they are typed."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
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
