"""The files of `deploy/` name nothing that is not there: commands, settings, files, metrics."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.documents import ROOT
from tests.support.guides.commands import must_exist
from tests.support.guides.environment import OURS, PRODUCT, read_by, sources

FOLDER = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BY_TABLELOG = {name: service for name, service in SERVICES.items() if service["image"] == "tablelog"}
UNITS = sorted((FOLDER / "systemd").glob("*.service"))
COPIED = re.compile(r"^COPY ([^-].*) \S+$", re.MULTILINE)
METRIC = re.compile(r"\btablelog_[a-z_]+\b")
LITERAL = re.compile(r'"(tablelog_[a-z_]+)"')
SUFFIX = re.compile(r"_(?:total|bucket|sum|count)$")


def words_of(command: list[str]) -> None:
    """Fails for a command that is not there."""
    program, *arguments = command
    match program:
        case "tablelog":
            must_exist(arguments)
        case "python":
            assert arguments[0] == "-m"
            assert find_spec(arguments[1]) is not None
        case _:
            pytest.fail(f"{program} is not a program of the image")


@pytest.mark.parametrize("service", BY_TABLELOG)
def test_a_service_runs_a_command_that_is_there(service: str) -> None:
    words_of(SERVICES[service]["command"])


def test_compose_runs_each_process_of_the_procfile() -> None:
    lines = (ROOT / "Procfile").read_text("utf-8").splitlines()
    ways = {line.partition(": ")[2].replace("python -m service.cli", "tablelog") for line in lines}
    assert {shlex.join(service["command"]) for service in BY_TABLELOG.values()} == ways - {"tablelog redis"}


def test_every_process_has_the_same_secrets_and_addresses() -> None:
    """What must be equal on all hosts."""
    common = [
        {name: value for name, value in service["environment"].items() if name != "TABLELOG_LOG_LEVEL"}
        for service in BY_TABLELOG.values()
    ]
    assert all(one == common[0] for one in common)
    assert all(service["secrets"] == BY_TABLELOG["web-1"]["secrets"] for service in BY_TABLELOG.values())


def variables() -> Iterator[str]:
    """The settings that the files name."""
    for path in FOLDER.rglob("*"):
        if path.is_file():
            yield from OURS.findall(path.read_text("utf-8"))


def test_the_files_name_settings_that_are_read() -> None:
    read = read_by(PRODUCT)
    assert {name for name in variables() if name not in read} == set()


def test_what_compose_names_is_there() -> None:
    for name, service in SERVICES.items():
        assert {*service.get("secrets", ())} <= COMPOSE["secrets"].keys(), name
        assert {*service.get("depends_on", ())} <= SERVICES.keys(), name
        text = str(service.get("entrypoint")) + str(service.get("environment"))
        assert {*re.findall(r"/run/secrets/([a-z-]+)", text)} <= {*service.get("secrets", ())}, name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (FOLDER / source).exists() if source.startswith("./") else source in COMPOSE["volumes"], (
                name
            )


def test_the_image_copies_files_that_are_there() -> None:
    text = (FOLDER / "Containerfile").read_text("utf-8")
    copied = [word for words in COPIED.findall(text) for word in words.split()]
    assert {"requirements.lock", "Procfile", "domain", "replays", "service", "workers"} <= {*copied}
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_no_image_names_a_registry() -> None:
    images = [service["image"] for service in SERVICES.values()]
    images += re.findall(r"^FROM (\S+)", (FOLDER / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert [image for image in images if "." in image.partition("/")[0] and "/" in image] == []


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_runs_a_command_that_is_there(unit: Path) -> None:
    found = re.search(r"^ExecStart=/opt/tablelog/bin/(.*)$", unit.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    words_of(found[1].split())


def test_every_unit_is_confined_in_the_same_way() -> None:
    confined = {unit.read_text("utf-8").partition("NoNewPrivileges")[2] for unit in UNITS}
    assert len(UNITS) == 4
    assert len(confined) == 1


def test_haproxy_names_every_web_host_twice_and_checks_it_under_an_accepted_host() -> None:
    text = (FOLDER / "haproxy.cfg").read_text("utf-8")
    webs = [name for name in SERVICES if name.startswith("web-")]
    assert re.findall(r"^    server (\S+) \1:8720$", text, re.MULTILINE) == webs * 2
    assert text.count("hdr Host localhost") == 2


# Metrics.

LITERALS = {name for source in sources(PRODUCT) for name in LITERAL.findall(source)}
"""Names that the code writes out, those of metrics among them."""


def metrics_in(path: Path) -> set[str]:
    """Our metrics that a file names, without the endings that Prometheus adds."""
    return {SUFFIX.sub("", name) for name in METRIC.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("name", ["prometheus/alerts.yml", "grafana/tablelog.json"])
def test_rules_and_dashboard_ask_for_metrics_that_are_there(name: str) -> None:
    found = metrics_in(FOLDER / name)
    assert found
    assert found - {SUFFIX.sub("", one) for one in LITERALS} == set()


def test_an_alert_says_what_is_wrong_and_what_to_do() -> None:
    rules = yaml.safe_load((FOLDER / "prometheus" / "alerts.yml").read_text("utf-8"))
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    assert alerts
    for alert in alerts:
        assert alert["labels"]["severity"] in ("page", "ticket")
        assert {"summary", "description"} <= alert["annotations"].keys()


def test_prometheus_asks_every_process_and_reads_the_alerts() -> None:
    config = yaml.safe_load((FOLDER / "prometheus" / "prometheus.yml").read_text("utf-8"))
    assert config["rule_files"] == ["alerts.yml"]
    assert {"web", "worker", "bots", "jobs"} == {job["job_name"] for job in config["scrape_configs"]}


def test_the_dashboard_uses_one_data_source_that_can_be_chosen() -> None:
    board = json.loads((FOLDER / "grafana" / "tablelog.json").read_text("utf-8"))
    assert [one["name"] for one in board["templating"]["list"] if one["type"] == "datasource"] == ["source"]
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    for panel in panels:
        assert panel["datasource"]["uid"] == "${source}", panel["title"]
        assert panel["targets"], panel["title"]
