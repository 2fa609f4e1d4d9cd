const MENTION = /@[\p{L}\p{N}_]+/gu;
const LINK = /https?:\/\/\S+/g;
/** Skin tones, genders and joiners: they change how an emoji looks, not what it says. */
const MODIFIERS = /\ufe0e|\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}]|\u2640|\u2642/gu;

/** Words, each with the emoji that say it. */
export type EmojiWords = Record<string, string>;

/**
 * Writes a text as the classifier has seen texts in its training (training/sentiment/clean_text.py does the same): names and
 * links are all alike, and emoji, which the encoder's vocabulary lacks, are words.
 */
export class SentimentText {
  readonly #words = new Map<string, string>();
  readonly #emoji: RegExp;

  constructor(emojiWords: EmojiWords) {
    for (const [word, signs] of Object.entries(emojiWords)) for (const sign of signs) this.#words.set(sign, word);
    this.#emoji = new RegExp(`[${[...this.#words.keys()].join('')}]+`, 'gu');
  }

  clean(text: string): string {
    return text
      .replace(MENTION, '@user')
      .replace(LINK, 'http')
      .replace(MODIFIERS, '')
      .replace(this.#emoji, (signs) => ` ${this.#spell(signs)} `);
  }

  /** A row of emoji of one meaning says little more than one of them. */
  #spell(signs: string): string {
    const words = Array.from(signs, (sign) => this.#words.get(sign));
    return words.filter((word, i) => word !== words[i - 1]).join(' ');
  }
}
