// Everyday questions in several languages, asked of a running service that has no language model: paraphrased, unanswerable
// and follow-up questions. Only a run of the set `figure` in all languages is recorded.
// npm run build && node --import ./scripts/run-typescript.mjs bench/everyday-questions.ts [tuning|figure] [languages, as in en,de] [--show]
import { parseArgs } from 'node:util';
import { formatValue } from './page/format.js';
import {
  type AnswerableCase,
  CASE_SETS,
  type CasesOfLanguage,
  type FollowUpCase,
  idIn,
  readEverydayCases,
} from './support/everyday-cases.js';
import {
  confidenceFigures,
  type EverydayOutcome,
  type Kind,
  rowFigures,
  withoutCitations,
} from './support/everyday-outcomes.js';
import { type Figure, Recording } from './support/recording.js';
import { Service } from './support/service.js';

interface AnswerBody {
  data: { answer: string; confidence_level: string; sources: { id: string }[] }[];
  messages: object[];
  total_number_of_results: number;
}

const { values: options, positionals } = parseArgs({ allowPositionals: true, options: { show: { type: 'boolean' } } });
const set = CASE_SETS.find((name) => name === (positionals[0] ?? 'figure'));
if (set === undefined) throw new Error(`The set is one of ${CASE_SETS.join(', ')}.`);
const everything = readEverydayCases(set);
const wanted = positionals[1]?.split(',') ?? everything.map(({ language }) => language);
const asked = everything.filter(({ language }) => wanted.includes(language));

const recording = new Recording('everyday-questions');
const service = new Service({ SEXTANT_LLM_PROVIDER: 'none' });
try {
  await service.start();
  const lines = everything.flatMap((cases) =>
    cases.documents.map(({ id, title, content }) =>
      JSON.stringify({ id: idIn(cases, id), title, content, tenant_id: cases.tenant, language: cases.language }),
    ),
  );
  await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
  const outcomes: EverydayOutcome[] = [];
  for (const cases of asked) {
    const ofLanguage = await outcomesOf(cases);
    outcomes.push(...ofLanguage);
    print(rowFigures(cases.language, ofLanguage));
    if (options.show) for (const outcome of ofLanguage) if (!outcome.right) showWrong(outcome);
  }
  const total = rowFigures('all', outcomes);
  const byConfidence = confidenceFigures(outcomes.filter(({ multilingual }) => !multilingual));
  print(total);
  for (const level of new Set(byConfidence.map(({ name }) => name))) {
    print(byConfidence.filter(({ name }) => name === level));
  }
  if (set === 'figure' && asked.length === everything.length) {
    const rows = asked.flatMap(({ language }) =>
      rowFigures(
        language,
        outcomes.filter((outcome) => outcome.language === language),
      ),
    );
    recording.add(...rows, ...total, ...byConfidence);
    recording.save();
  }
} finally {
  await service.dispose();
}

async function outcomesOf(cases: CasesOfLanguage): Promise<EverydayOutcome[]> {
  const { language, tenant } = cases;
  const outcomes: EverydayOutcome[] = [];
  for (const multilingual of [false, true]) {
    const scope = multilingual ? { multilingual_search: true } : { language, tenant_id: [tenant] };
    for (const one of cases.answerable) {
      const body = await ask({ query: one.question, ...scope });
      outcomes.push(
        outcomeOf(body, { cases, kind: 'answerable', multilingual, question: one.question, expected: one }),
      );
    }
    for (const question of cases.unanswerable) {
      const body = await ask({ query: question, ...scope });
      outcomes.push(outcomeOf(body, { cases, kind: 'unanswerable', multilingual, question }));
    }
  }
  for (const one of cases.followUps) outcomes.push(await followUpOutcome(cases, one));
  return outcomes;
}

async function followUpOutcome(cases: CasesOfLanguage, one: FollowUpCase): Promise<EverydayOutcome> {
  const scope = { language: cases.language, tenant_id: [cases.tenant] };
  const before = await ask({ query: one.first, ...scope });
  const body = await ask({ query: one.question, previous_messages: before.messages, ...scope });
  const question = `${one.first} – ${one.question}`;
  const outcome = outcomeOf(body, { cases, kind: 'follow-up', multilingual: false, question, expected: one });
  const repeated = !outcome.declined && withoutCitations(before.data[0].answer) === withoutCitations(outcome.answer);
  return { ...outcome, repeated };
}

interface AskedCase {
  cases: CasesOfLanguage;
  kind: Kind;
  multilingual: boolean;
  question: string;
  /** Absent for an unanswerable question. */
  expected?: AnswerableCase;
}

function outcomeOf(body: AnswerBody, { cases, kind, multilingual, question, expected }: AskedCase): EverydayOutcome {
  const [{ answer, confidence_level: confidence, sources }] = body.data;
  const declined = body.total_number_of_results === 0;
  const said = withoutCitations(answer).toLowerCase();
  const right =
    expected === undefined
      ? declined
      : sources.some(({ id }) => id === idIn(cases, expected.document)) &&
        expected.answers.some((text) => said.includes(text.toLowerCase()));
  const { language } = cases;
  return { language, kind, multilingual, question, answer, declined, right, repeated: false, confidence };
}

async function ask(request: object): Promise<AnswerBody> {
  return JSON.parse(await service.post('/generate-answer', JSON.stringify(request)));
}

function print(figures: readonly Figure[]): void {
  const cells = figures.map(({ measure, value, unit }) => `${measure} ${formatValue(value, unit)}`);
  console.log(`${figures[0].name}: ${cells.join('; ')}`);
}

function showWrong({ kind, multilingual, question, answer, declined, repeated }: EverydayOutcome): void {
  const where = multilingual ? ', all languages' : '';
  const said = declined ? 'declined' : `${answer}${repeated ? ' (repeated)' : ''}`;
  console.log(`  ${kind}${where}: ${question}\n    ${said}`);
}
