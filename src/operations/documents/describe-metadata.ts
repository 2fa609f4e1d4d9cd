import type { MetadataDescription } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';
import { tenantScope } from '../tenancy.js';

/** What metadata the documents have that the caller may see. */
export function describeMetadata({ caller, collection }: OperationContext): Promise<MetadataDescription> {
  return collection.engine.describeMetadata(tenantScope(caller, null));
}
