import type { Language } from '../../domain/document/language.js';
import { isEastAsian, isSouthEastAsian } from '../unspaced-scripts.js';
import { wordsOf } from '../words.js';
import { type ConversationPhrases, PHRASES } from './phrases.js';

/** A query that asks for nothing. */
type SmallTalkKind = 'greeting' | 'thanks' | 'farewell';

export interface SmallTalk {
  kind: SmallTalkKind;
  /** The languages that say it so. */
  languages: Language[];
}

/** Longer ones say more than hello. */
const LONGEST = 80;
/** May stand beside a greeting without making a question of it. */
const ADDRESSES =
  'there,all,everyone,everybody,friend,team,sextant,again,and,you,my,dear,sir,madam,for your help,for the help,for that,so much,ok,okay,great,perfect,alle,zusammen,und,allemaal,alle sammen,à tous,et,y,e,a todos,a tutti,и,всем,さん,呀,啊,哦,ですか,ครับ,ค่ะ,คะ';

const SAID: Record<SmallTalkKind, keyof ConversationPhrases> = {
  greeting: 'greetings',
  thanks: 'thanks',
  farewell: 'farewells',
};
/** Says hello where it stands alone. */
const WAVE = '👋';

const KINDS: readonly SmallTalkKind[] = ['greeting', 'thanks', 'farewell'];

interface KnownPhrase {
  text: string;
  kind: SmallTalkKind | null;
  languages: Language[];
}

let known: KnownPhrase[] | null = null;

/**
 * What a query says that is nothing but small talk, in whatever language: every word of it must belong to a greeting, to
 * thanks, to a farewell, or to who is addressed. Where it has several kinds, the last counts: "hi, thanks" is thanks.
 */
export function recognizeSmallTalk(query: string): SmallTalk | null {
  if (query.length > LONGEST) return null;
  const phrases = prepareSmallTalk();
  const text = level(query) || (query.includes(WAVE) ? level('hello') : '');
  let last: SmallTalk | null = null;
  let at = 0;
  while (at < text.length) {
    const phrase = phrases.find((candidate) => standsAt(text, at, candidate.text));
    if (phrase === undefined) return null;
    if (phrase.kind !== null) last = { kind: phrase.kind, languages: phrase.languages };
    at += phrase.text.length;
    if (text[at] === ' ') at++;
  }
  return last;
}

/** Takes a moment the first time, so it is called before requests are served. */
export function prepareSmallTalk(): readonly KnownPhrase[] {
  known ??= knownPhrases();
  return known;
}

/** The longest first, so that "good night" is not taken for "good". */
function knownPhrases(): KnownPhrase[] {
  const phrases = new Map<string, KnownPhrase>();
  for (const kind of KINDS) {
    for (const [language, said] of Object.entries(PHRASES)) {
      for (const form of said[SAID[kind]].split(',')) addForm(phrases, { form, kind, language });
    }
  }
  for (const form of ADDRESSES.split(',')) addForm(phrases, { form, kind: null, language: null });
  return [...phrases.values()].sort((a, b) => b.text.length - a.text.length);
}

function addForm(
  phrases: Map<string, KnownPhrase>,
  { form, kind, language }: { form: string; kind: SmallTalkKind | null; language: Language | null },
): void {
  const text = level(form);
  const phrase = phrases.get(text) ?? { text, kind, languages: [] };
  if (language !== null && phrase.kind === kind) phrase.languages.push(language);
  phrases.set(text, phrase);
}

const BETWEEN_UNSPACED =
  /(?<=[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]) (?=[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff])/g;

/** Without signs, case and accents; words apart by one space, save in scripts that have none. */
function level(text: string): string {
  return wordsOf(text).join(' ').replaceAll("'", '').replace(BETWEEN_UNSPACED, '');
}

function standsAt(text: string, at: number, phrase: string): boolean {
  if (!text.startsWith(phrase, at)) return false;
  const end = at + phrase.length;
  return end === text.length || text[end] === ' ' || isUnspaced(text.charCodeAt(end - 1));
}

function isUnspaced(unit: number): boolean {
  return isEastAsian(unit) || isSouthEastAsian(unit);
}
