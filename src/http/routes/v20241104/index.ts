import type { Services } from '../../services.js';
import { openApiRoute } from '../openapi.js';
import type { TypedServer } from '../route.js';
import { addDocumentRoute } from './add-document.js';
import { analyzeSentimentRoute } from './analyze-sentiment.js';
import { autoSuggestRoute } from './auto-suggest.js';
import { browseDocumentsRoute } from './browse-documents.js';
import { categorizeRoute } from './categorize.js';
import { createModelRoute } from './create-model.js';
import { deleteDocumentRoute } from './delete-document.js';
import { deleteModelRoute } from './delete-model.js';
import { filterDocumentsRoute } from './filter-documents.js';
import { findDuplicateRoute } from './find-duplicate.js';
import { findSimilarRoute } from './find-similar.js';
import { generateAnswerRoute } from './generate-answer.js';
import { getDocumentRoute } from './get-document.js';
import { getModelRoute } from './get-model.js';
import { importDocumentsRoute } from './import-documents.js';
import { invokeLlmRoute } from './invoke-llm.js';
import { listModelsRoute } from './list-models.js';
import { metadataSchemaRoute } from './metadata-schema.js';
import { retrievePassagesRoute } from './retrieve-passages.js';
import { searchRoute } from './search.js';
import { summarizeRoute } from './summarize.js';
import { updateDocumentRoute } from './update-document.js';
import { updateModelRoute } from './update-model.js';

export const VERSION = 'v20241104';

/** Everything under /v20241104. */
export function registerV20241104(server: TypedServer, services: Services): void {
  addDocumentRoute(server, services);
  getDocumentRoute(server, services);
  updateDocumentRoute(server, services);
  deleteDocumentRoute(server, services);
  browseDocumentsRoute(server, services);
  importDocumentsRoute(server, services);
  metadataSchemaRoute(server, services);
  searchRoute(server, services);
  retrievePassagesRoute(server, services);
  filterDocumentsRoute(server, services);
  autoSuggestRoute(server, services);
  findSimilarRoute(server, services);
  findDuplicateRoute(server, services);
  invokeLlmRoute(server, services);
  generateAnswerRoute(server, services);
  summarizeRoute(server, services);
  analyzeSentimentRoute(server, services);
  categorizeRoute(server, services);
  createModelRoute(server, services);
  listModelsRoute(server, services);
  getModelRoute(server, services);
  updateModelRoute(server, services);
  deleteModelRoute(server, services);
  openApiRoute(server, VERSION);
}
