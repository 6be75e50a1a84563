"""The commands that look and write: list, show, new, schema, explain, rules, compile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tricktaker as package
from tests.cli.shell import tricktaker
from tricktaker.checks.properties.catalogue import manual
from tricktaker.cli.opening import open_rules
from tricktaker.diagnostics import pages
from tricktaker.loading.places import shipped_variants


def test_the_list_has_every_game_with_its_players() -> None:
    done = tricktaker("list")
    assert done.returncode == 0
    assert done.stderr == ""
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(shipped_variants())
    assert "The Fox in the Forest (2 players). " in done.stdout
    assert "Cucumber (2-7 players). " in done.stdout


def test_the_list_for_programs() -> None:
    told = json.loads(tricktaker("list", "--format", "json").stdout)
    assert told["version"] == 1
    assert [game["name"] for game in told["games"]] == list(shipped_variants())
    assert all(game["title"] and game["players"] and Path(game["file"]).is_file() for game in told["games"])


def test_a_game_at_a_glance() -> None:
    done = tricktaker("show", "fox", "--set", "target=16")
    assert done.returncode == 0
    for fact in ("The Fox in the Forest (fox)", "players: 2", "cards: 33 in deck", "target = 16  (16 | 21 | 35)"):
        assert fact in done.stdout
    told = json.loads(tricktaker("show", "fox", "--format", "json").stdout)
    assert told["fingerprint"] == package.load("fox").fingerprint


@pytest.mark.parametrize("name", sorted(shipped_variants()))
def test_the_effective_file_is_the_same_game(tmp_path: Path, name: str) -> None:
    done = tricktaker("show", name, "--effective")
    assert done.returncode == 0, done.stderr
    path = tmp_path / "whole.yaml"
    path.write_text(done.stdout, encoding="utf-8")
    one, other = package.load(name).deal(3), package.load(path).deal(3)
    for _ in range(60):
        assert one.legal_actions == other.legal_actions
        if one.is_over:
            break
        one.apply(one.legal_actions[0])
        other.apply(other.legal_actions[0])
    assert one.view(0).events == other.view(0).events


def test_the_effective_file_says_what_goes_without_saying() -> None:
    told = tricktaker("show", "agurk", "--effective").stdout
    for default in ("won: {per: player, see: nobody}", "next: winner", "first: random", "default: 21"):
        assert default in told
    assert "extends" not in told


def test_a_new_game_is_complete(tmp_path: Path) -> None:
    done = tricktaker("new", "my-first", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout == "my-first.yaml\n"
    assert done.stderr == "now: tricktaker check my-first.yaml\n"
    text = (tmp_path / "my-first.yaml").read_text(encoding="utf-8")
    assert "@" not in text
    assert "tricktaker schema > variant.schema.json" in text
    assert str(Path(package.__file__).parents[1]) not in text
    assert open_rules(str(tmp_path / "my-first.yaml"), None, {}).name == "My First"
    for players in (2, 3, 4):
        state = package.load(tmp_path / "my-first.yaml", players=players).deal(1)
        while not state.is_over:
            state.apply(state.legal_actions[-1])
        assert state.winners


def test_a_new_game_never_writes_over_another(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("precious", encoding="utf-8")
    done = tricktaker("new", "mine.yaml", folder=tmp_path)
    assert done.returncode == 2
    assert "--force" in done.stderr
    assert (tmp_path / "mine.yaml").read_text(encoding="utf-8") == "precious"
    assert tricktaker("new", "mine", "--force", folder=tmp_path).returncode == 0


def test_a_new_game_takes_no_name_of_a_game_that_comes_along(tmp_path: Path) -> None:
    done = tricktaker("new", "fox", folder=tmp_path)
    assert done.returncode == 2
    assert "A game that comes along is called fox" in done.stderr
    assert not list(tmp_path.glob("*.yaml"))


@pytest.mark.parametrize("name", ["a b", "-x", "über", "..", "a" * 80])
def test_a_name_that_can_be_no_game_is_refused(tmp_path: Path, name: str) -> None:
    assert tricktaker("new", "--", name, folder=tmp_path).returncode == 2
    assert not list(tmp_path.glob("*.yaml"))


@pytest.mark.parametrize("name", ["007", "true", "12"])
def test_a_name_that_yaml_would_misread_is_quoted(tmp_path: Path, name: str) -> None:
    assert tricktaker("new", name, folder=tmp_path).returncode == 0
    assert open_rules(str(tmp_path / f"{name}.yaml"), None, {}).name.lower() == name


def test_the_schema_and_its_place() -> None:
    path = Path(tricktaker("schema", "--path").stdout.strip())
    assert path.is_file()
    assert json.loads(tricktaker("schema").stdout) == json.loads(path.read_text(encoding="utf-8"))


def test_explain_prints_the_page_of_a_diagnostic() -> None:
    slugs = list(pages())
    properties = list(manual())
    if not slugs:
        pytest.skip("no pages yet")
    listed = tricktaker("explain").stdout
    assert [line.split(":")[0] for line in listed.splitlines()] == sorted({*slugs, *properties})
    own = next(name for name in properties if name not in slugs)
    assert tricktaker("explain", own).stdout.strip() == manual()[own].strip()
    for written in (slugs[0], f"[{slugs[0]}]", f"error[{slugs[0]}]"):
        assert tricktaker("explain", written).stdout.strip() == pages()[slugs[0]].text.strip()
    near = tricktaker("explain", slugs[0][:-1] + "x")
    assert near.returncode == 2
    assert slugs[0] in near.stderr


def test_the_rulebook_page_in_both_forms(tmp_path: Path) -> None:
    assert tricktaker("rules", "fox").stdout.startswith("The Fox in the Forest\n====")
    assert tricktaker("rules", "fox", "--format", "markdown").stdout.startswith("# The Fox in the Forest\n")
    narrow = tricktaker("rules", "fox", more={"COLUMNS": "30"}).stdout
    assert max(map(len, narrow.splitlines())) <= 30


def test_the_compiled_module_is_python_with_the_lines_it_comes_from(tmp_path: Path) -> None:
    done = tricktaker("compile", "fox")
    assert done.returncode == 0
    compile(done.stdout, "fox", "exec")
    assert "# " in done.stdout and "shuffle: deck" in done.stdout
    written = tricktaker("compile", "fox", "--out", "fox.py", folder=tmp_path)
    assert written.stdout == "fox.py\n"
    assert (tmp_path / "fox.py").read_text(encoding="utf-8") == done.stdout


def test_check_says_what_it_tried_and_leaves_with_nothing_to_mend() -> None:
    done = tricktaker("check", "fox", "--games", "2")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "71 examples" in done.stdout or "examples" in done.stdout


def test_check_finds_mistakes_in_all_files_and_all_formats(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("tricktaker: 1\nname: Broken\nfolow: 1\n", encoding="utf-8")
    text = tricktaker("check", "broken.yaml", folder=tmp_path)
    assert text.returncode == 1
    assert "error[unknown-key]" in text.stdout
    assert "broken.yaml:3:1" in text.stdout
    assert "errors in broken.yaml" in text.stdout
    both = tricktaker("check", "fox", "broken.yaml", "--games", "0", "--format", "json", folder=tmp_path)
    assert both.returncode == 1
    told = json.loads(both.stdout)
    assert [each["errors"] > 0 for each in told["variants"]] == [False, True]
    github = tricktaker("check", "broken.yaml", "--format", "github", folder=tmp_path)
    assert github.returncode == 1
    assert "::error file=broken.yaml,line=3,col=1" in github.stdout


def test_a_new_game_passes_every_check(tmp_path: Path) -> None:
    tricktaker("new", "mine", folder=tmp_path)
    done = tricktaker("check", "mine.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "warning" not in done.stdout
    played = tricktaker("run", "mine.yaml", "--players", "random,random,random", "--seed", "1", folder=tmp_path)
    assert played.returncode == 0, played.stderr
    assert "The game is over." in played.stdout
