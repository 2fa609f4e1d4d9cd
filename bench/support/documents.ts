import { readJsonLines } from './json-lines.js';

export interface SentDocument {
  id: string;
  title: string;
  tenant_id: string;
  content: string;
  metadata: object;
}

const TOPICS = ['law', 'art', 'music', 'physics', 'biology', 'history', 'sport', 'travel', 'food', 'money'];

/** Texts of a file of `{id, title, text}` lines, gzipped or not, or synthetic ones of about 1,000 characters. */
export function documents(count: number, file?: string): SentDocument[] {
  const texts = file === undefined ? null : readJsonLines<{ title: string; text: string }>(file);
  return Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    title: texts?.[i % texts.length].title.slice(0, 250) ?? `A document about ${TOPICS[i % 10]}, number ${i}`,
    tenant_id: `tenant-${i % 20}`,
    content: texts?.[i % texts.length].text ?? syntheticText(i),
    metadata: { topic: TOPICS[(i * 7) % 10], year: 1990 + ((i * 13) % 35), tags: [`tag-${i % 100}`, `tag-${i % 37}`] },
  }));
}

/** Words by a skewed distribution, as in real texts: few are common, most are rare. */
function syntheticText(seed: number): string {
  let state = seed + 1;
  const words = Array.from({ length: 150 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return `word${Math.floor((state / 0x7fffffff) ** 4 * 50_000)}`;
  });
  return `${words.join(' ')}.`;
}
