import type { Language } from '../../domain/document/language.js';
import { wordsOf } from '../frozen-words.js';
import { lazy } from '../lazy.js';
import { isUnspaced } from '../unspaced-scripts.js';
import { type ConversationPhrases, PHRASES } from './phrases.js';

type SmallTalkKind = 'greeting' | 'thanks' | 'farewell';

/** A query that asks for nothing. */
export interface SmallTalk {
  kind: SmallTalkKind;
  /** The languages that have this phrase. */
  languages: Language[];
}

/** In UTF-16 units. Longer queries say more than hello. */
const LONGEST = 80;
/** Words that can stand beside a greeting without making it a question. */
const ADDRESSES =
  'there,all,everyone,everybody,friend,team,sextant,again,and,you,my,dear,sir,madam,for your help,for the help,for that,so much,ok,okay,great,perfect,alle,zusammen,und,allemaal,alle sammen,à tous,et,y,e,a todos,a tutti,и,всем,さん,呀,啊,哦,ですか,ครับ,ค่ะ,คะ';

const SAID: Record<SmallTalkKind, keyof ConversationPhrases> = {
  greeting: 'greetings',
  thanks: 'thanks',
  farewell: 'farewells',
};
/** A greeting if it stands alone. */
const WAVE = '👋';

const KINDS: readonly SmallTalkKind[] = ['greeting', 'thanks', 'farewell'];

interface KnownPhrase {
  text: string;
  kind: SmallTalkKind | null;
  languages: Language[];
}

/**
 * Recognises a query that is nothing but small talk, in any language: every word must belong to a greeting, to thanks, to a
 * farewell, or to who is addressed. If it has several kinds, the last counts: "hi, thanks" is thanks.
 */
export function recognizeSmallTalk(query: string): SmallTalk | null {
  if (query.length > LONGEST) return null;
  const phrases = knownPhrases();
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

/** Builds the list of phrases, which takes a moment, before requests are served. */
export function prepareSmallTalk(): void {
  knownPhrases();
}

/** The longest first, so that "good night" is not taken for "good". */
const knownPhrases = lazy((): readonly KnownPhrase[] => {
  const phrases = new Map<string, KnownPhrase>();
  for (const kind of KINDS) {
    for (const [language, said] of Object.entries(PHRASES)) {
      for (const form of said[SAID[kind]].split(',')) addForm(phrases, { form, kind, language });
    }
  }
  for (const form of ADDRESSES.split(',')) addForm(phrases, { form, kind: null, language: null });
  return [...phrases.values()].sort((a, b) => b.text.length - a.text.length);
});

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

/** Without signs, case and accents; one space between words, except in scripts without spaces. */
function level(text: string): string {
  return wordsOf(text).join(' ').replaceAll("'", '').replace(BETWEEN_UNSPACED, '');
}

function standsAt(text: string, at: number, phrase: string): boolean {
  if (!text.startsWith(phrase, at)) return false;
  const end = at + phrase.length;
  return end === text.length || text[end] === ' ' || isUnspaced(text.charCodeAt(end - 1));
}
