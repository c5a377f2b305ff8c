"""The settings of a worker, and those that every process checks: the home folder and the addresses."""

from __future__ import annotations

import errno
import logging
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from replays.addresses import address_of
from workers.webhooks.receivers import REACHES, Reach

LOG = logging.getLogger("tablelog")
SANDBOX_DAYS = 90
MOST_SANDBOX_DAYS = 36_500
LOG_FORMATS = ("text", "json")
PLACES = ("worker", "bots", "jobs")
"""The processes that answer with metrics on a port of their own: each has the one after the one before."""
LAST_PORT = 65_535
FOR_ITS_OWNER = 0o700
OF_OTHERS = 0o077


class FaultySettings(Exception):
    """Some settings do not hold what they should; the message names each of them, a line a fault."""


@dataclass(frozen=True)
class WorkerSettings:
    """Addresses, when sandbox sessions expire, and where webhooks go.

    `redis_url` None: no Redis, the timer alone drives the projections. `sandbox_days`: without an entry;
    0 = never.
    """

    log_url: str
    tables_url: str
    redis_url: str | None
    sandbox_days: int = SANDBOX_DAYS
    webhooks: Reach = "public"


class Addresses(NamedTuple):
    """Where log, tables and Redis are. redis_url None: there is no Redis."""

    log_url: str
    tables_url: str
    redis_url: str | None


def read_settings() -> WorkerSettings:
    """From `TABLELOG_LOG_URL`, `TABLELOG_TABLES_URL`, `TABLELOG_REDIS_URL` or their files, `TABLELOG_HOME`,
    `TABLELOG_SANDBOX_DAYS` and `TABLELOG_WEBHOOKS`.

    Raises `FaultySettings`.
    """
    home = chosen_home()
    given = os.environ.get("TABLELOG_SANDBOX_DAYS") or str(SANDBOX_DAYS)
    is_number = re.fullmatch(r"[0-9]{1,5}", given) is not None and int(given) <= MOST_SANDBOX_DAYS
    chosen = os.environ.get("TABLELOG_WEBHOOKS") or "public"
    webhooks = next((reach for reach in REACHES if reach == chosen), None)
    faults = [*home_faults(home)]
    addresses = given_addresses(home, faults)
    settings = WorkerSettings(*addresses, int(given) if is_number else SANDBOX_DAYS, webhooks or "off")
    if (os.environ.get("TABLELOG_LOG_FORMAT") or "text") not in LOG_FORMATS:
        faults.append(f"TABLELOG_LOG_FORMAT: give one of {', '.join(LOG_FORMATS)}.")
    if not is_number:
        faults.append(f"TABLELOG_SANDBOX_DAYS: give it as a number of days, 0 to {MOST_SANDBOX_DAYS}.")
    if webhooks is None:
        faults.append(f"TABLELOG_WEBHOOKS: give one of {', '.join(REACHES)}.")
    faults += metrics_faults()
    faults += address_faults(addresses)
    if faults:
        raise FaultySettings("\n".join(faults))
    make_home(home)
    return settings


def value_or_file(name: str, value: str | None, path: str | None, faults: list[str]) -> str:
    """The value of a setting, else the text of the file at `path`. Empty if neither is given.

    The line end of a file is left out. A file that cannot be read is added to the faults.
    """
    if not path:
        return value or ""
    if value:
        faults.append(f"{name} and {name}_FILE: set one of them, not both.")
        return value
    try:
        text = Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        faults.append(f"{name}_FILE: {path} cannot be read ({reason}).")
        return ""
    if not text:
        faults.append(f"{name}_FILE: {path} is empty.")
    return text


def given_addresses(home: Path, faults: list[str]) -> Addresses:
    """The addresses in the environment, or in files that it names. Databases are in the home by default."""
    log_url = value_or_file(
        "TABLELOG_LOG_URL",
        os.environ.get("TABLELOG_LOG_URL"),
        os.environ.get("TABLELOG_LOG_URL_FILE"),
        faults,
    )
    tables_url = value_or_file(
        "TABLELOG_TABLES_URL",
        os.environ.get("TABLELOG_TABLES_URL"),
        os.environ.get("TABLELOG_TABLES_URL_FILE"),
        faults,
    )
    redis_url = value_or_file(
        "TABLELOG_REDIS_URL",
        os.environ.get("TABLELOG_REDIS_URL"),
        os.environ.get("TABLELOG_REDIS_URL_FILE"),
        faults,
    )
    return Addresses(
        log_url or f"sqlite:///{home / 'log.db'}",
        tables_url or f"sqlite:///{home / 'tables.db'}",
        redis_url or None,
    )


def given_opening_token(faults: list[str]) -> str:
    """The opening token that the operator has set; empty if none."""
    return value_or_file(
        "TABLELOG_OPENING_TOKEN",
        os.environ.get("TABLELOG_OPENING_TOKEN"),
        os.environ.get("TABLELOG_OPENING_TOKEN_FILE"),
        faults,
    )


def given_secret_key(faults: list[str]) -> str:
    """The signing key that the operator has set; empty if none."""
    return value_or_file(
        "TABLELOG_SECRET_KEY",
        os.environ.get("TABLELOG_SECRET_KEY"),
        os.environ.get("TABLELOG_SECRET_KEY_FILE"),
        faults,
    )


def chosen_home() -> Path:
    """The folder that `TABLELOG_HOME` names, else the default one."""
    return Path(os.environ.get("TABLELOG_HOME") or default_home()).expanduser().absolute()


def default_home() -> Path:
    """`var/` next to the Procfile of a checkout, else `~/.tablelog`."""
    root = Path(__file__).parent.parent
    return root / "var" if (root / "Procfile").exists() else Path.home() / ".tablelog"


def home_faults(home: Path) -> Iterator[str]:
    """Why the home could not be made or written to."""
    there = next(folder for folder in (home, *home.parents) if os.path.lexists(folder))
    if not there.is_dir():
        reason = os.strerror(errno.EEXIST if there == home else errno.ENOTDIR)
        yield f"TABLELOG_HOME: {home} cannot be made ({reason}): {there} is not a folder."
    elif not os.access(there, os.W_OK | os.X_OK):
        what = "cannot be written to" if there == home else f"cannot be made: {there} cannot be written to"
        yield f"TABLELOG_HOME: {home} {what}."


def make_home(home: Path) -> None:
    """Make the home folder, readable by its owner alone regardless of the umask. Raises `FaultySettings`.

    An existing folder that others can read is only logged, except the default home, whose mode is changed.
    """
    try:
        home.mkdir(parents=True)
    except FileExistsError:
        if not home.stat().st_mode & OF_OTHERS:
            return
        if home != default_home():
            LOG.warning("%s can be looked into by others: `chmod 700` it if it is Tablelog's alone.", home)
            return
        LOG.warning("%s could be looked into by others; its mode is 0700 now.", home)
    except OSError as error:
        raise FaultySettings(f"TABLELOG_HOME: {home} cannot be made: {error.strerror}.") from error
    try:
        home.chmod(FOR_ITS_OWNER)
    except OSError as error:
        LOG.warning("The mode of %s cannot be changed: %s.", home, error.strerror)


def metrics_faults() -> Iterator[str]:
    """Yield what is wrong with the port for metrics."""
    port, most = os.environ.get("TABLELOG_METRICS_PORT") or "1", LAST_PORT - len(PLACES) + 1
    if re.fullmatch("[0-9]{1,5}", port) is None or not 1 <= int(port) <= most:
        yield f"TABLELOG_METRICS_PORT: give it as a number from 1 to {most}."


def address_faults(addresses: Addresses) -> Iterator[str]:
    """Yield what is wrong with the addresses of log, tables and Redis."""
    databases = (("TABLELOG_LOG_URL", addresses.log_url), ("TABLELOG_TABLES_URL", addresses.tables_url))
    for name, url in databases:
        try:
            address_of(url)
        except ValueError as error:
            yield f"{name}: {error}."
    if addresses.redis_url is not None:
        from redis.connection import parse_url  # a tenth of what a short command costs

        try:
            parse_url(addresses.redis_url)  # type: ignore[no-untyped-call]
        except ValueError:
            yield "TABLELOG_REDIS_URL: give it as redis://host:port or unix:///path/of/the/socket."
