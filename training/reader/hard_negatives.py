"""Passages that a search finds for a question and that don't hold its answer.

They are found by words (BM25 over the encoder's tokens), among the passages of the question's set in
its language, and where a passage has a title, among the passages under the same one. A passage in
which an answer is written is left out: it may well answer the question.
"""

import random
from collections import defaultdict
from dataclasses import replace

import numpy as np
from scipy.sparse import csr_matrix

from located_tokens import PlacedTokens
from questions import Example

K1, B = 1.2, 0.75
FOUND = 8
QUESTIONS_AT_ONCE = 512
SIBLINGS = 2
# Of the questions, this share gets one.
NEGATIVE_SHARE = 0.6
# Of the questions, this share gets a passage of another language.
STRANGER_SHARE = 0.05


class Bm25:
    def __init__(self, texts: list[list[int]]):
        lengths = np.array([len(text) for text in texts], np.float32)
        rows = np.repeat(np.arange(len(texts)), lengths.astype(int))
        columns = np.concatenate([np.array(text, np.int64) for text in texts])
        self.width = int(columns.max()) + 1
        counts = csr_matrix(
            (np.ones(len(columns), np.float32), (rows, columns)), (len(texts), self.width)
        )
        counts.sum_duplicates()
        documents = np.bincount(counts.indices, minlength=self.width)
        idf = np.log(1 + (len(texts) - documents + 0.5) / (documents + 0.5)).astype(np.float32)
        norm = K1 * (1 - B + B * lengths / lengths.mean())
        per_entry = np.repeat(norm, np.diff(counts.indptr))
        counts.data = idf[counts.indices] * counts.data * (K1 + 1) / (counts.data + per_entry)
        self._weights = counts.T.tocsr()

    def best(self, questions: list[list[int]], count: int) -> np.ndarray:
        """[questions, count]: the best texts, best first."""
        rows = np.repeat(np.arange(len(questions)), [len(q) for q in questions])
        columns = np.array([id for question in questions for id in question], np.int64)
        known = columns < self.width
        asked = csr_matrix(
            (np.ones(known.sum(), np.float32), (rows[known], columns[known])),
            (len(questions), self.width),
        )
        scores = (asked @ self._weights).toarray()
        count = min(count, scores.shape[1])
        best = np.argpartition(-scores, count - 1, axis=1)[:, :count]
        order = np.argsort(-np.take_along_axis(scores, best, 1), 1)
        return np.take_along_axis(best, order, 1)


def find_negatives(
    examples: list[Example], tokenizer: PlacedTokens, coin: random.Random
) -> list[Example]:
    """For a share of the questions, one of the passages that were found for them."""
    groups: dict[tuple[str, str], list[Example]] = defaultdict(list)
    for example in examples:
        groups[example.set_name, example.language].append(example)
    negatives = []
    for group in groups.values():
        negatives += _of_group(group, tokenizer, coin)
    return negatives


def stranger_passages(examples: list[Example], coin: random.Random) -> list[Example]:
    """Questions with a passage of another language, as a search over all languages may offer it."""
    strangers = []
    for example in examples:
        if coin.random() > STRANGER_SHARE:
            continue
        other = coin.choice(examples)
        if other.language not in (example.language, example.question_language):
            strangers.append(_with_passage(example, other))
    return strangers


def _with_passage(example: Example, other: Example) -> Example:
    return replace(
        example,
        kind="found",
        language=other.language,
        title=other.title,
        passage=other.passage,
        answers=[],
        kept=example.kept or other.kept,
    )


def _of_group(
    examples: list[Example], tokenizer: PlacedTokens, coin: random.Random
) -> list[Example]:
    passages = list({example.passage: example for example in examples}.values())
    under_title: dict[str, list[Example]] = defaultdict(list)
    for passage in passages:
        if passage.title:
            under_title[passage.title].append(passage)
    asking = [example for example in examples if coin.random() < NEGATIVE_SHARE]
    if len(passages) < 3 or not asking:
        return []
    index = Bm25([tokenizer.ids(p.title) + tokenizer.ids(p.passage) for p in passages])
    negatives = []
    for first in range(0, len(asking), QUESTIONS_AT_ONCE):
        part = asking[first : first + QUESTIONS_AT_ONCE]
        found = index.best([tokenizer.ids(example.question) for example in part], FOUND)
        for example, rows in zip(part, found):
            siblings = under_title.get(example.title, [])
            candidates = [passages[row] for row in rows]
            candidates += coin.sample(siblings, min(SIBLINGS, len(siblings)))
            suitable = [c for c in candidates if _is_negative(c, example)]
            if suitable:
                # The better found, the likelier: these are what a reader is shown.
                chosen = suitable[min(int(coin.expovariate(0.7)), len(suitable) - 1)]
                negatives.append(_with_passage(example, chosen))
    return negatives


def _is_negative(candidate: Example, asked: Example) -> bool:
    if candidate.passage == asked.passage:
        return False
    if not asked.answers:
        # Nothing is known of the answer; some other passage may hold it.
        return False
    text = candidate.passage.lower()
    return not any(asked.passage[start:end].lower() in text for start, end in asked.answers)
