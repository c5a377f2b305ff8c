"""The commands and their options: `python -m tests.support.guides.commands` writes their guide again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from service.cli import main as tablelog
from tests.support.documents import ROOT

PAGE = ROOT / "docs" / "command-line.md"
INTRODUCTION = """# The command line

This page lists every command of `tablelog` with its options, as `tablelog COMMAND --help` prints them. In a
checkout, use `./dev run COMMAND`. [Operations](operations.md) explains when to use them, and lists the
[settings](operations.md#settings).
"""
OPTIONS = "| option | |\n|---|---|\n"
CASE_OF_DEV = re.compile(r"^([a-z]+)\)$", re.MULTILINE)


class Unknown(Exception):
    """There is no such command, or it has no such option."""


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by what is typed after `tablelog`, those of a group by both words."""
    yield from _below(tablelog, "")


def _below(group: click.Group, words: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _below(command, f"{words}{name} ")
        else:
            yield f"{words}{name}", command


def names_in_dev() -> set[str]:
    """What may stand behind `./dev`."""
    return set(CASE_OF_DEV.findall((ROOT / "dev").read_text("utf-8")))


def options_of(command: click.Command) -> set[str]:
    """Its options, in every spelling, and the one that every command has."""
    spelled = (parameter for parameter in command.params if isinstance(parameter, click.Option))
    return {"--help", *(word for option in spelled for word in (*option.opts, *option.secondary_opts))}


def must_exist(words: list[str]) -> None:
    """A command of `tablelog`, with options that it has. Raises `Unknown`."""
    command: click.Command = tablelog
    left = list(words)
    while isinstance(command, click.Group) and left and not left[0].startswith("-"):
        name = left.pop(0)
        found = command.get_command(click.Context(command), name)
        if found is None:
            raise Unknown(f"{' '.join(words)}: there is no command {name}")
        command = found
    for word in left:
        option = word.partition("=")[0]
        if option.startswith("--") and option not in options_of(command):
            raise Unknown(f"{' '.join(words)}: there is no option {option}")


def page() -> str:
    """docs/command-line.md."""
    return INTRODUCTION + "".join(_chapter(words, command) for words, command in commands())


def _chapter(words: str, command: click.Command) -> str:
    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    context = click.Context(command)
    usage = " ".join([words, *(one.make_metavar(context) for one in arguments)])
    rows = "".join(_row(one) for one in command.params if isinstance(one, click.Option))
    told = cleandoc(command.help or "")
    return f"\n## `{usage}`\n\n{told}\n" + (f"\n{OPTIONS}{rows}" if rows else "")


def _row(option: click.Option) -> str:
    spelled = ", ".join(option.opts)
    if not option.is_flag:
        spelled += f" {option.metavar or '…'}"
    default = option.show_default if isinstance(option.show_default, str) else option.default
    told = f"{option.help} Default: {default}." if option.show_default else option.help
    return f"| `{spelled}` | {told} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
