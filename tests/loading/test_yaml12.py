"""Another YAML 1.2 reader and another JSON Schema validator agree with ours.

Needs node and the packages `yaml` and `ajv`, globally or in a folder that NODE_PATH names:

    npm install --prefix /tmp/node yaml@2 ajv@8
    NODE_PATH=/tmp/node/node_modules pytest tests/loading/test_yaml12.py
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tricktaker.diagnostics import Report
from tricktaker.loading.places import schemas_dir
from tricktaker.loading.reader import plain, read_text
from tricktaker.loading.shape import variant_schema

ROOT = Path(__file__).parents[2]
FILES = [
    path for folder in ("variants", "tests/variants", "examples") for path in sorted(ROOT.glob(f"{folder}/**/*.yaml"))
]
BAD = sorted(ROOT.glob("tests/bad/*.yaml"))
WORDS = [
    "yes",
    "no",
    "on",
    "off",
    "Yes",
    "NO",
    "y",
    "n",
    "true",
    "True",
    "TRUE",
    "false",
    "False",
    "FALSE",
    "null",
    "Null",
    "NULL",
    "~",
    "none",
    "nullo",
    "0",
    "7",
    "12",
    "-3",
    "+3",
    "1..11",
    "0..3",
    "1:30",
    "12:30:45",
    "2024-01-01",
    "10h",
    "7of9",
    "Q",
    "a#b",
    "a:b",
    "x-y",
    ".top",
    ":a",
    "-a",
]
TEXTS = [
    "a: 'it''s'\n",
    'a: "tab\\tand \\u00e9"\n',
    "a: one\n  two\n\n  three\n",
    "a: |\n  one\n   two\n\nb: >-\n  one\n  two\n",
    "a: [1, two, {b: c}, [d]]\n",
    "a: {b: c, d: }\n",
    "a:\n- b\n- c\n",
    "a: b # c\n# d\ne: f#g\n",
    "\ufeffa: b\r\nc: d\r\n",
    "1: a\ntrue: b\n1..3: c\n'on': d\n",
    "a: {b: f(x), c: trick.any(special == king)}\n",
    "a: \"quoted: 'words', [and] {more}\"\n",
]
SCRIPT = """
const {parseDocument} = require("yaml");
const Ajv = require("ajv");
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
const validate = new Ajv({allErrors: true, strict: false}).compile(given.schema);
const read = (text) => {
  try {
    const document = parseDocument(text, {version: "1.2", uniqueKeys: true});
    if (document.errors.length > 0) return {error: document.errors[0].message};
    const data = document.toJS() ?? null;
    JSON.stringify(data);
    return {data, valid: validate(data)};
  } catch (error) {
    return {error: String(error)};  // too deep for its stack, a value inside itself
  }
};
process.stdout.write(JSON.stringify(given.texts.map(read)));
"""


@cache
def node_environment() -> dict[str, str] | None:
    """The environment in which node finds both packages; None if there is none."""
    if shutil.which("node") is None:
        return None
    folders = [os.environ.get("NODE_PATH", "")]
    if shutil.which("npm") is not None:
        found = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True, check=False)
        folders.append(found.stdout.strip())
    environment = {**os.environ, "NODE_PATH": os.pathsep.join(filter(None, folders))}
    probe = subprocess.run(
        ["node", "-e", 'require("yaml"); require("ajv")'], env=environment, capture_output=True, check=False
    )
    return environment if probe.returncode == 0 else None


def others(texts: list[str]) -> list[dict[str, Any]]:
    """What the other reader and validator make of these texts."""
    environment = node_environment()
    if environment is None:
        pytest.skip("node with the packages yaml and ajv is not installed")
    schema = json.loads((schemas_dir() / "variant.schema.json").read_text(encoding="utf-8"))
    done = subprocess.run(
        ["node", "-e", SCRIPT],
        env=environment,
        input=json.dumps({"schema": schema, "texts": texts}),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def ours(text: str) -> tuple[Any, bool]:
    """Our data, and whether there is nothing to say about the text."""
    report = Report()
    node = read_text(text, "f.yaml", report)
    return None if node is None else plain(node), not report.has_errors


def test_words_mean_the_same() -> None:
    texts = [f"a: {word}\n" for word in WORDS]
    for text, theirs in zip(texts, others(texts), strict=True):
        assert (ours(text), "error" in theirs) == ((theirs.get("data"), True), False), text


def test_texts_mean_the_same() -> None:
    for text, theirs in zip(TEXTS, others(TEXTS), strict=True):
        assert ours(text) == (theirs["data"], True), text


def test_variants_mean_the_same_and_are_valid() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    for path, text, theirs in zip(FILES, texts, others(texts), strict=True):
        assert ours(text) == (theirs["data"], True), path
        assert theirs["valid"], path


def test_what_they_refuse_we_refuse() -> None:
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in BAD]
    for path, text, theirs in zip(BAD, texts, others(texts), strict=True):
        _, fine = ours(text)
        if "error" in theirs:
            assert not fine, path


def test_both_validators_agree() -> None:
    validator = Draft7Validator(variant_schema())
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in BAD]
    compared = 0
    for path, theirs in zip(BAD, others(texts), strict=True):
        if "error" not in theirs:
            compared += 1
            assert validator.is_valid(theirs["data"]) == theirs["valid"], path
    assert compared > 30
