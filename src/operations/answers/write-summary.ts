import type { LanguageModel } from '../../inference/language-model.js';
import { Fence, languageName, ModelWork } from './model-work.js';
import { partsThatFit } from './shorten-text.js';
import { SENTENCES, type Summary, type SummaryTask } from './summary.js';

const OUTPUT_TOKENS = { short: 256, medium: 384, long: 768 } as const;
const PART_TOKENS = 256;
const PART_SENTENCES = 4;
/** For the instructions, and for what a count may be off by. */
const PROMPT_TOKENS = 256;
/** Each round makes a text several times shorter; the longest document needs three with the smallest of contexts. */
const MOST_ROUNDS = 4;
const TEMPERATURE = 0.2;

/** A summary in a language model's words. A text that it can't read at once is summed up in parts, then those together. */
export async function writeSummary(task: SummaryTask, model: LanguageModel): Promise<Summary> {
  const { document, language, length, signal } = task;
  const work = new ModelWork(model);
  const output = Math.min(OUTPUT_TOKENS[length], Math.floor(model.contextTokens / 3));
  const room = model.contextTokens - output - PROMPT_TOKENS;
  let parts = await partsThatFit(document.content ?? '', room, model);
  for (let round = 1; parts.length > 1 && round <= MOST_ROUNDS; round++) {
    const shorter: string[] = [];
    for (const text of parts) {
      const wish = { text, title: document.title, sentences: PART_SENTENCES, language: document.language };
      shorter.push((await ask(wish, work, { signal, maxOutputTokens: Math.min(PART_TOKENS, output) })).text.trim());
    }
    parts = await partsThatFit(shorter.join('\n'), room, model);
  }
  const wish = { text: parts[0] ?? '', title: document.title, sentences: SENTENCES[length], language };
  const { text, stopReason } = await ask(wish, work, { signal, maxOutputTokens: output });
  return { summary: text.trim() || document.title, stopReason, semanticTokens: 0, usage: work.usage };
}

interface Wish {
  title: string;
  text: string;
  sentences: number;
  language: string;
}

function ask(
  { title, text, sentences, language }: Wish,
  work: ModelWork,
  limits: { signal: AbortSignal; maxOutputTokens: number },
) {
  const fence = new Fence();
  const system = [
    `You sum up a document in at most ${sentences} sentences, in ${languageName(language)}.`,
    'Say what it says, add nothing, and say the summary alone.',
    fence.rule,
  ].join('\n');
  return work.generate({
    messages: [
      { role: 'system', text: system },
      { role: 'user', text: fence.around(`${title}\n${text}`) },
    ],
    temperature: TEMPERATURE,
    ...limits,
  });
}
