"""What the prose linter reads. The lists grow: a folder stays clean once it is listed."""

from __future__ import annotations

from pathlib import Path

from tests.support.documents import ROOT

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/games/*.md",
    "docs/statistics/*.md",
    "benchmarks/README.md",
    "domain/game_template/RULEBOOK.md",
    "domain/games/*/RULEBOOK.md",
)
"""Paths of documents, as patterns."""
TEXTS = (
    "domain",
    "replays",
    "service/api",
    "service/cli",
    "service/web/static",
    "service/backups",
    "service/bootstrap.py",
    "service/http",
    "service/jobs",
    "service/live_tables",
    "service/new_games.py",
    "service/pages",
    "service/problems.py",
    "service/processes",
    "service/queries",
    "service/reports",
    "service/schemas",
    "service/server",
    "service/sessions",
    "service/settings.py",
    "service/support",
    "service/web/templates",
    "workers",
)
"""Files and folders whose texts are read: strings of Python, scripts and templates of pages."""
SUFFIXES = (".py", ".js", ".html")
NOT_OURS = "vendor"
"""A folder of this name holds files of other projects."""


def documents() -> list[Path]:
    """Every document that must be clean."""
    return sorted({path for pattern in DOCUMENTS for path in ROOT.glob(pattern)})


def texts() -> list[Path]:
    """Every file of code whose texts must be clean."""
    return [path for name in TEXTS for path in files_below(ROOT / name)]


def files_below(path: Path) -> list[Path]:
    """The file itself, or the files below the folder that hold texts for people."""
    if path.is_file():
        return [path]
    found = (each for suffix in SUFFIXES for each in path.rglob(f"*{suffix}"))
    return sorted(each for each in found if NOT_OURS not in each.parts)
