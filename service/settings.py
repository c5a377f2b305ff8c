"""Settings, from the environment. Every fault is reported at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from environs import Env, EnvValidationError
from marshmallow.validate import OneOf, Range

from replays.addresses import address_of, tables_address
from service.sessions.opening_token import (
    ANYBODY,
    OPENING_TOKEN_FILE,
    WHO_OPENS,
    FaultyOpeningToken,
    WhoOpens,
    checked_opening_token,
    kept_opening_token,
    needs_token,
    ways_from_elsewhere,
)
from service.sessions.tokens import SECRET_FILE, FaultyKey, Keys, checked, kept_keys
from service.support import network
from service.support.network import Network, UnusableHost, UnusableOrigin, UnusableProxy
from workers.settings import (
    LOG_FORMATS,
    MOST_SANDBOX_DAYS,
    SANDBOX_DAYS,
    FaultySettings,
    address_faults,
    chosen_home,
    given_addresses,
    given_opening_token,
    given_secret_key,
    home_faults,
    make_home,
    metrics_faults,
    value_or_file,
)
from workers.webhooks.receivers import REACHES, Reach

__all__ = ["FaultySettings", "Settings", "read_settings"]

Name = TypeVar("Name")

KIB = 1024
OWN_MEMORY = "memory://"
"""Where one web process counts requests, which shares them with nobody."""
LIMITS_SCHEMES = {
    "redis": "redis",
    "rediss": "rediss",
    "unix": "unix",
    "redis+unix": "unix",
    "valkey": "redis",
    "valkeys": "rediss",
    "valkey+unix": "unix",
}
"""Schemes of `TABLELOG_LIMITS_URL`, and what the client of Redis calls each of them."""
LIMITS_ADVICE = "give it as memory://, redis://host:port or unix:///path/of/the/socket."
LogRelease = Literal["commit", "early"]
STREAMS_WITH_THREADS = 384
"""Under gunicorn each stream holds one of 512 threads: some must be left for everything else."""
KEY_ADVICE = (
    " Set a longer key (`openssl rand -hex 32` creates one) and move the short one to "
    "TABLELOG_OLD_SECRET_KEYS: tokens signed with it stay valid until you remove it there."
)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of an operator.

    home: the folder of the embedded stores and the secret key. body_bytes, import_bytes: the largest
    request bodies. import_session_bytes: the longest session of an import, unpacked; one is read at a time
    and takes about five times its length of memory, fifteen if it is made for that. body_depth: how deeply
    JSON may be nested. actions_in_list: the most actions in one
    request. reads_per_minute, writes_per_minute: of one token for its session, or of one address;
    openings_per_minute, openings_per_day: sessions, forks, imports, component sets and live tables from one
    address; bytes_per_minute: of all bodies from one address; stored_bytes_per_day: of what openings, forks,
    imports and component sets of one address, or of one token, store. entries_of_a_session: from so many on,
    it takes neither actions nor notes; notes_of_a_session: the most notes; component_set_bytes: of all that
    are kept together; picture_bytes: of all pictures; webhooks_of_a_session: the most; 0 = unlimited.
    webhooks: where they may go. log_release: on PostgreSQL, whether the next append can begin once an append
    is durable (`commit`), or before (`early`).
    trusted_proxies: who is believed whom a request comes from.
    limits_url: where they are counted; several web processes share a Redis.
    sessions_in_memory: how many sessions the recorder keeps folded. streams: the most open live
    streams; streams_of_an_address: of one address. heartbeat_seconds: silence on a stream after which
    a comment is sent. operator_token: its holder is answered over every session; empty = nobody.
    host: where the web listens. certificate, certificate_key: PEM files; with them the web serves HTTPS, and
    nothing else; None = HTTP. who_opens: the operator's choice. opening_token: its holder may open
    sessions; empty = everybody may. opening_token_file: where it is kept; None = there is none, or the
    operator set it. live_tables: how many tables bots
    play at once for spectators; 0 = none. live_table_pace_seconds: between two actions of bots.
    live_table_linger_seconds: how long a table continues after its last spectator. web_processes: how many
    processes serve the web; server: by what they do. drain_seconds: how long one still answers after a signal
    to stop, without being ready. sandbox_days: without an entry, after which a sandbox
    session expires; 0 = never.
    secret_key signs tokens; those that old_secret_keys signed are good too, and what another process put into
    the secret_file meanwhile. hosts: the names that requests may come under; empty = any.
    origins: whose pages browsers let ask; `*` = any, empty = none but the service's own.
    """

    home: Path
    log_url: str
    tables_url: str
    redis_url: str | None
    secret_key: str
    host: str = "127.0.0.1"
    port: int = 8720
    body_bytes: int = 1024 * KIB
    import_bytes: int = 64 * 1024 * KIB
    import_session_bytes: int = 16 * 1024 * KIB
    body_depth: int = 32
    actions_in_list: int = 200
    reads_per_minute: int = 0
    writes_per_minute: int = 0
    openings_per_minute: int = 0
    openings_per_day: int = 0
    stored_bytes_per_day: int = 0
    bytes_per_minute: int = 0
    entries_of_a_session: int = 0
    notes_of_a_session: int = 0
    component_set_bytes: int = 0
    picture_bytes: int = 0
    log_release: LogRelease = "commit"
    webhooks: Reach = "public"
    webhooks_of_a_session: int = 8
    trusted_proxies: tuple[Network, ...] = ()
    sessions_in_memory: int = 512
    streams: int = 2_000
    streams_of_an_address: int = 2_000
    web_processes: int = 1
    server: str = "granian"
    certificate: Path | None = None
    certificate_key: Path | None = None
    heartbeat_seconds: float = 5
    drain_seconds: float = 0
    log_level: str = "INFO"
    limits_url: str = OWN_MEMORY
    operator_token: str = ""
    who_opens: WhoOpens = ""
    opening_token: str = ""
    opening_token_file: Path | None = None
    live_tables: int = 3
    live_table_pace_seconds: float = 3
    live_table_linger_seconds: int = 600
    sandbox_days: int = SANDBOX_DAYS
    old_secret_keys: tuple[str, ...] = ()
    secret_file: Path | None = None
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    @property
    def ways_from_elsewhere(self) -> tuple[str, ...]:
        """How other machines reach the service, each a part of a sentence; none: they do not."""
        return ways_from_elsewhere(self.host, self.hosts, by_proxy=bool(self.trusted_proxies))

    @property
    def scheme(self) -> str:
        """`https` where the web has a certificate."""
        return "http" if self.certificate is None else "https"

    @property
    def shared_limits_url(self) -> str | None:
        """Where web processes settle their counts of requests, as the client of Redis reads it; else None.

        Raises `ValueError` for a scheme that is not one of Redis.
        """
        if self.limits_url == OWN_MEMORY:
            return None
        return _limits_redis_url(self.limits_url)

    @property
    def certificate_and_key(self) -> tuple[Path, Path] | None:
        """Both, where the web has them."""
        if self.certificate is None or self.certificate_key is None:
            return None
        return self.certificate, self.certificate_key


def read_settings(*, make: bool = True, host: str | None = None, only_read: bool = False) -> Settings:
    """The settings in the environment. Raises `FaultySettings`.

    make: whether home, key and an opening token that is needed are made where they are missing; without it,
    what is not in the environment is left empty. host: where to listen, instead of what it says there.
    only_read: an existing home that cannot be written to is not a fault.
    """
    env = Env(eager=False, prefix="TABLELOG_")
    home = chosen_home()
    positive = Range(min=1)
    faults: list[str] = []
    addresses = given_addresses(home, faults)
    chosen: dict[str, Any] = {
        "home": home,
        **addresses._asdict(),
        "host": host or env.str("HOST", "") or Settings.host,
        "port": env.int("PORT", Settings.port, validate=Range(min=1, max=network.LAST_PORT)),
        "body_bytes": env.int("BODY_BYTES", Settings.body_bytes, validate=positive),
        "import_bytes": env.int("IMPORT_BYTES", Settings.import_bytes, validate=positive),
        "import_session_bytes": env.int(
            "IMPORT_SESSION_BYTES", Settings.import_session_bytes, validate=positive
        ),
        "body_depth": env.int("BODY_DEPTH", Settings.body_depth, validate=Range(min=8, max=256)),
        "actions_in_list": env.int("ACTIONS_IN_LIST", Settings.actions_in_list, validate=positive),
        "reads_per_minute": env.int("READS_PER_MINUTE", 6_000, validate=Range(min=0)),
        "writes_per_minute": env.int("WRITES_PER_MINUTE", 6_000, validate=Range(min=0)),
        "openings_per_minute": env.int("OPENINGS_PER_MINUTE", 120, validate=Range(min=0)),
        "openings_per_day": env.int("OPENINGS_PER_DAY", 2_000, validate=Range(min=0)),
        "stored_bytes_per_day": env.int("STORED_BYTES_PER_DAY", 256 * 1024 * KIB, validate=Range(min=0)),
        "entries_of_a_session": env.int("ENTRIES_OF_A_SESSION", 20_000, validate=Range(min=0)),
        "notes_of_a_session": env.int("NOTES_OF_A_SESSION", 1_000, validate=Range(min=0)),
        "webhooks_of_a_session": env.int(
            "WEBHOOKS_OF_A_SESSION", Settings.webhooks_of_a_session, validate=Range(min=0)
        ),
        "component_set_bytes": env.int("COMPONENT_SET_BYTES", 256 * 1024 * KIB, validate=Range(min=0)),
        "picture_bytes": env.int("PICTURE_BYTES", 512 * 1024 * KIB, validate=Range(min=0)),
        "bytes_per_minute": env.int("BYTES_PER_MINUTE", 256 * 1024 * KIB, validate=Range(min=0)),
        "sessions_in_memory": env.int("SESSIONS_IN_MEMORY", Settings.sessions_in_memory, validate=positive),
        "streams": env.int("STREAMS", Settings.streams, validate=positive),
        "streams_of_an_address": env.int("STREAMS_OF_AN_ADDRESS", 256, validate=positive),
        "web_processes": env.int("WEB_PROCESSES", Settings.web_processes, validate=Range(min=1, max=64)),
        "live_tables": env.int("LIVE_TABLES", Settings.live_tables, validate=Range(min=0, max=50)),
        "live_table_pace_seconds": env.float(
            "LIVE_TABLE_PACE_SECONDS", Settings.live_table_pace_seconds, validate=Range(min=0.05, max=60)
        ),
        "live_table_linger_seconds": env.int(
            "LIVE_TABLE_LINGER_SECONDS", Settings.live_table_linger_seconds, validate=Range(min=1, max=86_400)
        ),
        "sandbox_days": env.int(
            "SANDBOX_DAYS", Settings.sandbox_days, validate=Range(min=0, max=MOST_SANDBOX_DAYS)
        ),
        "heartbeat_seconds": env.float(
            "HEARTBEAT_SECONDS", Settings.heartbeat_seconds, validate=Range(min=0.05, max=60)
        ),
    }
    chosen["drain_seconds"] = env.float(
        "DRAIN_SECONDS", Settings.drain_seconds, validate=Range(min=0, max=600)
    )
    chosen["webhooks"] = env.str("WEBHOOKS", Settings.webhooks, validate=OneOf(REACHES))
    chosen["server"] = env.str("SERVER", Settings.server, validate=OneOf(("granian", "gunicorn")))
    if chosen["server"] == "gunicorn":
        chosen["streams"] = min(chosen["streams"], STREAMS_WITH_THREADS)
    release = env.str("LOG_RELEASE", Settings.log_release, validate=OneOf(get_args(LogRelease)))
    chosen["log_release"] = release
    chosen["certificate"] = _path(env.str("CERTIFICATE", ""))
    chosen["certificate_key"] = _path(env.str("CERTIFICATE_KEY", ""))
    chosen["log_level"] = env.str(
        "LOG_LEVEL", Settings.log_level, validate=OneOf(("DEBUG", "INFO", "WARNING", "ERROR"))
    )
    env.str("LOG_FORMAT", "", validate=OneOf(("", *LOG_FORMATS)))
    limits_url = value_or_file(
        "TABLELOG_LIMITS_URL", env.str("LIMITS_URL", ""), env.str("LIMITS_URL_FILE", ""), faults
    )
    chosen["limits_url"] = limits_url or Settings.limits_url
    chosen["operator_token"] = value_or_file(
        "TABLELOG_OPERATOR_TOKEN", env.str("OPERATOR_TOKEN", ""), env.str("OPERATOR_TOKEN_FILE", ""), faults
    )
    chosen["who_opens"] = env.str("OPENING", Settings.who_opens, validate=OneOf(WHO_OPENS))
    chosen["opening_token"] = given_opening_token(faults)
    signing = given_secret_key(faults)
    old = value_or_file(
        "TABLELOG_OLD_SECRET_KEYS",
        env.str("OLD_SECRET_KEYS", ""),
        env.str("OLD_SECRET_KEYS_FILE", ""),
        faults,
    )
    chosen["hosts"] = _names("TABLELOG_HOSTS", env.str("HOSTS", ""), network.listed_hosts, faults)
    chosen["origins"] = _names("TABLELOG_ORIGINS", env.str("ORIGINS", ""), network.listed_origins, faults)
    proxies = env.str("TRUSTED_PROXIES", "")
    chosen["trusted_proxies"] = _names("TABLELOG_TRUSTED_PROXIES", proxies, network.listed_addresses, faults)
    try:
        env.seal()
    except EnvValidationError as error:
        by_name: Any = error.error_messages
        faults += [f"{name}: {' '.join(found)}" for name, found in by_name.items()]
    faults += _opening_token_faults(chosen["opening_token"], chosen["who_opens"])
    faults += address_faults(addresses)
    if release == "early":
        faults += _early_faults(chosen["log_url"], chosen["tables_url"])
    faults += _limits_faults(chosen["limits_url"])
    faults += metrics_faults()
    if chosen["drain_seconds"] and chosen["server"] == "gunicorn":
        faults.append("TABLELOG_DRAIN_SECONDS: gunicorn does not drain. Leave it out, or use granian.")
    faults += _certificate_faults(chosen["certificate"], chosen["certificate_key"])
    if not only_read:
        faults += home_faults(home)
    if make and not faults:
        make_home(home)
    keys = _keys(home, signing, old, faults) if make or signing else Keys("")
    if faults:
        raise FaultySettings("\n".join(faults))
    secret_file = None if signing else home / SECRET_FILE
    read = Settings(**chosen, secret_key=keys.signing, old_secret_keys=keys.old, secret_file=secret_file)
    needed = needs_token(read.who_opens, read.ways_from_elsewhere)
    is_kept = only_read and (home / OPENING_TOKEN_FILE).exists()
    return with_opening_token(read) if needed and (make or is_kept) else read


def with_opening_token(settings: Settings) -> Settings:
    """The same with an opening token, the home's where the operator has set none. Raises `FaultySettings`."""
    if settings.opening_token or settings.who_opens == ANYBODY:
        return settings
    path = settings.home / OPENING_TOKEN_FILE
    try:
        return replace(settings, opening_token=kept_opening_token(settings.home), opening_token_file=path)
    except FaultyOpeningToken as error:
        raise FaultySettings(f"{error}.") from None
    except OSError as error:
        raise FaultySettings(f"{path} cannot be read or written: {error}.") from None


def _path(given: str) -> Path | None:
    return Path(given) if given else None


def _keys(home: Path, signing: str, old: str, faults: list[str]) -> Keys:
    """The keys of the environment, else those of the home. None are made while anything is faulty."""
    try:
        if signing:
            given = Keys(signing, tuple(key.strip() for key in old.split(",") if key.strip()))
            return checked(given, "TABLELOG_SECRET_KEY")
        if not faults or (home / SECRET_FILE).exists():
            return kept_keys(home)
    except FaultyKey as error:
        advice = KEY_ADVICE if signing else ""
        faults.append(f"{error}{advice}")
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"{home / SECRET_FILE} cannot be read or written: {error}.")
    return Keys("")


def _names(variable: str, text: str, listed: Callable[[str], Name], faults: list[str]) -> tuple[Name, ...]:
    """The names in a list with commas, each as it is compared."""
    names: list[Name] = []
    for name in filter(None, (name.strip() for name in text.split(","))):
        try:
            names.append(listed(name))
        except (UnusableHost, UnusableOrigin, UnusableProxy) as error:
            faults.append(f"{variable}: {error}.")
    return tuple(names)


def _opening_token_faults(token: str, who_opens: str) -> Iterator[str]:
    if token and who_opens == ANYBODY:
        yield "TABLELOG_OPENING: anybody needs no token. Leave it out, or take TABLELOG_OPENING_TOKEN away."
    if token:
        try:
            checked_opening_token(token, "TABLELOG_OPENING_TOKEN")
        except FaultyOpeningToken as error:
            yield f"{error}."


def _early_faults(log_url: str, tables_url: str) -> Iterator[str]:
    """Why the log cannot release early.

    Tables may follow entries that are not durable yet. In one server they are safe: its log is written in
    order, so no crash takes an entry and leaves the rows that came of it.
    """
    try:
        log, tables = address_of(log_url), tables_address(tables_url)
    except ValueError:  # another fault
        return
    if log.path:
        yield "TABLELOG_LOG_RELEASE: early needs a log on PostgreSQL. Set TABLELOG_LOG_URL, or use commit."
    elif tables.path or log.where != tables.where:
        yield (
            "TABLELOG_LOG_RELEASE: early needs log and tables on the same server. Give TABLELOG_LOG_URL and "
            "TABLELOG_TABLES_URL the same hosts and ports, or use commit."
        )


def _limits_faults(url: str) -> Iterator[str]:
    if url == OWN_MEMORY:
        return
    from redis.connection import parse_url  # a tenth of what a short command costs

    try:
        parse_url(_limits_redis_url(url))  # type: ignore[no-untyped-call]
    except ValueError:
        yield f"TABLELOG_LIMITS_URL: {LIMITS_ADVICE}"


def _limits_redis_url(url: str) -> str:
    """The URL as the client of Redis reads it. Raises `ValueError` for another scheme."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in LIMITS_SCHEMES:
        raise ValueError(f"TABLELOG_LIMITS_URL: {LIMITS_ADVICE}")
    return f"{LIMITS_SCHEMES[scheme]}://{rest}"


def _certificate_faults(certificate: Path | None, key: Path | None) -> Iterator[str]:
    if (certificate is None) != (key is None):
        yield "TABLELOG_CERTIFICATE and TABLELOG_CERTIFICATE_KEY: set both, or neither."
    for variable, path in (("CERTIFICATE", certificate), ("CERTIFICATE_KEY", key)):
        if path is not None and not os.access(path, os.R_OK):
            yield f"TABLELOG_{variable}: {path} cannot be read."
