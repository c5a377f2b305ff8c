"""Settings, from the environment. Every fault is reported at once."""

from __future__ import annotations

import os
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path

from environs import Env, EnvValidationError
from marshmallow.validate import OneOf, Range

KIB = 1024
SECRET_FILE = "secret.key"
SECRET_BYTES = 32


class FaultySettings(Exception):
    """Some variables do not hold what they should; the message names each of them."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an operator may choose.

    home: the folder of the embedded stores and the secret key. body_bytes, import_bytes: the largest
    request bodies. body_depth: how deeply JSON may be nested. actions_in_list: the most actions in one
    request. reads_per_minute, writes_per_minute: of one token, or of one address without a token;
    0 = unlimited. limits_url: where they are counted; several web processes share a `redis://` one.
    sessions_in_memory: how many sessions the recorder keeps folded. streams: the most open live
    streams. heartbeat_seconds: silence on a stream after which a comment is sent. operator_token: its
    holder is answered over every session; empty = nobody. web_processes: how many processes serve the web.
    """

    home: Path
    log_url: str
    tables_url: str
    redis_url: str | None
    secret_key: str
    port: int = 8720
    body_bytes: int = 1024 * KIB
    import_bytes: int = 64 * 1024 * KIB
    body_depth: int = 32
    actions_in_list: int = 200
    reads_per_minute: int = 0
    writes_per_minute: int = 0
    sessions_in_memory: int = 512
    streams: int = 384
    web_processes: int = 1
    heartbeat_seconds: float = 5
    log_level: str = "INFO"
    limits_url: str = "memory://"
    operator_token: str = ""


def read_settings() -> Settings:
    """The settings in the environment. Raises `FaultySettings`."""
    env = Env(eager=False, prefix="TABLELOG_")
    home = Path(env.str("HOME", str(default_home())) or default_home()).expanduser().absolute()
    positive = Range(min=1)
    chosen = {
        "home": home,
        "log_url": env.str("LOG_URL", f"sqlite:///{home / 'log.db'}"),
        "tables_url": env.str("TABLES_URL", f"sqlite:///{home / 'tables.db'}"),
        "redis_url": env.str("REDIS_URL", "") or None,
        "port": env.int("PORT", Settings.port, validate=Range(min=1, max=65_535)),
        "body_bytes": env.int("BODY_BYTES", Settings.body_bytes, validate=positive),
        "import_bytes": env.int("IMPORT_BYTES", Settings.import_bytes, validate=positive),
        "body_depth": env.int("BODY_DEPTH", Settings.body_depth, validate=Range(min=8, max=256)),
        "actions_in_list": env.int("ACTIONS_IN_LIST", Settings.actions_in_list, validate=positive),
        "reads_per_minute": env.int("READS_PER_MINUTE", 6_000, validate=Range(min=0)),
        "writes_per_minute": env.int("WRITES_PER_MINUTE", 6_000, validate=Range(min=0)),
        "sessions_in_memory": env.int("SESSIONS_IN_MEMORY", Settings.sessions_in_memory, validate=positive),
        "streams": env.int("STREAMS", Settings.streams, validate=positive),
        "web_processes": env.int("WEB_PROCESSES", Settings.web_processes, validate=Range(min=1, max=64)),
        "heartbeat_seconds": env.float(
            "HEARTBEAT_SECONDS", Settings.heartbeat_seconds, validate=Range(min=0.05, max=60)
        ),
    }
    chosen["log_level"] = env.str(
        "LOG_LEVEL", Settings.log_level, validate=OneOf(("DEBUG", "INFO", "WARNING", "ERROR"))
    )
    chosen["limits_url"] = env.str("LIMITS_URL", Settings.limits_url)
    chosen["operator_token"] = env.str("OPERATOR_TOKEN", "")
    secret_key = env.str("SECRET_KEY", "")
    try:
        env.seal()
    except EnvValidationError as error:
        raise FaultySettings(str(error)) from error
    home.mkdir(parents=True, exist_ok=True)
    return Settings(**chosen, secret_key=secret_key or kept_secret(home))  # type: ignore[arg-type]


def default_home() -> Path:
    """`var/` beside the Procfile of a checkout, else `~/.tablelog`."""
    root = Path(__file__).parent.parent
    return root / "var" if (root / "Procfile").exists() else Path.home() / ".tablelog"


def kept_secret(home: Path) -> str:
    """The key that signs tokens: made on the first start, then kept for its owner's eyes alone."""
    path = home / SECRET_FILE
    if not path.exists():
        _keep_secret(path, secrets.token_hex(SECRET_BYTES))
    return path.read_text().strip()


def _keep_secret(path: Path, secret: str) -> None:
    """Put the secret in its place whole, or leave the one that another process put there meanwhile."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secret)
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
