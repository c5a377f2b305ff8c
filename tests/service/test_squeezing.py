"""Squeezing: a script without white space and comments is the same script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.pages.assets import FOLDER
from service.pages.squeezing import script

SAID = {
    "a sum": ("const a = 1 + 2;\n\nconst b = a;\n", "const a=1+2,b=a;"),
    "remarks": ("// One.\na(); // Two.\n/* Three. */ b();\n/** Four. */\n", "a();b();"),
    "a text": ("say('a  //  b', \"it's { }  ;\");", "say('a  //  b',\"it's { }  ;\");"),
    "signs that would run together": ("a + +b - -c + ++d", "a+ +b- -c+ ++d"),
    "words": ("return typeof one in two", "return typeof one in two"),
    "a line that ends a statement": ("let a\nlet b = a\nb()", "let a\nlet b=a\nb()"),
    "a line that may go on": ("a\n  (b)\n  ++c", "a\n(b)\n++c"),
    "a line that ends with a sign": ("a++\nb--\nc", "a++\nb--\nc"),
    "a line that goes on": ("const a = b\n  .c()\n  ? d\n  : e;", "const a=b.c()?d:e;"),
    "a pattern": ("a.replace(/[ /]  \\/'`/g, b);", "a.replace(/[ /]  \\/'`/g,b);"),
    "a pattern that is answered": ("return / a /.test(b)", "return/ a /.test(b)"),
    "a division": ("a / b / c; (a) / 2; a[0] / '/'", "a/b/c;(a)/2;a[0]/'/'"),
    "a template": (
        "t = `a  ; ${ b + `c ${ { d : 1 } }` }  // e \\` $`;",
        "t=`a  ; ${b+`c ${{d:1}}`}  // e \\` $`;",
    ),
    "lines of a template": ("t = `a\n    b\n  ${ c }`;", "t=`a\nb\n${c}`;"),
    "a list over lines": ("f([\n  a,\n  {\n    b,\n  },\n]);", "f([a,{b}]);"),
    "holes": ("const [, a,] = b; [,,]", "const[,a]=b;[,,]"),
    "a last statement": ("const f = () => {\n  a();\n  return b;\n};\n", "const f=()=>{a();return b};"),
    "empty statements": ("{ while (a());} {;} if (a) b(); else;", "{while(a());}{;}if(a)b();else;"),
    "constants": (
        "const a = 1;\nconst { b } = a;\nlet c;\n"
        "const d = () => {\n  const e = a;\n  const f = b;\n};\nconst g = d;",
        "const a=1,{b}=a;let c;const d=()=>{const e=a,f=b},g=d;",
    ),
    "constants among others": (
        "const a = 1\nb();\nconst c = 2;\nexport const d = 3;\nconst e = 4;",
        "const a=1\nb();const c=2;export const d=3;const e=4;",
    ),
    "markup": (
        'html`<div class=${a}\n    title="b">\n  <b>c</b> ${d}\n    ${e}\n  f\n</div>`',
        'html`<div class=${a}\ntitle="b"><b>c</> ${d}${e}f</>`',
    ),
    "markup of parts": (
        "html`<${A} b=${c}>\n  ${d && html`<i>e</i>`}\n</${A}>`",
        "html`<${A} b=${c}>${d&&html`<i>e</>`}</>`",
    ),
}


@pytest.mark.parametrize(("told", "squeezed"), SAID.values(), ids=SAID)
def test_a_script_is_squeezed(told: str, squeezed: str) -> None:
    assert script(told) == squeezed
    assert script(squeezed) == squeezed


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.js")), ids=lambda path: path.name)
def test_every_script_keeps_its_signs_and_words(path: Path) -> None:
    text = path.read_text()
    squeezed = script(text)
    assert script(squeezed) == squeezed
    lines = [line for line in text.splitlines() if not re.match(r"\s*(//|/?\*)", line)]
    bare = re.sub(r"//# sourceMap.*|/\*\*.*?\*/| // [a-z ]*$", "", "\n".join(lines), flags=re.M)
    assert told(squeezed) == told(bare)


def told(text: str) -> str:
    """A script without what may go: white space, names of what markup closes, signs between statements."""
    return re.sub(r"\s|[;,]|\bconst\b|</(\$\{\w+\}|\w*)>", "", text)


@pytest.mark.parametrize(
    ("told", "fault"),
    [("a(`b", "does not end"), ("a(`${b", "does not end"), ("a(); } b();", "closes nothing")],
)
def test_a_script_that_is_not_whole_is_refused(told: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        script(told)
