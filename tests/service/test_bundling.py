"""Bundling: what modules take from each other stays true where they stand in one file, or in two."""

from __future__ import annotations

import pytest

from service.pages.bundling import bundled, parted
from service.pages.modules import DEFAULT, Import, Module, read
from service.pages.squeezing import script


def test_a_module_is_read_as_what_it_takes_gives_and_does() -> None:
    told = (
        "// A module.\n"
        'import { one, two as zwei } from "./b.js";\n\n'
        "/** Three. */\n"
        "export const three = one + zwei;\n"
    )
    taken = Import("./b.js", {"one": "one", "two": "zwei"})
    assert read(script(told)) == Module((taken,), {"three": "three"}, "const three=one+zwei;")
    lists = "const one = 1;\nexport { one, one as first };\n"
    assert read(script(lists)) == Module((), {"one": "one", "first": "one"}, "const one=1;")


def test_a_library_is_read_as_its_authors_have_shortened_it() -> None:
    told = (
        'import{h as t}from"preact";export{batch}from"core";const n=t;export{n as a,n as b};'
        "//# sourceMappingURL=x.map"
    )
    passed = Import("core", {"batch": "passed_batch"})
    given = {"batch": "passed_batch", "a": "n", "b": "n"}
    assert read(script(told)) == Module((Import("preact", {"h": "t"}), passed), given, "const n=t;")
    made = read(script("export default function(s){}\n"))
    assert made == Module((), {"default": DEFAULT}, f"const {DEFAULT}=function(s){{}}")


@pytest.mark.parametrize(
    "told",
    [
        'import * as all from "a";\n',
        'import "a";\n',
        "export let one = 1;\n",
        'const a = 1;\nexport * from "b";\n',
        "const a = () => {}\nexport function b() {}\n",
    ],
)
def test_what_is_imported_or_exported_in_another_way_is_refused(told: str) -> None:
    with pytest.raises(ValueError, match="no import and no export that is known"):
        read(script(told))


def test_what_is_imported_on_demand_stays() -> None:
    told = 'const load = () => import("./rest.js");\nimport.meta.url;\n'
    assert read(script(told)).body == 'const load=()=>import("./rest.js");import.meta.url;'


def test_modules_of_a_page_become_one_in_the_order_of_their_imports() -> None:
    modules = {
        "a/first.js": read('import{two as zwei}from"../b/second.js";export const one=zwei;'),
        "b/second.js": read("export const two=2;export const three=3;"),
    }
    assert bundled(modules, "a/first.js") == (
        "const{two}=(()=>{const two=2;const three=3;\nreturn{two}})();\n"
        "(()=>{const zwei=two;const one=zwei;\n})();"
    )


def test_the_rest_of_a_page_takes_from_it_what_both_need() -> None:
    modules = {
        "first.js": read('import{one}from"shared";one();'),
        "rest.js": read('import{one}from"shared";import{two}from"./two.js";export{one,two};'),
        "shared": read("export const one=()=>1;"),
        "two.js": read("export const two=2;"),
    }
    page, rest = parted(modules, "first.js", "rest.js", "./page.js")
    assert page == (
        "const{one:one_0}=(()=>{const one=()=>1;\nreturn{one}})();\n"
        "(()=>{const one=one_0;one();\n})();\n"
        "export{one_0};"
    )
    assert rest == (
        'import{one_0}from"./page.js";\n'
        "const{two:two_2}=(()=>{const two=2;\nreturn{two}})();\n"
        "const{one:one_3,two:two_3}=(()=>{const one=one_0;const two=two_2;\nreturn{one,two}})();\n"
        "export{one_3 as one,two_3 as two};"
    )


def test_what_modules_call_the_browsers_own_stands_beside_none_of_them() -> None:
    modules = {"a.js": read('import{open}from"./b.js";open();'), "b.js": read("export const open=()=>1;")}
    assert bundled(modules, "a.js") == (
        "const{open:open_0}=(()=>{const open=()=>1;\nreturn{open}})();\n"
        "(()=>{const open=open_0;open();\n})();"
    )


def test_modules_that_import_each_other_in_a_circle_are_refused() -> None:
    circle = {"a.js": read('import{b}from"./b.js";'), "b.js": read('import{a}from"./a.js";')}
    with pytest.raises(ValueError, match="imports itself"):
        bundled(circle, "a.js")


def test_a_name_that_is_not_exported_is_not_imported() -> None:
    modules = {"a.js": read('import{b}from"./b.js";'), "b.js": read("const b=1;")}
    with pytest.raises(ValueError, match=r"a.js takes b from b.js"):
        bundled(modules, "a.js")
