"""The file format of a source of training text, small and in document order (.txt.xz).

A pack of pairs: `#en<TAB>count<TAB>source`, the distinct English lines in order of first sight,
then per language `#<language><TAB>count` and lines `step<TAB>text`, where step is how many English
lines further the translation's original lies. A pack of English alone: `#mono<TAB>count<TAB>source`
and the lines. Document order matters: neighbours are joined to passages later.
"""

import lzma
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np


@dataclass
class Translations:
    """english[i] is the number of the English line that texts[i] translates."""

    english: np.ndarray
    texts: list[str]


@dataclass
class Pack:
    source: str
    english: list[str]
    translations: dict[str, Translations] = field(default_factory=dict)


def write_pack(path: Path, pack: Pack) -> None:
    kind = "en" if pack.translations else "mono"
    unfinished = path.with_name(path.name + ".part")
    with lzma.open(unfinished, "wt", encoding="utf-8", newline="\n", preset=2) as file:
        file.write(f"#{kind}\t{len(pack.english)}\t{pack.source}\n")
        file.writelines(line + "\n" for line in pack.english)
        for language in sorted(pack.translations):
            translations = pack.translations[language]
            file.write(f"#{language}\t{len(translations.texts)}\n")
            steps = np.diff(translations.english, prepend=0)
            file.writelines(f"{step}\t{text}\n" for step, text in zip(steps, translations.texts))
    unfinished.replace(path)


def read_pack(path: Path) -> Pack:
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
        _, count, source = file.readline().rstrip("\n").split("\t")
        pack = Pack(source, [file.readline().rstrip("\n") for _ in range(int(count))])
        while header := file.readline():
            language, count = header[1:].rstrip("\n").split("\t")
            lines = [file.readline().rstrip("\n").split("\t", 1) for _ in range(int(count))]
            steps = np.array([int(step) for step, _ in lines], np.int64)
            pack.translations[language] = Translations(steps.cumsum(), [text for _, text in lines])
    return pack
