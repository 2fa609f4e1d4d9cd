"""Foreign words for English ones, from the encoder's own word embeddings: it learned from translations, so the nearest foreign piece of
a word is mostly its translation (good: godt, dobry, хорош, 好). Sentences with such words in them teach the classifier to read sentiment
in languages it has no examples of."""
import numpy as np
import torch
import torch.nn.functional as F

SLOTS, LEAST_COSINE, SHARPNESS = 16, 0.27, 20.0


@torch.no_grad()
def foreign_words(words, counts):
    """words: [pieces, width] embeddings; counts: how often each piece is used in English texts -> [pieces, SLOTS], -1 where there is none."""
    e = F.normalize(words - words.mean(0), dim=1)
    english = torch.nonzero(counts >= 20).flatten(); foreign = torch.nonzero(counts <= 1).flatten()
    table = torch.full((len(words), SLOTS), -1, dtype=torch.long, device=words.device)
    for rows in english.split(4096):
        cosine, place = (e[rows] @ e[foreign].T).topk(8, dim=1)
        weight = torch.where(cosine >= LEAST_COSINE, (SHARPNESS * cosine).exp(), torch.zeros_like(cosine))
        has = weight.sum(1) > 0
        slots = torch.multinomial(weight[has], SLOTS, replacement=True)
        table[rows[has]] = foreign[place[has].gather(1, slots)]
    return table


def switch(ids, english, table, share):
    """Replaces about `share` of the words of those rows that are English, where there is a foreign word for them."""
    slot = torch.randint(0, SLOTS, ids.shape, device=ids.device)
    word = table[ids, slot]
    use = (torch.rand(ids.shape, device=ids.device) < share) & english[:, None] & (word >= 0)
    return torch.where(use, word, ids)
