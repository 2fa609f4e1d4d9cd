import type { MetadataDescription } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';
import { tenantScope } from '../tenancy.js';

/** What metadata the documents have that the caller may see. */
export function describeMetadata(context: OperationContext): Promise<MetadataDescription> {
  const { caller, collection, queryTimeLimit: timeLimit, signal } = context;
  return collection.engine.describeMetadata({ scope: tenantScope(caller, null), timeLimit }, { signal });
}
