"""Reads the question sets: one example a line, with its passage, its answers and its language.

A tenth of every set, by passage, is kept for choosing and for calibration: nothing is trained on it.
"""

import hashlib
import json
import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KEPT_OF = 10
SENTENCE_END = re.compile(r"[.!?؟।۔][\"'”’)\]]*\s+|[。！？][」』”’）]*|\n+")


@dataclass
class Example:
    set_name: str
    kind: str
    language: str
    question_language: str
    question: str
    title: str
    passage: str
    # All answers that annotators gave, as places in the passage; none if it has no answer.
    answers: list[tuple[int, int]]
    kept: bool
    # A sentence that would answer it, if the passage had it: the answer is in double brackets.
    answering: str = ""


def is_kept(passage: str) -> bool:
    return int(hashlib.sha1(passage.encode()).hexdigest(), 16) % KEPT_OF == 0


def read_questions(folder: Path) -> Iterator[Example]:
    """folder: the sets as `.jsonl.xz`."""
    for path in sorted(folder.glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield read_line(path.name.split(".")[0], json.loads(line))


def read_line(set_name: str, row: dict) -> Example:
    answers = [(a["start"], a["start"] + len(a["text"])) for a in row["answers"]]
    # The question before, without which this one can't be understood.
    follows = row.get("follows")
    return Example(
        set_name=set_name,
        kind="given" if follows is None else "follow-up",
        language=row["language"],
        question_language=row.get("question_language", row["language"]),
        question=row["question"] if follows is None else f"{follows} {row['question']}",
        title=(row.get("title") or "").replace("_", " "),
        passage=row["passage"],
        answers=answers if row["answerable"] else [],
        kept=is_kept(row["passage"]),
        answering=row.get("answering", ""),
    )
