import type { FoundPassage, PassagePlan } from '../../engine.js';
import type { QueryTools } from '../query/query-tools.js';

export async function findPassages(_plan: PassagePlan, _tools: QueryTools): Promise<FoundPassage[]> {
  return [];
}
