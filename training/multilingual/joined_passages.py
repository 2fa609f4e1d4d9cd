"""Joins neighbouring sentences of one source to passages, with the same sentences in English.

Most pairs are single sentences, but the encoder has to read passages. Sources of loose strings
(interface texts, word lists, names) have no neighbours that belong together and are left out.
"""

from dataclasses import dataclass

import numpy as np

from corpus import Corpus, Texts
from languages import raise_of

# fmt: off
LOOSE_SOURCES = {
    "android_settings", "appstream", "calibre", "chamilo", "cldr", "codeswitch", "commonsapp",
    "crawl", "diaspora", "discourse", "dokuwiki", "dolibarr", "fdroid", "flare", "freecol",
    "freedict", "fx", "games2", "haintents", "id_editor", "inaturalist", "isocodes", "liberapay",
    "lichess", "limesurvey", "massive", "mastodon", "mediawiki", "mgsm", "monero_ui", "moodle",
    "moodle19", "mozorg", "newpipe", "newpipe_ch", "omw_lemma", "onionshare", "osmand", "osmweb",
    "pioneer", "pixeldungeon", "pkp", "scratch", "signal", "spdungeon", "streetcomplete", "thrive",
    "tldr", "ui_apps", "ui_lo", "unciv", "veloren", "warzone", "webtrees", "wikiapp", "xsid",
}
# fmt: on
LOOSE_PREFIXES = ("p2_ms", "p2_eth", "p3_eth", "names_")
# p2_ and p3_ mark the rounds of collecting; the same project can be in several.
ROUND_PREFIXES = ("p2_", "p3_")
# How often a passage starts in a source, relative to its size.
# fmt: off
START_WEIGHTS = {
    "p2_ntrex": 4, "pud": 4, "p2_tico19": 2, "wesnoth": 1.5, "wesnoth2": 1.5, "bible": 0.6,
    "bible2": 0.6, "p2_bible": 0.6, "p2_bible2": 0.6, "p2_quran_w1": 0.6, "p2_quran_w2": 0.6,
    "lohelp": 0.5, "omw_gloss": 0.4, "debian_desc": 0.3, "tatoeba": 0.15, "stsb_train": 0.15,
    "multi30k": 0.15,
}
# fmt: on
# In tokens.
SHORTEST_SENTENCE, LONGEST_SENTENCE = 8, 160
SHORTEST_PASSAGE, LONGEST_PASSAGE, MOST_TOKENS = 70, 250, 256
MOST_SENTENCES = 16


@dataclass
class JoinedPassages:
    """Passage i in the foreign language and its English in both readings."""

    foreign: Texts
    english: Texts
    english_mixed: Texts
    language: np.ndarray


def is_loose(source: str) -> bool:
    if source.startswith(LOOSE_PREFIXES):
        return True
    for prefix in ROUND_PREFIXES:
        source = source.removeprefix(prefix)
    return source in LOOSE_SOURCES


def join_passages(
    corpus: Corpus, count: int, language_exponent: float, rng: np.random.Generator
) -> JoinedPassages:
    """Tries `count` times; a start without a fitting neighbour gives none."""
    pairs, starts = _candidates(corpus, language_exponent)
    readings = (corpus.foreign, corpus.english, corpus.english_mixed)
    found: tuple[list[np.ndarray], ...] = ([], [], [])
    languages: list[int] = []
    if len(pairs):
        for first in np.searchsorted(starts, rng.random(count) * starts[-1], side="right"):
            wanted = int(rng.integers(SHORTEST_PASSAGE, LONGEST_PASSAGE))
            sentences = _neighbours(corpus, pairs, int(first), wanted)
            if len(sentences) < 2:
                continue
            english = corpus.pair_english[sentences]
            for texts, rows, passages in zip(readings, (sentences, english, english), found):
                passages.append(_join(texts, rows))
            languages.append(corpus.pair_language[sentences[0]])
    foreign, english, mixed = (Texts.from_list(passages) for passages in found)
    return JoinedPassages(foreign, english, mixed, np.array(languages, np.int64))


def _candidates(corpus: Corpus, language_exponent: float) -> tuple[np.ndarray, np.ndarray]:
    """Pairs in document order by language and source, and their cumulated weights."""
    loose = [i for i, name in enumerate(corpus.sources) if is_loose(name)]
    fits = ~np.isin(corpus.pair_source, loose)
    for lengths in (corpus.foreign.lengths, corpus.english.lengths[corpus.pair_english]):
        fits &= (lengths >= SHORTEST_SENTENCE) & (lengths < LONGEST_SENTENCE)
    pairs = np.flatnonzero(fits)
    key = corpus.pair_language[pairs] * len(corpus.sources) + corpus.pair_source[pairs]
    pairs = pairs[np.argsort(key, kind="stable")]
    weight_of_source = np.array([START_WEIGHTS.get(name, 1.0) for name in corpus.sources])
    weights = weight_of_source[corpus.pair_source[pairs]]
    language = corpus.pair_language[pairs]
    sizes = np.bincount(language, weights=weights, minlength=len(corpus.languages))
    raised = np.array([raise_of(name) for name in corpus.languages])
    per_language = raised * sizes**language_exponent / np.maximum(sizes, 1)
    return pairs, np.cumsum(per_language[language] * weights)


def _neighbours(corpus: Corpus, pairs: np.ndarray, first: int, wanted: int) -> list[int]:
    """Neighbours of pair `first`, until the foreign text has `wanted` tokens."""
    language = corpus.pair_language[pairs[first]]
    source = corpus.pair_source[pairs[first]]
    sentences: list[int] = []
    lengths = np.full(3, 2)  # [CLS] and [SEP]
    for pair in pairs[first : first + MOST_SENTENCES]:
        if corpus.pair_language[pair] != language or corpus.pair_source[pair] != source:
            break
        english = corpus.pair_english[pair]
        added = (
            corpus.foreign.lengths[pair],
            corpus.english.lengths[english],
            corpus.english_mixed.lengths[english],
        )
        longer = lengths + np.array(added) - 2
        if (longer > MOST_TOKENS).any():
            break
        lengths = longer
        sentences.append(int(pair))
        if lengths[0] >= wanted:
            break
    return sentences


def _join(texts: Texts, rows: np.ndarray | list[int]) -> np.ndarray:
    start = texts.starts[rows[0]]
    cls, sep = texts.tokens[start], texts.tokens[start + texts.lengths[rows[0]] - 1]
    parts = [texts.without_special_tokens(row) for row in rows]
    return np.concatenate([[cls], *parts, [sep]]).astype(np.int32)
