"""The lead's whole way, without a browser: a file in, two people label over HTTP, agreement, splits, files out."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import datasets
import pytest
import yaml

from curator import resources
from curator.model.dialogue import Dialogue, Participant
from curator.model.schema import load_schema
from tests.acceptance.loader import as_the_loader_does
from tests.acceptance.people import Annotator
from tests.acceptance.recorded import event, gold, same_ratings
from tests.acceptance.workspaces import contents, done, lines, records, truly
from tests.browser.server import Server
from tests.calling import curator
from tests.oracle.fold import Fold, fold

pytestmark = pytest.mark.slow
NAMES = {option.id: option.export_alias for option in load_schema(resources.schema_file("esconv")).fields[0].options}
OPTIONS = list(NAMES)
TALKS, TURNS = 8, 10
TROUBLES = ("job crisis", "breakup with partner", "academic pressure", "problems with friends")


def talk(number: int) -> dict[str, Any]:
    """Turns in pairs, the seeker first; the supporter called every own turn "Others"."""
    dialog: list[dict[str, Any]] = []
    for pair in range(TURNS // 2):
        dialog.append({"text": f"Trouble {number}, and {pair} more.", "speaker": "usr"})
        dialog.append({"text": f"Tell me about {number}.{pair}.", "speaker": "sys", "strategy": "Others"})
    problem, situation = TROUBLES[number % len(TROUBLES)], f"Situation {number}."
    return {"emotion_type": "sadness", "problem_type": problem, "situation": situation, "dialog": dialog}


def answer(dialogue: str, turn: str) -> str:
    """What ana and cem say; ben sees some turns differently."""
    return OPTIONS[sum(map(ord, dialogue + turn)) % len(OPTIONS)]


def bens_answer(dialogue: str, turn: str) -> str:
    own = answer(dialogue, turn)
    return OPTIONS[(OPTIONS.index(own) + 1) % len(OPTIONS)] if turn == "t3" else own


@dataclass
class Story:
    """What was done, and what was heard on the way."""

    folder: Path
    labelled: list[tuple[str, str]] = field(default_factory=list)
    """(dialogue, turn) of every supporter turn."""
    heard: dict[str, Any] = field(default_factory=dict)

    def run(self, *args: str | Path) -> Any:
        return done("--workspace", self.folder / "w", *args)

    def out(self, recipe: str) -> Path:
        return self.folder / recipe


def label_all(who: Annotator, says: Any) -> list[tuple[str, str]]:
    """Every dialogue that `next` hands out, to its submit; (dialogue, turn) in the order of the work."""
    seen = []
    while dialogue := who.next():
        turns = [turn["id"] for turn in who.page["dialogue"]["turns"] if turn["roles"] == ["supporter"]]
        assert [label["field"] for label in who.page["labels"]] == []  # nobody sees what another one said
        for place, turn in enumerate(turns):
            status, refused = who.submit()
            assert (status, bool(refused["error"]["fix"])) == (409, True)
            open_cells = [(cell["field"], cell["target"]) for cell in refused["error"]["missing"]]
            assert open_cells == [("strategy", {"turn": left}) for left in turns[place:]]
            who.say("strategy", says(dialogue, turn), turn)
        status, done_now = who.submit()
        assert status == 200, done_now
        seen += [(dialogue, turn) for turn in turns]
    return seen


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    story = Story(tmp_path_factory.mktemp("journey"))
    workspace, file = story.folder / "w", story.folder / "talks.jsonl"
    file.write_bytes(records(*map(talk, range(TALKS))))
    assert truly("init", workspace, "--json").json == {"workspace": "w", "made": True}
    story.run("project", "create", "p", "--schema", "esconv")
    assert story.run("import", "p", file)["new"] == TALKS
    server = Server(workspace)
    server.start()
    try:
        work(story, server)
        story.heard["agreement"] = story.run("agreement", "p")
        story.heard["progress"] = story.run("progress", "p")
    finally:
        server.stop()
    story.run("split", "p", "--shares", "train=0.5,test=0.5", "--seed", "7")
    for recipe in ("esconv", "esconv-flat", "ratings", "events", "hub"):
        story.heard[recipe] = story.run("export", "p", recipe, "--out", story.out(recipe))
    return story


def work(story: Story, server: Server) -> None:
    """ana and ben label everything; where they differ there is nothing to export, until cem has a look too."""
    ana, ben = Annotator.at(server.address, "ana"), Annotator.at(server.address, "ben")
    story.labelled = label_all(ana, answer)
    assert sorted(label_all(ben, bens_answer)) == sorted(story.labelled)
    story.heard["two"] = story.run("agreement", "p", "--field", "strategy")
    story.heard["refused"] = curator(
        "--workspace", story.folder / "w", "export", "p", "esconv", "--out", story.out("refused"), "--json"
    )
    label_all(Annotator.at(server.address, "cem"), answer)
    change_one(ana, story.labelled[0])


def change_one(ana: Annotator, where: tuple[str, str]) -> None:
    """ana thinks again about a turn, after all was submitted; and an old page of hers sends what it still had."""
    dialogue, turn = where
    ana.open(dialogue)
    late = ana.event("strategy", "information", turn)
    whole = {"project": "p", "task": "main", "round": 1, "dialogue": dialogue}
    assert ana.script.ask("POST", "reopen", whole)[0] == 200
    ana.say("strategy", "others", turn)
    assert ana.send(late)[1]["results"][0]["status"] == "stale"
    ana.open(dialogue)
    assert [one["value"] for one in ana.page["offered"]] == ["information"]
    assert ana.submit()[0] == 200


def test_everybody_is_done(story: Story) -> None:
    assert len(story.labelled) == TALKS * TURNS // 2
    [task] = story.heard["progress"]["tasks"]
    assert {one["annotator"]: one["submitted"] for one in task["annotators"]} == dict.fromkeys(
        ("ana", "ben", "cem"), TALKS
    )


def test_agreement_tells_how_far_two_people_agree(story: Story) -> None:
    by_metric = {one["metric"]: one for one in story.heard["two"]["results"] if not one.get("option")}
    share = 1 - 1 / (TURNS // 2)  # one supporter turn of each dialogue is seen differently
    assert by_metric["percent_agreement"]["value"] == pytest.approx(share)
    alpha = by_metric["alpha"]
    assert 0 < alpha["ci_low"] <= alpha["value"] <= alpha["ci_high"] <= 1
    assert (alpha["n_annotators"], alpha["n_units"]) == (2, TALKS * TURNS // 2)
    assert (alpha["round"], alpha["interval_over"]) == ("independent", "clusters")


def test_agreement_is_the_same_through_the_app_and_on_the_closed_file(story: Story) -> None:
    assert story.run("agreement", "p") == story.heard["agreement"]


def test_what_two_people_do_not_agree_on_is_not_exported(story: Story) -> None:
    refused = story.heard["refused"]
    assert refused.code == 1
    missing = [(cell["dialogue"], cell["turn"]) for cell in refused.json["error"]["missing"]]
    assert sorted(missing) == sorted(cell for cell in story.labelled if cell[1] == "t3")
    assert not story.out("refused").exists()


def test_the_benchmark_files_hold_what_most_people_said(story: Story) -> None:
    expected = Counter(NAMES[answer(*cell)] for cell in story.labelled)
    raw = json.loads((story.out("esconv") / "ESConv.json").read_text(encoding="utf-8"))
    loaded = [as_the_loader_does(record) for record in raw]
    flat = [record for split in ("train", "test") for record in lines(story.out("esconv-flat") / f"{split}.jsonl")]
    for found in (loaded, flat):
        assert len(found) == TALKS
        assert Counter(turn["strategy"] for one in found for turn in one["dialog"] if "strategy" in turn) == expected
    said = [record["dialog"][0]["text"] for record in map(talk, range(TALKS))]
    assert sorted(record["dialog"][0]["text"] for record in flat) == sorted(said)


def test_a_dialogue_is_in_one_split(story: Story) -> None:
    sizes = {split: len(lines(story.out("esconv-flat") / f"{split}.jsonl")) for split in ("train", "test")}
    assert sizes == story.heard["esconv-flat"]["splits"]
    assert sum(sizes.values()) == TALKS
    assert min(sizes.values()) > 0


@pytest.mark.parametrize("config", ["turns", "dialogues", "gold", "ratings"])
def test_the_hub_folder_opens_with_what_its_card_declares(story: Story, tmp_path: Path, config: str) -> None:
    folder = story.out("hub")
    found = datasets.load_dataset(str(folder), config, cache_dir=str(tmp_path / "cache"))
    card = yaml.safe_load((folder / "README.md").read_text(encoding="utf-8").split("---")[1])
    [told] = [info for info in card["dataset_info"] if info["config_name"] == config]
    assert {split["name"]: split["num_examples"] for split in told["splits"]} == found.num_rows
    declared = datasets.load_dataset_builder(str(folder), config, cache_dir=str(tmp_path / "cache")).info.features
    assert found["train"].features == declared
    assert [feature["name"] for feature in told["features"]] == list(declared)
    files = story.heard["hub"]["files"]
    assert found.num_rows == {split: files[f"{config}/{split}.parquet"]["rows"] for split in ("train", "test")}
    if config == "turns":
        assert sum(found.num_rows.values()) == TALKS * TURNS
        assert found["train"].features["strategy"] == datasets.ClassLabel(names=OPTIONS)


@pytest.fixture(scope="module")
def folded(story: Story) -> Fold:
    """What the exported events say, worked out without the database."""
    told = [event("p", line) for line in lines(story.out("events") / "events.jsonl")]
    people = (Participant(id="usr", role="seeker"), Participant(id="sys", role="supporter"))
    talks = {dialogue: Dialogue(id=dialogue, participants=people) for dialogue, _ in story.labelled}
    return fold(told, load_schema(resources.schema_file("esconv")), talks)


def test_a_fold_over_the_exported_events_gives_the_exported_ratings(story: Story, folded: Fold) -> None:
    ratings = lines(story.out("ratings") / "ratings.jsonl")
    assert same_ratings(folded, ratings)
    changed = [line for line in ratings if line["is_independent"] != line["is_current"] and line["annotator"] == "ana"]
    assert [line["value"] for line in changed] == [answer(*story.labelled[0]), "others"]


def test_a_fold_over_the_exported_events_gives_the_exported_gold(story: Story, folded: Fold, tmp_path: Path) -> None:
    found = datasets.load_dataset(str(story.out("hub")), "gold", cache_dir=str(tmp_path / "cache"))
    rows = [gold(row) for split in found.values() for row in split]
    assert len(rows) == len(folded.gold)
    assert dict(rows) == folded.gold
    assert {one.source for one in folded.gold.values()} == {"rule", "participant"}


def test_exporting_changes_nothing(story: Story, tmp_path: Path) -> None:
    before = contents(story.folder / "w")
    for recipe in ("esconv", "hub"):
        story.run("export", "p", recipe, "--out", tmp_path / recipe)
        for file in (path for path in story.out(recipe).rglob("*") if path.is_file()):
            assert (tmp_path / recipe / file.relative_to(story.out(recipe))).read_bytes() == file.read_bytes()
    assert contents(story.folder / "w") == before
