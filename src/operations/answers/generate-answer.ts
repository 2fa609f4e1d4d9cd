import { PHRASES } from '../../text/conversation/phrases.js';
import { recognizeSmallTalk, type SmallTalk } from '../../text/conversation/small-talk.js';
import type { OperationContext } from '../context.js';
import { requireTenants } from '../tenancy.js';
import {
  type AnswerListener,
  type AnswerRequest,
  type GeneratedAnswer,
  NO_ANSWER_FOUND,
  replyLanguage,
} from './answer.js';
import { extractAnswer } from './extract-answer.js';
import { writeAnswer } from './write-answer.js';

/** Answers a question from the documents, and small talk without a search. */
export async function generateAnswer(request: AnswerRequest, context: OperationContext): Promise<GeneratedAnswer> {
  if (request.tenantIds !== null) requireTenants(context.caller, request.tenantIds);
  const smallTalk = recognizeSmallTalk(request.query, request.language);
  if (smallTalk !== null) return withoutSources(replyTo(smallTalk, request), request.listener);
  const { writing } = context.languageModels;
  const found = await (writing === null ? extractAnswer(request, context) : writeAnswer(request, writing, context));
  const { answer, semanticTokens, appliedSynonyms, usage } = found;
  if (answer !== null) return { ...found, answer };
  const { noAnswer } = PHRASES[replyLanguage(request)];
  return { ...withoutSources(noAnswer, request.listener), semanticTokens, appliedSynonyms, usage };
}

function withoutSources(answer: string, listener: AnswerListener | null): GeneratedAnswer {
  listener?.onSources([]);
  listener?.onText(answer);
  return { ...NO_ANSWER_FOUND, answer };
}

/** The caller's reply to a greeting, or the default: in the language of the request, or of the small talk if that is null. */
function replyTo({ kind, language }: SmallTalk, request: AnswerRequest): string {
  const { welcome, youAreWelcome, goodbye } = PHRASES[request.language ?? language];
  return { greeting: request.greetingResponse ?? welcome, thanks: youAreWelcome, farewell: goodbye }[kind];
}
