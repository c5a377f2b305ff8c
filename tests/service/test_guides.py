"""The guides as pages: every idea has one, with an example that a test runs, and no link leads nowhere."""

from __future__ import annotations

import re
import tomllib

import pytest
from flask.testing import FlaskClient

from service.pages.guides import API, CLIENT, OF_STATISTICS, WHOLE, guides
from tests.support.documents import FENCE_OF_ANY_KIND, ROOT

LINK = re.compile(r'href="([^"]+)"')
IDEAS = [slug for slug in guides() if slug not in (*WHOLE, *OF_STATISTICS)]


def test_there_is_a_page_for_every_idea_of_the_api() -> None:
    assert {"recording", "offers", "tokens-and-roles", "problems", "curves-and-statistics"} <= set(IDEAS)


@pytest.mark.parametrize("slug", guides())
def test_a_guide_is_a_page_of_its_own(client: FlaskClient, slug: str) -> None:
    text = client.get(f"/docs/{slug}").text
    assert f"<h1>{guides()[slug].title}</h1>" in text
    assert "```" not in text
    assert "&lt;!--" not in text


def test_no_link_of_a_guide_leads_nowhere(client: FlaskClient) -> None:
    """Pages share most of their links: each is followed once."""
    pages = {slug: client.get(f"/docs/{slug}" if slug else "/docs").text for slug in [*guides(), ""]}
    followed: dict[str, int] = {}
    for slug, page in pages.items():
        own = {link for link in LINK.findall(page) if link.startswith("/")}
        assert f"/docs/{slug}" in own or own
        for link in own:
            if link not in followed:
                followed[link] = client.get(link).status_code
            assert followed[link] == 200, (slug, link)
        anchors = {link[1:] for link in LINK.findall(page) if link.startswith("#")}
        assert anchors <= set(re.findall(r'id="([^"]+)"', page)), slug


@pytest.mark.parametrize("slug", IDEAS)
def test_every_idea_has_an_example(slug: str) -> None:
    """Each fence is held by a test (`tests/test_documents.py`)."""
    assert FENCE_OF_ANY_KIND.search(guides()[slug].text)


def test_the_package_has_every_document_that_is_shown() -> None:
    """An installed service has no checkout to read them from."""
    held = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = held["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for name in ("statistics", *(f"{one}.md" for one in (API, *WHOLE))):
        assert included.get(f"docs/{name}") == f"service/guides/{name}"
    assert {path.stem for path in (ROOT / "docs" / "statistics").iterdir()} == {*OF_STATISTICS}


def test_what_is_no_guide_is_not_there(client: FlaskClient) -> None:
    assert client.get("/docs/operations").status_code == 404
    assert client.get("/docs/..%2Fapi").status_code == 404


def test_the_client_is_given_as_it_lies_in_the_checkout(client: FlaskClient) -> None:
    answer = client.get(f"/docs/{CLIENT}")
    assert answer.data == (ROOT / "docs" / "clients" / CLIENT).read_bytes()
    assert answer.headers["Content-Disposition"] == f"attachment; filename={CLIENT}"
