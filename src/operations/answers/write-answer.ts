import { confidenceLevel } from '../../domain/search/confidence.js';
import type { LanguageModel } from '../../inference/language-model.js';
import type { OperationContext } from '../context.js';
import {
  type AnswerListener,
  type AnswerRequest,
  type AnswerSource,
  type FoundAnswer,
  replyLanguage,
} from './answer.js';
import { answerPrompt, NOT_IN_PASSAGES } from './answer-prompt.js';
import { CitationFilter } from './citations.js';
import { type EvidencePassage, findEvidence } from './find-evidence.js';
import { selfContainedQuestion } from './follow-up.js';
import { ModelWork } from './model-work.js';

/** An answer in a language model's words, from the passages that fit the question. */
export async function writeAnswer(
  request: AnswerRequest,
  model: LanguageModel,
  context: OperationContext,
): Promise<FoundAnswer> {
  const work = new ModelWork(model);
  const query = await selfContainedQuestion(request, work);
  const { passages, semanticTokens } = await findEvidence({ ...request, query }, context);
  const { messages, sources: given } = await answerPrompt(
    { ...request, language: replyLanguage(request) },
    passages,
    model,
  );
  if (given.length === 0) return nothing(semanticTokens, work);
  const sources = given.map(asSource);
  const text = new WrittenText(sources, request.listener);
  const { maxOutputTokens, temperature, signal } = request;
  const { stopReason } = await work.generate({
    messages,
    maxOutputTokens,
    temperature,
    signal,
    onText: (piece) => text.push(piece),
  });
  const answer = text.end();
  if (answer === null) return nothing(semanticTokens, work);
  const [{ confidence }] = sources;
  return { answer, sources, confidence, stopReason, semanticTokens, usage: work.usage };
}

function nothing(semanticTokens: number, { usage }: ModelWork): FoundAnswer {
  return { answer: null, sources: [], confidence: 'not_available', stopReason: 'end_turn', semanticTokens, usage };
}

function asSource({ document, documentScore }: EvidencePassage): AnswerSource {
  return { document, confidence: confidenceLevel(documentScore) };
}

/** Passes on what the model writes, once it can no longer be the mark that it found no answer. */
class WrittenText {
  #opening = '';
  #answer = '';
  #state: 'opening' | 'answering' | 'declined' = 'opening';
  readonly #sources: readonly AnswerSource[];
  readonly #listener: AnswerListener;
  readonly #citations: CitationFilter;

  constructor(sources: readonly AnswerSource[], listener: AnswerListener) {
    this.#sources = sources;
    this.#listener = listener;
    this.#citations = new CitationFilter(sources.length);
  }

  push(piece: string): void {
    if (this.#state === 'answering') this.#pass(this.#citations.push(piece));
    if (this.#state !== 'opening') return;
    this.#opening += piece;
    const said = this.#opening.trimStart();
    if (said.startsWith(NOT_IN_PASSAGES)) this.#state = 'declined';
    else if (!NOT_IN_PASSAGES.startsWith(said)) this.#begin();
  }

  /** The whole answer; null where there is none. */
  end(): string | null {
    if (this.#state === 'opening' && this.#opening.trim() !== '') this.#begin();
    if (this.#state !== 'answering') return null;
    this.#pass(this.#citations.end());
    return this.#answer === '' ? null : this.#answer;
  }

  #begin(): void {
    this.#state = 'answering';
    this.#pass(this.#citations.push(this.#opening));
  }

  #pass(text: string): void {
    if (text === '') return;
    if (this.#answer === '') this.#listener.onSources(this.#sources);
    this.#answer += text;
    this.#listener.onText(text);
  }
}
