import type { AnalysisConfidence } from '../../domain/search/confidence.js';

export interface Category {
  name: string;
  description: string;
}

export interface CategorizeRequest {
  documentIds: readonly string[];
  categories: readonly Category[];
  /** The limit for each document. */
  maxCategories: number;
  minConfidence: AnalysisConfidence;
  signal: AbortSignal;
}

export interface AssignedCategory {
  name: string;
  confidence: AnalysisConfidence;
}
