"""Runs an encoder on the benchmarks: Tatoeba, XQuAD, STS-B, SciFact, NFCorpus.

An encoder here is a function of texts, the longest length in tokens and a language, which returns
vectors of unit length. English (`en`) is read by the English encoder and everything else by the
multilingual one, as in use.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from languages import TATOEBA_CODES, TEST_LANGUAGES, VALIDATION_LANGUAGES
from metrics import ndcg, spearman, translation_f1

Encode = Callable[[Sequence[str], int, str], np.ndarray]

SENTENCE, PASSAGE, ABSTRACT = 128, 256, 512  # lengths in tokens
# English read by the multilingual encoder.
MIXED_ENGLISH = "en-mixed"
# Validation asks every fourth question of XQuAD.
VALIDATION_STEP = 4


def read_rows(path: Path) -> list[dict]:
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_relevance(path: Path) -> dict[str, dict[str, float]]:
    """Grades by query and document; rows are query, document, grade (or TREC's four)."""
    relevance: dict[str, dict[str, float]] = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            query, *_, document, grade = line.rstrip("\n").split("\t")
            if query != "query-id" and float(grade) > 0:
                relevance.setdefault(query, {})[document] = float(grade)
    return relevance


def tatoeba(encode: Encode, data: Path, codes: Sequence[str] = tuple(TATOEBA_CODES)) -> dict:
    """F1 by language code."""
    found = {}
    for code in codes:
        pairs = read_rows(data / "tatoeba" / f"{code}-eng.jsonl")
        foreign = encode([pair["src"] for pair in pairs], SENTENCE, TATOEBA_CODES[code])
        english = encode([pair["eng"] for pair in pairs], SENTENCE, "en")
        found[code] = round(translation_f1(foreign, english), 2)
    return found


def xquad(encode: Encode, data: Path, languages: Sequence[str], step: int = 1) -> dict:
    """nDCG@10 by language, to paragraphs in it (`same`) and in English (`to_english`)."""
    found = {}
    for language in languages:
        found[language] = {
            "same": _xquad(encode, data, language, (language, language), step),
            "to_english": _xquad(encode, data, "en", (language, "en"), step),
        }
    return found


def _xquad(encode: Encode, data: Path, corpus: str, readings: tuple[str, str], step: int) -> float:
    """readings: how questions and paragraphs are read."""
    asked = "en" if readings[0] == MIXED_ENGLISH else readings[0]
    questions = read_rows(data / "xquad" / asked / "queries.jsonl")[::step]
    paragraphs = read_rows(data / "xquad" / corpus / "corpus.jsonl")
    similarities = (
        encode([row["text"] for row in questions], SENTENCE, readings[0])
        @ encode([row["text"] for row in paragraphs], PASSAGE, readings[1]).T
    )
    relevance = read_relevance(data / "xquad" / asked / "qrels.tsv")
    ids = [[row["id"] for row in rows] for rows in (questions, paragraphs)]
    return round(ndcg(similarities, *ids, relevance), 4)


def stsb(encode: Encode, data: Path, part: str) -> dict[str, float]:
    """Spearman × 100 by language."""
    found = {}
    for path in sorted((data / "stsb_multi").glob(f"*.{part}.jsonl")):
        language, rows = path.name[:2], read_rows(path)
        first, second = (
            encode([row[side] for row in rows], SENTENCE, language)
            for side in ("sentence1", "sentence2")
        )
        scores = np.array([row["score"] for row in rows])
        found[language] = round(spearman((first * second).sum(1), scores), 2)
    return found


def english_retrieval(encode: Encode, data: Path, name: str) -> float:
    """nDCG@10 of SciFact or NFCorpus. bge's query prefix does not help, so none is used."""
    corpus, queries = (read_rows(data / name / f"{part}.jsonl") for part in ("corpus", "queries"))
    texts = [f"{row.get('title', '')} {row['text']}".strip() for row in corpus]
    similarities = (
        encode([row["text"] for row in queries], PASSAGE, "en") @ encode(texts, ABSTRACT, "en").T
    )
    ids = [[row["id"] for row in rows] for rows in (queries, corpus)]
    return round(ndcg(similarities, *ids, read_relevance(data / name / "qrels.tsv")), 4)


def mean(values: Sequence[float]) -> float | None:
    return round(float(np.mean(values)), 4) if values else None


def validate(encode: Encode, data: Path) -> dict:
    """`score`, by which checkpoints are chosen: mean of XQuAD, XQuAD to English, STS-B."""
    questions = xquad(encode, data, VALIDATION_LANGUAGES, VALIDATION_STEP)
    similarity = stsb(encode, data, "dev")
    same = mean([figures["same"] for figures in questions.values()])
    across = mean([f["to_english"] for language, f in questions.items() if language != "en"])
    sts = mean([figure for language, figure in similarity.items() if language != "en"])
    mixed_english = _xquad(encode, data, "en", (MIXED_ENGLISH, "en"), VALIDATION_STEP)
    return {
        "score": round((same + across + sts / 100) / 3, 4),
        "xquad_same": same,
        "xquad_to_english": across,
        "stsb": sts,
        "xquad_mixed_english": mixed_english,
    }


def test(encode: Encode, data: Path) -> dict:
    """All figures of the model card."""
    languages = sorted({*VALIDATION_LANGUAGES, *TEST_LANGUAGES})
    found = {
        "tatoeba": tatoeba(encode, data),
        "xquad": xquad(encode, data, languages),
        "stsb": stsb(encode, data, "test"),
        "scifact": english_retrieval(encode, data, "scifact"),
        "nfcorpus": english_retrieval(encode, data, "nfcorpus"),
    }
    questions = found["xquad"]
    found["means"] = {
        "tatoeba": mean(list(found["tatoeba"].values())),
        "xquad_same": mean([figures["same"] for figures in questions.values()]),
        "xquad_same_test_languages": mean([questions[l]["same"] for l in TEST_LANGUAGES]),
        "xquad_to_english": mean([f["to_english"] for l, f in questions.items() if l != "en"]),
        # The published mean of ten languages has English and leaves out Japanese.
        "stsb": mean([figure for l, figure in found["stsb"].items() if l != "ja"]),
    }
    return found
