"""Examples that the sets lack: questions that a small change makes unanswerable, questions in another
language than their passage, English passages in the words of other languages, questions that follow
another one in a conversation, and passages with the sentence that an unanswerable question lacks."""

import csv
import lzma
import random
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from questions import SENTENCE_END, Example

NUMBER = re.compile(r"\d[\d.,:/]*\d|\d")
# A name: a capital letter that does not begin the question.
NAME = re.compile(r"(?<=[\w,] )[A-ZÀ-ÞΑ-ΩА-Я][\w’'-]{2,}")
WORD = re.compile(r"[\w’'-]+")
SWAPPED_SHARE = 0.15
TRANSLATED_SHARE = 0.15
# Of the English examples, this share is turned into another language, passage and question.
TRANSLATED_PASSAGES = 0.4
# Of these, this share asks in another language than the passage's.
ASKED_ACROSS = 0.25
FOLLOW_UP_SHARE = 0.12
# How often a name that the question before has said is only meant by the next one.
PRONOUN_SHARE = 0.7
PRONOUNS = {
    "en": ["it", "he", "she", "they"],
    "de": ["es", "er", "sie"],
    "es": ["él", "ella", "eso"],
}
PRONOUNS |= {
    "fr": ["il", "elle", "cela"],
    "pt": ["ele", "ela", "isso"],
    "it": ["lui", "lei", "esso"],
}
# Of the words of a question that the dictionary has; the others stay, as names do.
TRANSLATED_WORDS = 0.9


ANSWER = re.compile(r"\[\[(.+?)\]\]")
# Written without a space between sentences.
UNSPACED = {"zh", "ja"}


def put_answers(examples: Iterable[Example], coin: random.Random) -> list[Example]:
    """Unanswerable questions with the sentence that answers them, somewhere in their passage. Without
    these, the question alone shows whether it can be answered: many of those that nothing answers ask
    for a price."""
    answered = []
    for example in examples:
        marked = ANSWER.search(example.answering)
        if marked is None:
            continue
        sentence = ANSWER.sub(r"\1", example.answering)
        borders = [0, *(match.end() for match in SENTENCE_END.finditer(example.passage))]
        at = coin.choice(sorted({*borders, len(example.passage)}))
        before, after = example.passage[:at], example.passage[at:]
        space = "" if example.language in UNSPACED else " "
        if before.endswith("\n") or (not after and "\n" in before):
            space = "\n"
        if before and not before[-1].isspace():
            before += space
        start = len(before) + marked.start()
        passage = before + sentence + (space + after if after else "")
        answer = (start, start + len(marked[1]))
        answered.append(replace(example, kind="answered", passage=passage, answers=[answer]))
    return answered


def keys_of(example: Example) -> list[str]:
    """The numbers and names of a question that its passage has too."""
    found = NUMBER.findall(example.question) + NAME.findall(example.question)
    return [key for key in found if key in example.passage]


def swap_keys(examples: Iterable[Example], coin: random.Random) -> list[Example]:
    """Questions with a number or a name that the passage does not have: unanswerable."""
    examples = list(examples)
    pools: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for example in examples:
        for key in keys_of(example):
            pools[example.language, key[0].isdigit()].append(key)
    swapped = []
    for example in examples:
        keys = keys_of(example)
        if not keys or not example.answers or coin.random() > SWAPPED_SHARE * 2:
            continue
        key = coin.choice(keys)
        other = coin.choice(pools[example.language, key[0].isdigit()])
        if other in example.passage or other in example.title:
            continue
        question = example.question.replace(key, other)
        swapped.append(replace(example, kind="swapped", question=question, answers=[]))
    return swapped


def read_dictionary(path: Path) -> dict[str, dict[str, list[str]]]:
    """By language: English words with their translations."""
    words: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    with lzma.open(path, "rt", encoding="utf-8", newline="") as lines:
        for language, english, translation in csv.reader(
            lines, delimiter="\t", quoting=csv.QUOTE_NONE
        ):
            words[language][english.lower()].append(translation)
    return words


def translate_words(text: str, dictionary: dict[str, list[str]], coin: random.Random) -> str:
    def translated(match: re.Match) -> str:
        choices = dictionary.get(match.group().lower())
        return (
            coin.choice(choices) if choices and coin.random() < TRANSLATED_WORDS else match.group()
        )

    return WORD.sub(translated, text)


def translate_questions(
    examples: Iterable[Example], dictionaries: dict[str, dict[str, list[str]]], coin: random.Random
) -> list[Example]:
    """English questions in the words of another language, and the other way round."""
    to_english = {language: _reversed(words) for language, words in dictionaries.items()}
    languages = sorted(dictionaries)
    translated = []
    for example in examples:
        if coin.random() > TRANSLATED_SHARE or example.question_language != example.language:
            continue
        if example.language == "en":
            language = coin.choice(languages)
            dictionary = dictionaries[language]
        elif example.language in to_english:
            language, dictionary = "en", to_english[example.language]
        else:
            continue
        question = translate_words(example.question, dictionary, coin)
        if question != example.question:
            translated.append(
                replace(example, kind="across", question=question, question_language=language)
            )
    return translated


def translate_passages(
    examples: Iterable[Example], dictionaries: dict[str, dict[str, list[str]]], coin: random.Random
) -> list[Example]:
    """English examples in the words of another language, word by word: the sets have far more of
    English than of any other language, and how to read is much the same in all of them."""
    languages = sorted(dictionaries)
    translated = []
    for example in examples:
        if example.language != "en" or example.question_language != "en":
            continue
        if coin.random() > TRANSLATED_PASSAGES:
            continue
        language = coin.choice(languages)
        asked_in = coin.choice(languages) if coin.random() < ASKED_ACROSS else language
        passage, answers = _translate_passage(example, dictionaries[language], coin)
        translated.append(
            replace(
                example,
                kind="translated",
                language=language,
                question_language=asked_in,
                question=translate_words(example.question, dictionaries[asked_in], coin),
                title=translate_words(example.title, dictionaries[language], coin),
                passage=passage,
                answers=answers,
            )
        )
    return translated


def _translate_passage(
    example: Example, dictionary: dict[str, list[str]], coin: random.Random
) -> tuple[str, list[tuple[int, int]]]:
    """The passage and the places of its first answer, which is translated apart."""
    if not example.answers:
        return translate_words(example.passage, dictionary, coin), []
    start, end = example.answers[0]
    before, answer, after = (
        translate_words(part, dictionary, coin)
        for part in (example.passage[:start], example.passage[start:end], example.passage[end:])
    )
    return before + answer + after, [(len(before), len(before) + len(answer))]


def _reversed(dictionary: dict[str, list[str]]) -> dict[str, list[str]]:
    result: dict[str, list[str]] = defaultdict(list)
    for english, translations in dictionary.items():
        for translation in translations:
            result[translation.lower()].append(english)
    return result


def follow_up_questions(examples: Iterable[Example], coin: random.Random) -> list[Example]:
    """Questions behind another one about the same passage: the last one is to be answered. What the
    first one names, the second may call "it"."""
    examples = list(examples)
    of_passage: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        of_passage[example.passage].append(example)
    follow_ups = []
    for example in examples:
        if coin.random() > FOLLOW_UP_SHARE:
            continue
        before = coin.choice(of_passage[example.passage])
        if before.question == example.question:
            continue
        question = _with_pronouns(example, before.question, coin)
        follow_ups.append(
            replace(example, kind="follow-up", question=f"{before.question} {question}")
        )
    return follow_ups


def _with_pronouns(example: Example, before: str, coin: random.Random) -> str:
    pronouns = PRONOUNS.get(example.question_language)
    if pronouns is None:
        return example.question

    def meant(match: re.Match) -> str:
        is_known = match.group() in before or match.group() in example.title
        return (
            coin.choice(pronouns) if is_known and coin.random() < PRONOUN_SHARE else match.group()
        )

    return NAME.sub(meant, example.question)
