import type { Language } from '../../domain/document/language.js';
import { wordsOf } from '../frozen-words.js';
import { lazy } from '../lazy.js';
import { isUnspaced } from '../unspaced-scripts.js';
import { type ConversationPhrases, PHRASES } from './phrases.js';

type SmallTalkKind = 'greeting' | 'thanks' | 'farewell';

/** A query that asks for nothing. */
export interface SmallTalk {
  kind: SmallTalkKind;
  /** The language that it is most likely said in. */
  language: Language;
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

/**
 * Languages that share greetings with others, the more likely one first. Whoever has borrowed a word comes after the language
 * it is from: "ciao" is Italian before it is German.
 */
const LIKELY_LANGUAGES =
  'en es fr it de fa ar ru uk bg pt tr vi sv da nb nl pl cs sk fi et hr sl sr ro hu lv lt ca'.split(' ');

/** What a phrase means in one language. */
interface Meaning {
  kind: SmallTalkKind;
  language: Language;
  /** As it is written, with its accents. */
  form: string;
}

interface KnownPhrase {
  text: string;
  /** None if it only says who is addressed. */
  meanings: Meaning[];
}

/**
 * Recognises a query that is nothing but small talk, in any language: every word must belong to a greeting, to thanks, to a
 * farewell, or to who is addressed. If it has several kinds, the last counts: "hi, thanks" is thanks. A few words are said at
 * meeting in one language and at parting in another: `language` decides, if it has them, otherwise the likeliest language.
 */
export function recognizeSmallTalk(query: string, language: Language | null = null): SmallTalk | null {
  if (query.length > LONGEST) return null;
  const said = phrasesOf(level(query) || (query.includes(WAVE) ? level('hello') : ''));
  const last = said?.findLast(({ meanings }) => meanings.length > 0);
  if (said == null || last === undefined) return null;
  const spoken = spokenLanguage(said, query);
  const meaningIn = (wanted: Language | null) => last.meanings.find((meaning) => meaning.language === wanted);
  const { kind } = meaningIn(language) ?? meaningIn(spoken) ?? last.meanings[0];
  return { kind, language: spoken };
}

/** The phrases that a text consists of; null if it says anything else. */
function phrasesOf(text: string): KnownPhrase[] | null {
  const phrases: KnownPhrase[] = [];
  let at = 0;
  while (at < text.length) {
    const phrase = knownPhrases().find((candidate) => standsAt(text, at, candidate.text));
    if (phrase === undefined) return null;
    phrases.push(phrase);
    at += phrase.text.length;
    if (text[at] === ' ') at++;
  }
  return phrases;
}

/** The language that has most of the phrases, as they are written if possible. */
function spokenLanguage(phrases: readonly KnownPhrase[], query: string): Language {
  const written = query.normalize('NFC').toLowerCase();
  const scores = new Map<Language, number>();
  for (const { text, meanings } of phrases) {
    const accented = meanings.filter(({ form }) => written.includes(form.normalize('NFC')));
    const languages = new Set((accented.length > 0 ? accented : meanings).map(({ language }) => language));
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + text.length);
  }
  const place = (language: Language) => LIKELY_LANGUAGES.indexOf(language) + 1 || Number.POSITIVE_INFINITY;
  const [[likeliest]] = [...scores].sort(([a, one], [b, other]) => other - one || place(a) - place(b));
  return likeliest;
}

/** Builds the list of phrases, which takes a moment, before requests are served. */
export function prepareSmallTalk(): void {
  knownPhrases();
}

/** The longest first, so that "good night" is not taken for "good". */
const knownPhrases = lazy((): readonly KnownPhrase[] => {
  const phrases = new Map<string, KnownPhrase>();
  const known = (form: string) => {
    const text = level(form);
    const phrase = phrases.get(text) ?? { text, meanings: [] };
    phrases.set(text, phrase);
    return phrase;
  };
  for (const [language, said] of Object.entries(PHRASES)) {
    for (const kind of KINDS) {
      for (const form of said[SAID[kind]].split(',')) known(form).meanings.push({ kind, language, form });
    }
  }
  for (const form of ADDRESSES.split(',')) known(form);
  return [...phrases.values()].sort((a, b) => b.text.length - a.text.length);
});

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
