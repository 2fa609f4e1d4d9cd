"""The examples of the README run, and print what they say."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import API_KEY

from sextant_client import Sextant

README_FILE = Path(__file__).parents[1] / "README.md"
README = README_FILE.read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)

# What a printed line should be: `# → text`, with … for what differs from run to run.
EXPECTED = re.compile(r"^# → (.*)$", re.MULTILINE)


def test_examples_run_in_order(
    client: Sextant, service_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delete_everything(client)
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "readme"}
    for example in EXAMPLES:
        code = example.replace("http://127.0.0.1:8180", service_url).replace("sk_live_…", API_KEY)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "README.md", "exec"), namespace)
        shown = EXPECTED.findall(example)
        pattern = "\n".join(re.escape(line).replace("…", ".*") for line in shown)
        assert re.fullmatch(pattern, printed.getvalue().rstrip("\n"), re.DOTALL), printed.getvalue()
    namespace["client"].close()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 8
    assert sum(map(len, map(EXPECTED.findall, EXAMPLES))) > 12


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert [target for target in targets if not (README_FILE.parent / target).exists()] == []


def delete_everything(client: Sextant) -> None:
    for document in list(client.documents.browse_all()):
        client.documents.delete(document["id"])
