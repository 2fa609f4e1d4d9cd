import { Type } from 'typebox';
import { answerItem, answerQuestion, answerRequest } from '../routes/v20241104/generate-answer.js';
import { DOCUMENT_IDS, FILTER, LANGUAGE, MULTILINGUAL, TENANTS } from './arguments.js';
import { describeDocument, withoutImportMark } from './text.js';
import { type Tool, ToolArguments } from './tool.js';

const args = new ToolArguments(answerRequest, {
  offered: {
    query: 'The question, complete in itself: earlier questions are not known here.',
    language: LANGUAGE,
    multilingual_search: MULTILINGUAL,
    document_id: DOCUMENT_IDS,
    filter: FILTER,
    tenant_id: TENANTS,
    max_output_tokens: 'How long the answer may be, if a language model writes it.',
  },
});

const output = Type.Object({
  ...answerItem.properties,
  model: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The language model that wrote the answer; null if it consists of sentences of the documents.',
  }),
});

export const askTool: Tool = {
  name: 'ask',
  title: 'Ask the documents',
  description:
    'Answers a question from the documents alone and names its sources: [1] in the answer is the first source. Says so if the documents ' +
    'do not contain the answer; sources is then empty, and nothing was made up. Use it for a question of fact that the documents ' +
    'should settle. Use retrieve instead if you want to read the passages and write the answer yourself.',
  scope: 'generate',
  work: 'generation',
  effect: { readOnly: true, idempotent: true },
  input: args.schema,
  output,
  async call(sent, { services, request, reply }) {
    const { data, model } = await answerQuestion(args.read(sent), services, { request, reply });
    const [item] = data;
    const sources = item.sources.map(withoutImportMark);
    const described = sources.map((source, index) => `[${index + 1}] ${describeDocument(source)}`);
    const listed = described.length === 0 ? [] : [`Sources:\n${described.join('\n')}`];
    return { text: [item.answer, ...listed].join('\n\n'), structured: { ...item, sources, model } };
  },
};
