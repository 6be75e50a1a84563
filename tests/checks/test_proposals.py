"""What `check --deep` proposes as an example fails as long as the file is wrong, and mostly holds when it is mended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tricktaker.checks import check_variant
from tricktaker.checks.document import Places
from tricktaker.checks.policies import by_chance
from tricktaker.checks.properties import fair_result, scores_add_up
from tricktaker.checks.properties.catalogue import properties
from tricktaker.checks.properties.property import Broken, Playthrough, Property
from tricktaker.checks.proposals import proposed
from tricktaker.checks.trials import Loader
from tricktaker.checks.walk import Walk, fault_text, first_broken
from tricktaker.game import GameFault, State, load

HERE = Path(__file__).parent
HOLDS = "holds when mended"
REFUSED = "the card is refused when mended"
SHOWN = {
    "fault-empty": HOLDS,
    "only-leaves-nothing": HOLDS,
    "card-drawn": HOLDS,
    "taken-by-the-wrong-one": HOLDS,
    "trick-for-nobody": HOLDS,
    "wrong-high-row": HOLDS,
    "renege-unexampled": REFUSED,
    "renege-for-the-dealer": REFUSED,
}


def failing(loader: Loader, prop: Property | None) -> tuple[Playthrough, Broken]:
    """A game of chance in which the property is broken."""
    game = loader.usual
    for seed in range(200):
        walk = Walk(game, seed)
        try:
            for _moment in walk.moments(by_chance(game, seed)):
                pass
        except GameFault as fault:
            if prop is None:
                return walk.play, Broken(fault_text(fault), fault.span)
        found = first_broken(game, walk.play, prop)
        if found is not None:
            return found
    raise AssertionError("no game shows it")


def named(slug: str) -> Property | None:
    return next((prop for prop in properties() if prop.name == slug), None)


@pytest.mark.parametrize("name", SHOWN)
def test_a_proposal_fails_until_the_file_is_mended(name: str, tmp_path: Path) -> None:
    broken_file = HERE / "broken" / f"{name}.yaml"
    text = broken_file.read_text(encoding="utf-8")
    loader = Loader.of(broken_file)
    prop = named(text.partition("\n")[0].removeprefix("# finds: "))
    play, broken = failing(loader, prop)
    entry = proposed(loader.usual, play, prop, broken, Places(loader.doc, loader.rules.names))
    assert entry is not None
    for file, fails in ((broken_file, True), (HERE / "sound.yaml", SHOWN[name] is REFUSED)):
        path = tmp_path / "mine.yaml"
        lines = file.read_text(encoding="utf-8").partition("examples:")[0]
        path.write_text(f"{lines}examples:\n  {entry}\n", encoding="utf-8")
        said = [one for one in check_variant(path, games=0).report.errors if one.slug == "example-fails"]
        assert bool(said) is fails, entry


@pytest.mark.parametrize("name", ["scored-twice", "cut-off", "fault-loop"])
def test_a_position_that_is_wrong_already_is_not_proposed(name: str) -> None:
    loader = Loader.of(HERE / "broken" / f"{name}.yaml")
    prop = named("broken-invariant" if name != "fault-loop" else "")
    play, broken = failing(loader, prop)
    assert proposed(loader.usual, play, prop, broken, Places(loader.doc, loader.rules.names)) is None


def test_what_one_position_can_not_say_is_not_proposed() -> None:
    loader = Loader.of(HERE / "sound.yaml")
    places = Places(loader.doc, loader.rules.names)
    for name in ("seats-differ", "suits-differ", "hidden-cards-told", "copy-differs", "replay-differs"):
        assert proposed(loader.usual, Playthrough(0, 0, (), (0, 0)), named(name), Broken("something"), places) is None


def whole_game(game_file: Path) -> tuple[Loader, Playthrough]:
    loader = Loader.of(game_file)
    walk = Walk(loader.usual, 1)
    for _moment in walk.moments(by_chance(loader.usual, 1)):
        pass
    return loader, walk.play


def test_scores_that_were_compiled_wrongly_are_proposed_as_the_rules_say(tmp_path: Path) -> None:
    path = tmp_path / "sound.yaml"
    text = (HERE / "sound.yaml").read_text(encoding="utf-8")
    path.write_text(re.sub("1..2: 1", "1..2: 2", text, count=1), encoding="utf-8")
    loader, game = Loader.of(HERE / "sound.yaml"), load(path)
    game.rules = loader.rules  # the compiled game is another one
    prop = scores_add_up.PROPERTY
    walk = Walk(game, 1)
    for moment in walk.moments(by_chance(game, 1)):
        if moment == "round_end":
            break
    found = first_broken(game, walk.play, prop)
    assert found is not None
    entry = proposed(game, *found[:1], prop, found[1], Places(loader.doc, loader.rules.names))
    assert entry is not None and "score: {score: [" in entry


def test_winners_who_did_not_win(monkeypatch: pytest.MonkeyPatch) -> None:
    loader, play = whole_game(HERE / "sound.yaml")
    monkeypatch.setattr(State, "winners", property(lambda self: (0, 1, 2)))
    found = first_broken(loader.usual, play, fair_result.PROPERTY)
    assert found is not None
    entry = proposed(loader.usual, found[0], fair_result.PROPERTY, found[1], Places(loader.doc, loader.rules.names))
    assert entry is not None and re.search(r"winners: \[\d\]", entry)
