import type { Document } from '../../domain/document/document.js';
import { failure } from '../../domain/errors/error.js';
import type { OperationContext } from '../context.js';
import { findSource } from '../search/find-source.js';
import { extractSummary } from './extract-summary.js';
import { languageName } from './model-work.js';
import type { Summary, SummaryRequest } from './summary.js';
import { writeSummary } from './write-summary.js';

/**
 * Sums up a stored document: in the words of a language model where there is one, else with sentences of its own, which
 * are in its own language.
 */
export async function summarizeDocument(
  request: SummaryRequest,
  context: OperationContext,
): Promise<Summary & { document: Document }> {
  const document = await findSource(request.documentId, 'document_id', context);
  const { writing } = context.languageModels;
  if (writing !== null) return { document, ...(await writeSummary({ ...request, document }, writing)) };
  if (request.language !== document.language) throw needsModel(request, document);
  return { document, ...(await extractSummary({ ...request, document }, context)) };
}

function needsModel({ language }: SummaryRequest, document: Document): Error {
  const from = languageName(document.language);
  return failure(
    'language_model_not_configured',
    `The document is in ${from} and the summary is to be in ${languageName(language)}, which takes a language model. ` +
      `Ask for language_summary "${document.language}", or have the operator name an OpenAI-compatible API in ` +
      'SEXTANT_LLM_URL and SEXTANT_LLM_MODEL, or a model file in SEXTANT_LLM_FILE.',
    { param: 'language_summary' },
  );
}
