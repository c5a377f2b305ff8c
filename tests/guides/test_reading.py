"""A made-up guide is read as it is meant."""

from __future__ import annotations

import re

from tests.support.guides.reading import Guide, command_in, guides, named

REEF = Guide(
    "reef.md",
    """# The reef

Dive with `tablelog dive
--deep`. It goes by `REEF_DEPTH`.

## Deep

| what | means |
|---|---|
| `one`, `two` | both |
| `a|b` | a bar in a span |

```sh named
tablelog dive --deep \\
  --long | tee out.txt
```

### Deeper

`found`

## Shallow

```python run
REEF_BLOCK = "`no span`"
```
""",
)


def test_a_span_is_one_line_and_stands_in_no_block() -> None:
    assert REEF.spans() == ["tablelog dive --deep", "REEF_DEPTH", "one", "two", "a|b", "found"]


def test_a_section_ends_at_the_next_heading_that_is_no_deeper() -> None:
    assert REEF.section("Deep").spans() == ["one", "two", "a|b", "found"]
    assert REEF.section("Deeper").spans() == ["found"]
    assert REEF.section("Shallow").spans() == []


def test_rows_have_their_cells_and_no_head() -> None:
    assert list(REEF.rows()) == [["`one`, `two`", "both"], ["`a|b`", "a bar in a span"]]
    assert REEF.first_column() == ["one", "two", "a|b"]


def test_lines_for_a_shell_are_continued() -> None:
    assert REEF.shell() == ["tablelog dive --deep    --long | tee out.txt"]


def test_a_command_ends_where_its_output_goes_or_a_remark_begins() -> None:
    assert command_in("tablelog audit --all > all.txt") == "tablelog audit --all"
    assert command_in("tablelog audit a.json   # the first") == "tablelog audit a.json"
    assert command_in("tablelog replay f.jsonl#part --at 3") == "tablelog replay f.jsonl#part --at 3"
    assert command_in("tablelog up; echo") == "tablelog up"


def test_names_are_found_in_blocks_too() -> None:
    assert named(re.compile(r"REEF_\w+"), [REEF]) == {"REEF_DEPTH": "reef.md", "REEF_BLOCK": "reef.md"}


def test_what_is_hidden_is_read_by_nobody() -> None:
    assert all("<!--" not in guide.text for guide in guides())


def test_history_is_no_guide() -> None:
    names = {guide.name for guide in guides()}
    assert {"README.md", "docs/api.md", "docs/games/chaosmos.md", "benchmarks/README.md"} <= names
    assert not {"CHANGELOG.md", "benchmarks/results.md"} & names
