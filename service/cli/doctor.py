"""`tablelog doctor`: checks the installation and says how to fix problems."""

from __future__ import annotations

import platform
import shutil
import sqlite3
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import click
import sqlalchemy as sa
from redis import Redis
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from domain.games import REGISTRY
from domain.kernel.components import InvalidComponents
from domain.kernel.selfcheck.declarations import Unsound, check_game
from replays.clocks import clock_fault
from replays.databases import make_engine, reading
from replays.event_store import EventStore, Unavailable
from replays.findings import counted
from replays.library import Library
from replays.log_tables import EXPIRED, entries_of, log_engine
from replays.migrating import UnusableDatabase, bring_up
from service.cli import damaged
from service.cli.output import CONSOLE
from service.cli.reading import can_be_written, settings_to_read
from service.cli.settings import FAULTY, settings
from service.jobs.questions import connect
from service.jobs.queue import JobQueue, worker_is_running
from service.key_checks import compare_keys, is_shared
from service.processes.lan import opening_link, who_opens
from service.processes.supervisor import address, find_redis, procfile, redis_socket
from service.processes.web import CannotStart
from service.queries.store import has_duckdb
from service.settings import Settings
from service.support.network import CERTIFICATE_FILE, https_to_own
from workers import rebuild
from workers.damage import Damage, search
from workers.rebuild import nobody_follows
from workers.tables import TABLES
from workers.webhooks.deliveries import counts_of_webhooks

LAG_WORTH_A_WARNING = 500
LITTLE_SPACE_BYTES = 500 * 1024 * 1024
REDIS_SECONDS = 1
ANSWERING_SECONDS = 1.0

WEBHOOKS_GO = {"public": "only public addresses allowed", "anywhere": "all addresses allowed", "off": "off"}

Verdict = Literal["ok", "warning", "failed"]
COLORS: dict[Verdict, str] = {"ok": "green", "warning": "yellow", "failed": "bold red"}


class CheckResult(NamedTuple):
    """One thing looked at."""

    verdict: Verdict
    subject: str
    message: str


@click.command()
@click.option("--url", help="Address of the service. Default: the local one.")
@click.option(
    "--accept-loss", is_flag=True, help="Continue without the data that the log or the tables have lost."
)
def doctor(url: str | None, accept_loss: bool) -> None:
    """Check environment, settings, games, store, Redis, workers and web, and report problems.

    The exit status is 1 if a check failed. The command reads all of the log and the tables. --accept-loss
    creates missing tables empty and rebuilds projections from the log: first make sure that no backup has
    more data.
    """
    if accept_loss:
        damaged.accept_loss(settings())
    failed = False
    for sign in _signs(url):
        failed = failed or sign.verdict == "failed"
        CONSOLE.print(f"[{COLORS[sign.verdict]}]{sign.verdict:8}[/]{sign.subject}: ", end="")
        CONSOLE.print(sign.message, markup=False)
    sys.exit(1 if failed else 0)


def _signs(url: str | None) -> Iterator[CheckResult]:
    yield CheckResult(
        "ok" if sys.version_info >= (3, 11) else "failed",
        "Python",
        f"{platform.python_version()} on {platform.system()}, SQLite {sqlite3.sqlite_version}",
    )
    try:
        settings = settings_to_read()
    except click.ClickException as error:
        yield CheckResult("failed", "settings", error.message.removeprefix(f"{FAULTY}\n"))
        return
    free = shutil.disk_usage(settings.home).free
    yield CheckResult(
        "ok" if free > LITTLE_SPACE_BYTES else "warning",
        "home",
        f"{settings.home}, {free // 1024**2} MiB free",
    )
    writable = can_be_written(settings.home)
    if not writable:
        message = "it is read-only: nothing can be started or recorded here; Redis is not checked"
        yield CheckResult("warning", "home", message)
    url = url or address(settings.host, settings.port, settings.scheme)
    yield _opening(settings, url)
    yield from _guarded("certificate", lambda: _certificate(settings))
    yield from _guarded("games", _games)
    if writable:
        yield from _guarded("redis", lambda: _redis(settings))
    damages: list[Damage] = []
    yield from _guarded("store", lambda: _damages(settings, damages))
    if not any(damage.kind in ("gone", "unusable") for damage in damages):
        yield from _guarded("store", lambda: _store(settings))
    yield from _guarded("web", lambda: _web(url, settings.home))


def _opening(settings: Settings, at: str) -> CheckResult:
    """Report who can open sessions, and with which link."""
    message = who_opens(settings)
    if settings.opening_token:
        message += f" The opening link: {opening_link(at, settings.opening_token)}"
    if settings.opening_token_file is not None:
        message += f" Its token is kept in {settings.opening_token_file}."
    return CheckResult("ok", "opening", message)


def _certificate(settings: Settings) -> Iterator[CheckResult]:
    """The certificate of the settings, or else the one that `up --https` made; nothing if there is none."""
    path = settings.certificate or settings.home / CERTIFICATE_FILE
    if path.is_file():
        from service.processes.certificate import certificate_told  # a library that nothing else needs

        yield CheckResult("ok", "certificate", certificate_told(path))


def _guarded(subject: str, look: Callable[[], Iterator[CheckResult]]) -> Iterator[CheckResult]:
    try:
        yield from look()
    except (
        CannotStart,
        OSError,
        ValueError,
        SQLAlchemyError,
        Unavailable,
        UnusableDatabase,
        sqlite3.Error,
    ) as error:
        reason = getattr(error, "orig", None) or error
        yield CheckResult("failed", subject, f"{type(reason).__name__}: {reason}")


def _games() -> Iterator[CheckResult]:
    library = Library()
    for key, game in REGISTRY.items():
        try:
            check_game(game)
            names = ", ".join(
                f"{name} ({counted(len(components.invented), 'invented part')})"
                for name, components in library.packaged(key).items()
            )
        except InvalidComponents as error:
            yield CheckResult("failed", f"game {key}", f"a packaged component set is invalid: {error}")
        except Unsound as error:
            yield CheckResult("failed", f"game {key}", " ".join(error.faults))
        else:
            yield CheckResult(
                "ok", f"game {key}", f"rules version {game.rules_version}, component sets: {names}"
            )


def _redis(settings: Settings) -> Iterator[CheckResult]:
    program = find_redis()
    procfile()
    if settings.redis_url is None and program is None:
        yield CheckResult("warning", "Redis", "none; the worker checks the log every half second instead")
        return
    url = settings.redis_url or f"unix://{redis_socket(settings.home)}"
    try:
        info = Redis.from_url(url, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS).info(
            "server"
        )
        name = "Valkey" if "valkey_version" in info else "Redis"
        yield CheckResult("ok", "Redis", f"{name} {info[f'{name.lower()}_version']} answers at {url}")
    except (RedisError, ValueError) as error:
        hint = f"`tablelog up` starts {program}" if settings.redis_url is None else "see TABLELOG_REDIS_URL"
        yield CheckResult("warning", "Redis", f"{url} does not answer ({error}); {hint}")


def _jobs(settings: Settings, engine: sa.Engine) -> CheckResult:
    waiting = counted(len(JobQueue(engine).waiting()), "job")
    runs = (
        "a worker runs" if worker_is_running(settings.home) else "the web process starts a worker when needed"
    )
    return CheckResult("ok", "jobs", f"{runs}; {waiting} waiting")


def _questions(settings: Settings) -> CheckResult:
    """Whether a process answers statistics here."""
    try:
        connect(settings.home, ANSWERING_SECONDS).close()
    except OSError:
        if not worker_is_running(settings.home):
            return CheckResult("ok", "statistics", "the web process starts a worker that answers when needed")
        message = "the worker of jobs does not answer questions; is it of an older version? Restart it"
        return CheckResult("warning", "statistics", message)
    answers = "the worker of jobs answers questions"
    if not has_duckdb():
        answers += " from SQLite, because DuckDB is not installed: large questions take longer"
    return CheckResult("ok", "statistics", answers)


def _damages(settings: Settings, found: list[Damage]) -> Iterator[CheckResult]:
    found.extend(search(settings.log_url, settings.tables_url))
    for damage in found:
        yield CheckResult("failed" if damage.is_certain else "warning", "damage", damage.message)


def _store(settings: Settings) -> Iterator[CheckResult]:
    store = EventStore.open(settings.log_url)
    engine = make_engine(settings.tables_url)
    try:
        kind = settings.log_url.partition(":")[0]
        entries, gone = figures_of(settings)
        expired = f"; {counted(gone, 'sandbox session')} expired" if gone else ""
        yield CheckResult("ok", "log", f"{kind}, {counted(entries, 'entry')}{expired}")
        bring_up(engine, TABLES)
        yield _jobs(settings, engine)
        if can_be_written(settings.home):
            yield _questions(settings)
        yield _webhooks(settings, engine)
        yield from _hosts(settings, engine)
        for status in rebuild.status(store, engine):
            behind = status.end - status.position
            verdict: Verdict = "ok"
            message = f"build {status.build}, {counted(behind, 'entry')} behind"
            if status.ahead:
                verdict, message = "failed", "ahead of the log"
            elif status.outdated:
                verdict, message = "warning", f"{message}, of another version: a worker rebuilds it"
            elif status.set_aside:
                verdict, message = "warning", f"{message}, {counted(status.set_aside, 'entry')} quarantined"
            elif behind > LAG_WORTH_A_WARNING:
                verdict, message = "warning", f"{message}: is a worker running?"
            yield CheckResult(verdict, f"projection {status.projection}", message)
        if nobody_follows(store, engine):
            message = "no worker follows the log, so the projections do not advance; `tablelog up` starts one"
            yield CheckResult("warning", "worker", message)
    finally:
        engine.dispose()
        store.close()


def _hosts(settings: Settings, engine: sa.Engine) -> Iterator[CheckResult]:
    """Whether keys and clock are those of the other hosts that use these tables."""
    if settings.secret_key:  # else the home is read-only, and nothing can be started here
        found = compare_keys(settings, engine)
        for fault in found.faults:
            yield CheckResult("failed", "keys", fault)
        if found.warning is not None:
            yield CheckResult("warning", "keys", found.warning)
        elif not found.faults:
            yield CheckResult("ok", "keys", "no web process here has other keys")
    clock = clock_fault(engine)
    if clock is not None:
        yield CheckResult("warning", "clock", clock)
    elif is_shared(engine):
        yield CheckResult("ok", "clock", "it agrees with the clock of the database")


def _webhooks(settings: Settings, engine: sa.Engine) -> CheckResult:
    with reading(engine).connect() as connection:
        every, disabled, failing = counts_of_webhooks(connection)
    message = f"{counted(every, 'webhook')}, {disabled} disabled, {failing} waiting to be sent again"
    verdict: Verdict = "warning" if settings.webhooks == "anywhere" else "ok"
    return CheckResult(verdict, "webhooks", f"{WEBHOOKS_GO[settings.webhooks]}; {message}")


def figures_of(settings: Settings) -> tuple[int, int]:
    """How many entries the log has, and how many sessions expired from it."""
    engine = log_engine(settings.log_url)
    try:
        with reading(engine).connect() as connection:
            tables = (entries_of(engine), EXPIRED)
            entries, gone = (
                connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in tables
            )
            return entries or 0, gone or 0
    finally:
        engine.dispose()


def _web(url: str, home: Path) -> Iterator[CheckResult]:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=2, context=https_to_own(home)) as answer:
            yield CheckResult("ok", "web", f"{url} answers {answer.status}")
    except urllib.error.HTTPError as error:
        yield CheckResult("failed", "web", f"{url}/readyz answers {error.code}")
    except OSError:
        yield CheckResult("warning", "web", f"no answer from {url}; `tablelog up` starts it")
