"""What the tests stand on is typed as strictly as what is shipped, and no warning is passed over."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OVERRIDES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
STRICT = next(each["module"] for each in OVERRIDES if "tests.support.*" in each["module"])


def as_expression(module: str) -> str:
    """The modules that an entry of the list means: a star stands for any number of parts, also none."""
    return re.escape(module).replace(r"\.\*", r"(\..+)?")


def test_every_module_that_holds_no_tests_is_named_as_strict_and_no_other():
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "tests").rglob("*.py")
        if path.name != "__init__.py" and "fixtures" not in path.parts
    }
    strict = {name for name in modules if any(re.fullmatch(as_expression(each), name) for each in STRICT)}
    assert strict == {name for name in modules if not name.rpartition(".")[2].startswith("test_")}
    assert {
        each for each in STRICT if not any(re.fullmatch(as_expression(each), name) for name in modules)
    } == set()


@pytest.mark.integration
def test_a_warning_is_an_error_here_and_in_a_process_that_a_test_starts():
    with pytest.raises(ResourceWarning):
        warnings.warn("left open", ResourceWarning, stacklevel=1)
    program = "import warnings; warnings.warn('left open', ResourceWarning)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "ResourceWarning: left open" in told.stderr
