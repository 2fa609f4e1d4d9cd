import { openApiRoute } from '../../describe/openapi.js';
import type { Services } from '../../services.js';
import type { TypedServer } from '../route.js';
import { analyzeSentimentRoute } from './analyze-sentiment.js';
import { autoSuggestRoute } from './auto-suggest.js';
import { browseDocumentsRoute } from './browse-documents.js';
import { categorizeRoute } from './categorize.js';
import { classifyRoute } from './classify.js';
import { addDocumentRoute, deleteDocumentRoute, getDocumentRoute, updateDocumentRoute } from './documents.js';
import { filterDocumentsRoute } from './filter-documents.js';
import { findDuplicateRoute } from './find-duplicate.js';
import { findSimilarRoute } from './find-similar.js';
import { generateAnswerRoute } from './generate-answer.js';
import { importDocumentsRoute } from './import-documents.js';
import { invokeLlmRoute } from './invoke-llm.js';
import { metadataSchemaRoute } from './metadata-schema.js';
import { cancelVersionRoute, createVersionRoute, deleteVersionRoute, getVersionRoute } from './model-versions.js';
import { createModelRoute, deleteModelRoute, getModelRoute, listModelsRoute, updateModelRoute } from './models.js';
import { predictRoute } from './predict.js';
import { retrievePassagesRoute } from './retrieve-passages.js';
import { searchRoute } from './search.js';
import { summarizeRoute } from './summarize.js';

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
  createVersionRoute(server, services);
  getVersionRoute(server, services);
  cancelVersionRoute(server, services);
  deleteVersionRoute(server, services);
  classifyRoute(server, services);
  predictRoute(server, services);
  openApiRoute(server, VERSION);
}
