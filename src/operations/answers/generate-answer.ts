import { NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import { PHRASES } from '../../text/conversation/phrases.js';
import { recognizeSmallTalk } from '../../text/conversation/small-talk.js';
import type { OperationContext } from '../context.js';
import { requireTenants } from '../tenancy.js';
import type { AnswerListener, AnswerRequest, GeneratedAnswer } from './answer.js';
import { extractAnswer } from './extract-answer.js';
import { replyLanguage } from './reply-language.js';
import { replyTo } from './small-talk-reply.js';
import { writeAnswer } from './write-answer.js';

/** Answers a question from the documents. Small talk is answered in kind, and searches nothing. */
export async function generateAnswer(request: AnswerRequest, context: OperationContext): Promise<GeneratedAnswer> {
  if (request.tenantIds !== null) requireTenants(context.caller, request.tenantIds);
  const smallTalk = recognizeSmallTalk(request.query);
  if (smallTalk !== null) {
    return withoutSources(request.greetingResponse ?? replyTo(smallTalk, request.language), request.listener);
  }
  const { writing } = context.languageModels;
  const found = await (writing === null ? extractAnswer(request, context) : writeAnswer(request, writing, context));
  const { answer, semanticTokens, usage } = found;
  if (answer !== null) return { ...found, answer };
  const { noAnswer } = PHRASES[replyLanguage(request)];
  return { ...withoutSources(noAnswer, request.listener), semanticTokens, usage };
}

function withoutSources(answer: string, listener: AnswerListener): GeneratedAnswer {
  listener.onSources([]);
  listener.onText(answer);
  return {
    answer,
    sources: [],
    confidence: 'not_available',
    stopReason: 'end_turn',
    semanticTokens: 0,
    usage: NO_LANGUAGE_MODEL,
  };
}
