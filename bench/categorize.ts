// How often is the likeliest category the right one, and how often is each level of confidence? Zero-shot: nothing is trained.
// npm run build && node --import ./scripts/run-typescript.mjs bench/categorize.ts [news items]   (about a minute: it embeds them)

import { readScoreScale } from '../src/inference/calibration.js';
import { openBundledEmbedder } from '../src/inference/onnx/bundled-embedder.js';
import { categorizeByMeaning } from '../src/operations/analysis/categorize-by-meaning.js';
import type { OperationContext } from '../src/operations/context.js';
import { plainServices } from '../src/operations/plain-services.js';
import { readLabelledTexts } from './support/labelled-texts.js';

const SAMPLE = Number(process.argv[2] ?? 2000);
const BATCH = 100;
const LEVELS = ['very_high', 'high', 'medium', 'low'] as const;
const CATEGORIES = [
  {
    name: 'World',
    description:
      'International affairs and politics: governments, elections, diplomacy, wars, conflicts, terrorism, protests, peace talks, disasters and human rights. ' +
      'Presidents, ministers, troops and the United Nations in countries all over the world.',
  },
  {
    name: 'Sports',
    description:
      'Athletic competition: football, baseball, basketball, soccer, tennis, golf, cricket, motor racing and the Olympic Games. ' +
      'Matches, scores, championships, tournaments, players, coaches, teams and their wins and losses.',
  },
  {
    name: 'Business',
    description:
      'The economy, markets and companies: stocks, shares, oil prices, profits, quarterly earnings, mergers, takeovers, interest rates, trade, jobs and bankruptcy. ' +
      'News about corporations, banks, investors, executives and consumer spending.',
  },
  {
    name: 'Sci/Tech',
    description:
      'Science and technology: computers, software, the internet, security holes, mobile phones, video games, chips and electronics, space exploration, physics, biology, medicine and climate research. ' +
      'New products, discoveries and inventions.',
  },
];

const embedder = await openBundledEmbedder({ threads: 2, onFailure: console.error });
const { calibrated: _, ...scale } = await readScoreScale(embedder.space);
const nothingStored = { documents: { get: () => null } } as unknown as OperationContext['collection'];
const context = { ...plainServices(embedder), scale, collection: nothingStored } as OperationContext;
const all = readLabelledTexts('../shared/data/ag_news/all.jsonl.gz');
const every = Math.max(1, Math.floor(all.length / SAMPLE));
const items = all.filter((_, i) => i % every === 0).slice(0, SAMPLE);

const counts = new Map(LEVELS.map((level) => [level, { said: 0, right: 0 }]));
for (let from = 0; from < items.length; from += BATCH) {
  const batch = items.slice(from, from + BATCH);
  const documents = batch.map(({ text }, i) => documentOf(text, `news-${from + i}`));
  const found = await categorizeByMeaning(documents, CATEGORIES, context);
  found.forEach(([best], i) => {
    const count = counts.get(best.confidence)!;
    count.said++;
    if (best.name === batch[i].label) count.right++;
  });
}
await embedder.close();

const right = sumOf(({ right }) => right);
const assigned = right - counts.get('low')!.right;
console.log(`AG News, ${items.length} items: accuracy ${share(right, items.length)}`);
console.log(
  `with min_confidence_level medium, an item without a category counted as wrong: ${share(assigned, items.length)}`,
);
for (const [level, { said, right }] of counts)
  console.log(`${level.padEnd(10)} ${share(said, items.length)} of the items, right ${share(right, said)}`);

function documentOf(text: string, id: string) {
  const [title, ...content] = text.split('\n');
  return {
    id,
    title,
    content: content.join('\n'),
    tenantId: 't',
    language: 'en' as const,
    metadata: null,
    sourceUri: null,
    createdAt: 0,
    updatedAt: 0,
  };
}

function sumOf(value: (count: { said: number; right: number }) => number): number {
  return [...counts.values()].reduce((sum, count) => sum + value(count), 0);
}

function share(part: number, whole: number): string {
  return (part / Math.max(1, whole)).toFixed(3);
}
