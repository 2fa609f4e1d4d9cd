import type { Language } from '../../domain/document/language.js';
import { type ConversationMessage, textOf } from '../../domain/search/generation.js';
import { saysAny, tellingWords } from '../../text/answers/question-words.js';
import type { AnswerRequest } from './answer.js';
import { asChat, Fence, type ModelWork, recentThatFit } from './model-work.js';

/** Words that refer to something said before. Every supported language has some. */
export const REFERRING: Record<Language, string> = {
  ar: 'هو هي هم ذلك هذا هذه تلك هناك',
  bg: 'той тя то те това тези там',
  bn: 'সে তিনি তারা তাঁরা এটি এটা ওটা সেটি সেটা তার তাঁর তাদের সেখানে এগুলো সেগুলো',
  ca: 'ell ella ells això allò aquest aquesta',
  cs: 'on ona ono oni to ten ta tam jeho její',
  da: 'han hun hans hendes deres denne dette',
  de: 'er sie es ihm ihr ihn ihnen seine ihre dieser diese dieses dort davon dazu damit',
  el: 'αυτός αυτή αυτό αυτοί εκεί του της',
  en: 'he she it they him her them his its their this these those',
  es: 'él ella ellos ellas esto eso este esta ese esa allí su sus',
  et: 'ta tema nad nemad see need selle nende seal seda teda',
  fa: 'او وی آن این آنها آنان ایشان آنجا',
  fi: 'hän se he ne siellä tämä tuo sen hänen',
  fr: 'il elle ils elles lui leur cela ça celui celle son sa ses',
  he: 'הוא היא הם זה זאת שם',
  hi: 'वह यह वे ये उसका इसका वहाँ',
  hr: 'on ona ono oni to taj ta tamo njegov njezin',
  hu: 'ő az ez ott azok ezek',
  id: 'dia itu ini mereka sana nya',
  it: 'lui lei loro esso essa questo questa quello quella suo sua',
  ja: 'それ これ あれ 彼 彼女 そこ',
  ko: '그 그것 그녀 거기 이것 저것',
  lt: 'jis ji jie jos jo jų jį ją tai tas ta šis ši ten',
  lv: 'viņš viņa viņi viņas viņu tas tā tie tās šis šī tur',
  nb: 'han hun hans hennes deres denne dette',
  nl: 'hij zij ze deze dit daar haar hun hem',
  pl: 'on ona ono oni to ten ta tam jego jej ich',
  pt: 'ele ela eles elas isso isto este esta esse essa seu sua',
  ro: 'el ea ei ele acesta aceasta acolo asta',
  ru: 'он она оно они это этот эта там его её ее их',
  sk: 'on ona ono oni to ten tá tam jeho jej ich',
  sl: 'on ona ono oni to ta tam njegov njegova njegovo njen njena njihov',
  sr: 'он она оно они то тај та тамо његов његова његово њен њена њихов on ona ono oni to taj ta tamo njegov njegova njegovo njen njena njihov',
  sv: 'han hon hans hennes deras denna detta',
  th: 'เขา เธอ มัน นี้ นั้น นี่ นั่น ที่นั่น',
  tr: 'o onlar bu şu orada onun',
  uk: 'він вона воно вони це цей ця там його її їх',
  vi: 'nó họ đó này kia',
  zh: '它 他 她 他们 它们 这 那 那里 那个 这个',
};
/** A question with fewer content words depends on the one before. */
const FEWEST_WORDS = 2;
/** Of a longer previous question, only the end is used. In UTF-16 units. */
const LONGEST_PREVIOUS = 1_000;

/**
 * Makes a question self-contained without a language model: if it depends on the conversation, the previous question is
 * put before it.
 */
export function withContext(query: string, history: readonly ConversationMessage[], language: Language): string {
  const previous = history.findLast(({ role }) => role === 'user');
  if (previous === undefined || !dependsOnContext(query, language)) return query;
  return `${textOf(previous).slice(-LONGEST_PREVIOUS)} ${query}`;
}

function dependsOnContext(query: string, language: Language): boolean {
  if (saysAny(query, REFERRING[language], language)) return true;
  return tellingWords(query, language).length < FEWEST_WORDS;
}

const REWRITTEN_TOKENS = 128;
/** A longer output is not a question. In UTF-16 units. */
const LONGEST_REWRITTEN = 1_000;

/**
 * Makes a question self-contained with a language model. Unchanged if there is no conversation, or if the model does not
 * write a question.
 */
export async function selfContainedQuestion(
  { query, history, signal }: Pick<AnswerRequest, 'query' | 'history' | 'signal'>,
  work: ModelWork,
): Promise<string> {
  if (history.length === 0) return query;
  const fence = new Fence();
  const recent = await recentThatFit(history.map(asChat), work.model.contextTokens / 2, work.model);
  const said = recent.map(({ role, text }) => `${role}: ${text}`);
  const system =
    'You rewrite the last question of a conversation so that it can be understood without the conversation: put names in the ' +
    `place of words like "it" or "there". Keep its language. Say the question alone, nothing else.\n${fence.rule}`;
  const text = `Conversation:\n${fence.around(said.join('\n'))}\n\nLast question:\n${fence.around(query)}`;
  const { text: written } = await work.generate({
    messages: [
      { role: 'system', text: system },
      { role: 'user', text },
    ],
    maxOutputTokens: REWRITTEN_TOKENS,
    temperature: 0,
    signal,
  });
  const question = written.trim();
  return question === '' || question.length > LONGEST_REWRITTEN ? query : question;
}
