"""Rewrites a text before tokenisation, in training and in use alike.

`src/inference/onnx/sentiment-text.ts` does the same when the classifier runs; change both together.
The encoder's vocabulary has no emoji, so each emoji becomes the word that
`models/sentiment/emoji.json` gives for it.
"""

import json
import re
from pathlib import Path

EMOJI_FILE = Path(__file__).resolve().parents[2] / "models" / "sentiment" / "emoji.json"
WORD_OF_EMOJI: dict[str, str] = {
    emoji: word
    for word, emojis in json.loads(EMOJI_FILE.read_text(encoding="utf-8")).items()
    for emoji in emojis
}
EMOJI_RUN = re.compile("[" + "".join(WORD_OF_EMOJI) + "]+")
# Variation selectors, the zero-width joiner, skin tones and gender signs change an emoji's look,
# not its sentiment.
EMOJI_MODIFIERS = re.compile("[\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff\u2640\u2642]")
MENTION = re.compile(r"@\w+")
LINK = re.compile(r"https?://\S+")


def clean(text: str) -> str:
    """Replaces mentions and links by the placeholders that UMSAB uses, and emoji by words."""
    text = LINK.sub("http", MENTION.sub("@user", text))
    return EMOJI_RUN.sub(_words_of_run, EMOJI_MODIFIERS.sub("", text))


def _words_of_run(run: re.Match[str]) -> str:
    """Collapses repeated words: a row of the same emoji says little more than one."""
    words: list[str] = []
    for emoji in run.group():
        word = WORD_OF_EMOJI[emoji]
        if not words or words[-1] != word:
            words.append(word)
    return " " + " ".join(words) + " "
