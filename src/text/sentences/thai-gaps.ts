import type { TextRange } from '../text-range.js';

/** Words after which a phrase goes on: conjunctions, prepositions, titles, "that", "is", "namely". */
const JOINS_NEXT = wordSet(
  'และ หรือ ที่ ซึ่ง ของ ใน จาก กับ โดย เพื่อ เป็น คือ ว่า ได้แก่ เช่น แต่ ถ้า หาก เมื่อ เพราะ เนื่องจาก ระหว่าง ประมาณ ราว ชื่อ นาย นาง นางสาว คุณ ' +
    'บริษัท จังหวัด อำเภอ ตำบล ถนน วันที่ จำนวน ราคา แห่ง ต่อ ตาม ทั้ง รวมถึง รวมทั้ง ตั้งแต่ จนถึง ถึง มี ให้ เพียง กว่า เกือบ อย่าง ' +
    'อาทิ อันได้แก่ หมายถึง เรียกว่า ดังนี้ ต่อไปนี้',
);
/** Words that go on with what was said, by how surely. */
const GOES_ON = new Map<string, number>([
  ...costs(
    'และ หรือ ซึ่ง ที่ อัน ว่า ของ คือ ก็ จึง จน ตลอดจน รวมถึง รวมทั้ง เช่น ได้แก่ อาทิ กับ ด้วย แห่ง หรือไม่ เป็นต้น จนถึง ไม่ว่า พร้อม พร้อมทั้ง พร้อมกับ ตาม',
    2,
  ),
  ...costs('โดย เพื่อ ทำให้ ส่งผล ส่งผลให้ เพราะ จนกระทั่ง กระทั่ง เป็น มี ได้ ถูก จาก ถึง ต่อ ณ บน ให้ แล้ว ยัง อีก ไม่ จะ', 1.2),
  ...costs('แต่ ใน เนื่องจาก ขณะที่', 0.6),
]);
const INTRODUCES = 'นอกจากนี้ นอกจากนั้น อย่างไรก็ตาม อย่างไรก็ดี ดังนั้น ต่อมา จากนั้น หลังจากนั้น ทั้งนี้ ปัจจุบัน ขณะเดียวกัน ภายหลัง';
/** Words that a sentence likes to begin with. */
const BEGINS = new Map<string, number>([
  ...costs(`${INTRODUCES} นอกจาก เขา เธอ มัน พวกเขา ผม ฉัน ดิฉัน เรา พวกเรา ข้าพเจ้า ท่าน`, -1.2),
  ...costs('หลังจาก หลัง เมื่อ สำหรับ ส่วน ถ้า หาก ต่อจากนั้น ก่อน นี่ นั่น เดิม', -0.8),
  ...costs('การ ผู้ ความ', -0.2),
]);
/** Beginnings of several words, as the dictionary divides them. */
const BEGINS_WITH =
  /^(?:ในปี|ในวัน|ในเดือน|ในช่วง|ในขณะ|ในปัจจุบัน|ในที่สุด|ในภายหลัง|อย่างไรก็|หลังจาก|นอกจาก|ด้วยเหตุนี้|ต่อมา|จากนั้น|แต่ละ|อีกทั้ง)/;
const BEGINNING_COST = -0.9;
/** "In the year", "on the day": when something was, said after it. */
const WHEN = /^เมื่อ(?:ปี|วัน|เดือน|ต้น|ปลาย|เวลา|ราว|ประมาณ|ครั้ง|\s|$)/;
const WHEN_COST = 0.6;
/** Words that a sentence likes to end with: particles, and verbs and adverbs of the end. */
const ENDS = wordSet(
  'แล้ว ครับ ค่ะ คะ นะ นะครับ นะคะ ด้วย เท่านั้น เอง กัน อยู่ นี้ นั้น เช่นกัน เหมือนกัน เป็นต้น เสมอ ฯลฯ จ้ะ จ้า เลย ไหม หรือเปล่า มาก ที่สุด',
);
const ENDING_COST = -0.5;
/** Phrases that only lead to what follows: "besides", "however". */
const INTRODUCTION = new RegExp(
  `^(?:${INTRODUCES.replaceAll(' ', '|')}|อย่างไรก็ตาม|ในปัจจุบัน|ในที่สุด|ในขณะเดียวกัน|ด้วยเหตุนี้)$`,
);

/** What makes a clause of the noun before it: auxiliaries, "is", "has". */
const PREDICATES = wordSet('จะ ต้อง ได้ เป็น มี สามารถ ไม่ ถูก เคย กำลัง ทำให้ คือ ควร อาจ ยัง เริ่ม ใช้ ให้ ตั้ง ช่วย');
const CLAUSE_COST = -1;

const NEUTRAL = 0.2;
/** Numbers stay with their nouns, and what is in brackets or quotes stays together. */
const NEVER = 8;
/** After a number mostly its unit follows, after a foreign word the sentence goes on. */
const AFTER_NUMBER = 2;
const AFTER_FOREIGN = 1.1;
const BEFORE_FOREIGN = 1.6;
const AFTER_REPETITION = 1.6;
/** A short phrase is a part of a name or an item of a list. In UTF-16 units. */
const SHORT_PHRASE = 12;
const LONGEST_ITEM = 20;
const ITEM = 0.9;
const AND = 'และ';
/** "20 ลิตร": what was counted often ends a clause. */
const AFTER_COUNTED = 0.1;
/** What the text is about begins many of its sentences. */
const TOPIC = -0.5;
const SHORTEST_TOPIC = 3;

const FIRST_THAI = 0x0e01;
const LAST_THAI = 0x0e5b;
const REPETITION = 'ๆ';
/** Not a number, a sign, the sign of repetition, an era or "o'clock". */
const CAN_BEGIN = /^(?!ๆ|ฯ|พ\.ศ|ค\.ศ|น\.)["“«‘]?\p{L}/u;
const OPENS = /[([{“«‘]/;
const CLOSES = /[)\]}”»’]/;
const STRAIGHT_QUOTE = '"';
/** How much of a phrase is looked at for its first or last word, in UTF-16 units. */
const CONTEXT = 40;
/** The longest word for what is counted, in UTF-16 units. */
const LONGEST_UNIT = 14;
/** A bracket that is not closed within so many phrases is no bracket. */
const LONGEST_BRACKET = 12;

const words = new Intl.Segmenter('th', { granularity: 'word' });

export function isThai(unit: number): boolean {
  return unit >= FIRST_THAI && unit <= LAST_THAI;
}

/** What it costs to end a sentence between two phrases of a Thai text, which are read in their order. */
export class ThaiGap {
  readonly #text: string;
  readonly #topic: string;
  /** The words of phrases that were read before: the segmenter takes long. */
  readonly #known = new Map<string, string[]>();
  #open = 0;
  #phrasesSinceOpened = 0;
  #isQuoted = false;

  /** `start` is where the first phrase begins. */
  constructor(text: string, start: number) {
    this.#text = text;
    this.#topic = wordsOf(text.slice(start, start + CONTEXT))[0] ?? '';
  }

  /** Takes note of the brackets and quotes of a phrase. */
  read({ start, end }: TextRange): void {
    for (let i = start; i < end; i++) {
      const sign = this.#text[i];
      if (OPENS.test(sign)) this.#open++;
      else if (CLOSES.test(sign)) this.#open = Math.max(0, this.#open - 1);
      else if (sign === STRAIGHT_QUOTE) this.#isQuoted = !this.#isQuoted;
    }
    this.#phrasesSinceOpened = this.#open > 0 || this.#isQuoted ? this.#phrasesSinceOpened + 1 : 0;
    if (this.#phrasesSinceOpened <= LONGEST_BRACKET) return;
    this.#open = 0;
    this.#isQuoted = false;
  }

  /** `next` is the phrase after the one that would begin a sentence. */
  cost(before: TextRange, after: TextRange, next: TextRange | undefined): number {
    if (this.#open > 0 || this.#isQuoted) return NEVER;
    const left = this.#text.slice(Math.max(before.start, before.end - CONTEXT), before.end);
    const right = this.#text.slice(after.start, Math.min(after.end, after.start + CONTEXT));
    if (!CAN_BEGIN.test(right)) return NEVER;
    const found = this.#wordsOf(right);
    const first = found[0] ?? '';
    const last = this.#wordsOf(left).at(-1) ?? '';
    if (JOINS_NEXT.has(last) || INTRODUCTION.test(left)) return NEVER;
    const isCounted = /\d\s$/.test(this.#text.slice(Math.max(0, before.start - 2), before.start));
    const ending = isCounted && left.length < LONGEST_UNIT ? AFTER_COUNTED : costAfter(left, last);
    const isListed =
      next !== undefined && this.#text.startsWith(AND, next.start) && after.end - after.start < LONGEST_ITEM;
    const isItem = isListed || (before.end - before.start < SHORT_PHRASE && !isCounted);
    const isTopic = first === this.#topic && first.length >= SHORTEST_TOPIC;
    return ending + (isItem ? ITEM : 0) + (isTopic ? TOPIC : costBefore(right, found));
  }

  #wordsOf(phrase: string): string[] {
    const found = this.#known.get(phrase) ?? wordsOf(phrase);
    this.#known.set(phrase, found);
    return found;
  }
}

function costAfter(left: string, last: string): number {
  if (left.endsWith(REPETITION)) return AFTER_REPETITION;
  if (/\p{N}$/u.test(left)) return AFTER_NUMBER;
  if (!isThai(left.charCodeAt(left.length - 1))) return /\p{L}$/u.test(left) ? AFTER_FOREIGN : NEUTRAL;
  return ENDS.has(last) ? ENDING_COST : NEUTRAL;
}

function costBefore(right: string, found: readonly string[]): number {
  if (BEGINS_WITH.test(right)) return BEGINNING_COST;
  if (WHEN.test(right)) return WHEN_COST;
  const known = BEGINS.get(found[0]) ?? GOES_ON.get(found[0]);
  if (known !== undefined) return known;
  if (!isThai(right.charCodeAt(0))) return BEFORE_FOREIGN;
  return found.slice(1).some((word) => PREDICATES.has(word)) ? CLAUSE_COST : 0;
}

function wordsOf(phrase: string): string[] {
  return [...words.segment(phrase)].filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment);
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function costs(list: string, cost: number): [string, number][] {
  return list.split(' ').map((word) => [word, cost]);
}
