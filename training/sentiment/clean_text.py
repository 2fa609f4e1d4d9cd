"""What is done to a text before it is tokenized. src/inference/onnx/sentiment-text.ts does the same when the model is used.
The encoder's vocabulary has no emoji, so each becomes the word that `models/sentiment/emoji.json` gives for it."""
import json, os, re

HERE = os.path.dirname(os.path.abspath(__file__))
FILE = next(f for f in (os.path.join(HERE, "emoji.json"), os.path.join(HERE, "../../models/sentiment/emoji.json")) if os.path.exists(f))
WORD_OF = {sign: word for word, signs in json.load(open(FILE, encoding="utf-8")).items() for sign in signs}
EMOJI = re.compile("[" + "".join(WORD_OF) + "]+")
MODIFIERS = re.compile("[\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff\u2640\u2642]")
MENTION = re.compile(r"@\w+")
LINK = re.compile(r"https?://\S+")


def words_of(run):
    """A row of the same emoji says little more than one."""
    words = []
    for sign in run.group():
        if not words or words[-1] != WORD_OF[sign]: words.append(WORD_OF[sign])
    return " " + " ".join(words) + " "


def clean(text):
    text = LINK.sub("http", MENTION.sub("@user", text))
    return EMOJI.sub(words_of, MODIFIERS.sub("", text))
