import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import { NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import { PHRASES } from '../../text/conversation/phrases.js';
import { recognizeSmallTalk, type SmallTalk } from '../../text/conversation/small-talk.js';
import type { OperationContext } from '../context.js';
import { requireTenants } from '../tenancy.js';
import { type AnswerListener, type AnswerRequest, type GeneratedAnswer, replyLanguage } from './answer.js';
import { extractAnswer } from './extract-answer.js';
import { writeAnswer } from './write-answer.js';

/** Answers a question from the documents, and small talk without a search. */
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

function withoutSources(answer: string, listener: AnswerListener | null): GeneratedAnswer {
  listener?.onSources([]);
  listener?.onText(answer);
  return {
    answer,
    sources: [],
    confidence: 'not_available',
    stopReason: 'end_turn',
    semanticTokens: 0,
    usage: NO_LANGUAGE_MODEL,
  };
}

/** The default reply, in the language of the request; if that is null, in the language of the small talk. */
function replyTo({ kind, languages }: SmallTalk, language: Language | null): string {
  const { welcome, youAreWelcome, goodbye } = PHRASES[language ?? spoken(languages)];
  return { greeting: welcome, thanks: youAreWelcome, farewell: goodbye }[kind];
}

/** Some words are used in several languages. English is preferred, because it is the most likely one. */
function spoken(languages: readonly Language[]): Language {
  return languages.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : (languages[0] ?? DEFAULT_LANGUAGE);
}
