import type { operations, Sextant } from '@sextant/client';

/** The methods of a part of the client, with its name before them. */
type MethodsOf<Part, Prefix extends string> = {
  [Name in keyof Part & string]: Part[Name] extends (...values: never[]) => unknown ? `${Prefix}${Name}` : never;
}[keyof Part & string];

export type ClientMethod =
  | MethodsOf<Sextant, ''>
  | MethodsOf<Sextant['documents'], 'documents.'>
  | MethodsOf<Sextant['models'], 'models.'>
  | MethodsOf<Sextant['models']['versions'], 'models.versions.'>
  | MethodsOf<Sextant['synonyms'], 'synonyms.'>
  | MethodsOf<Sextant['curations'], 'curations.'>
  | MethodsOf<Sextant['queryLog'], 'queryLog.'>
  | MethodsOf<Sextant['keys'], 'keys.'>;

/**
 * The method of our clients that sends an operation: it takes the parameters of the path, then the JSON body. Null where the
 * methods do more than that, as imports do. In Python it has the same name in its own spelling.
 */
const METHODS: Record<keyof operations, ClientMethod | null> = {
  addDocument: 'documents.add',
  getDocument: 'documents.get',
  updateDocument: 'documents.update',
  deleteDocument: 'documents.delete',
  browseDocuments: 'documents.browse',
  filterDocuments: 'documents.filter',
  importDocuments: null,
  importFile: null,
  getDocumentPassages: 'documents.passages',
  getMetadataSchema: 'documents.metadataSchema',
  search: 'search',
  multiSearch: 'multiSearch',
  autoSuggest: 'suggest',
  retrievePassages: 'retrieve',
  findSimilar: 'findSimilar',
  findDuplicate: 'findDuplicate',
  mapDocuments: 'map',
  browseQueryLog: 'queryLog.browse',
  addSynonym: 'synonyms.add',
  getSynonym: 'synonyms.get',
  updateSynonym: 'synonyms.update',
  deleteSynonym: 'synonyms.delete',
  browseSynonyms: 'synonyms.browse',
  addCuration: 'curations.add',
  getCuration: 'curations.get',
  updateCuration: 'curations.update',
  deleteCuration: 'curations.delete',
  browseCurations: 'curations.browse',
  generateAnswer: 'answer',
  invokeLlm: 'invokeLlm',
  summarize: 'summarize',
  categorize: 'categorize',
  analyzeSentiment: 'analyzeSentiment',
  classify: 'classify',
  predict: 'predict',
  createModel: 'models.create',
  listModels: 'models.list',
  getModel: 'models.get',
  updateModel: 'models.update',
  deleteModel: 'models.delete',
  createModelVersion: 'models.versions.create',
  previewModelExamples: 'models.versions.preview',
  getModelVersion: 'models.versions.get',
  cancelModelVersion: 'models.versions.cancel',
  deleteModelVersion: 'models.versions.delete',
  getCurrentKey: 'keys.current',
  createKey: 'keys.create',
  browseKeys: 'keys.browse',
  getKey: 'keys.get',
  rotateKey: 'keys.rotate',
  revokeKey: 'keys.revoke',
  browseStatistics: 'statistics',
  listActivities: 'activity',
  listVersions: 'versions',
  getHealth: 'health',
  getReadiness: 'readiness',
  getMetrics: 'metrics',
};

/** Null as well for an operation that the service has and this console does not know. */
export function clientMethodOf(operation: string): ClientMethod | null {
  return (METHODS as Partial<Record<string, ClientMethod | null>>)[operation] ?? null;
}

/** `models.versions.create` as it is, `queryLog.browse` as `query_log.browse`. */
export function inPython(method: ClientMethod): string {
  return method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
