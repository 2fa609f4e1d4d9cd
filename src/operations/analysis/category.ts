import type { AnalysisConfidence } from '../../domain/search/confidence.js';

export interface Category {
  name: string;
  description: string;
}

export interface CategorizeRequest {
  documentIds: readonly string[];
  categories: readonly Category[];
  /** Most categories that a document is given. */
  maxCategories: number;
  minConfidence: AnalysisConfidence;
  signal: AbortSignal;
}

export interface AssignedCategory {
  name: string;
  confidence: AnalysisConfidence;
}
