import { type Connection, ConnectionPool } from '@opensearch-project/opensearch';

type Choice = NonNullable<Parameters<ConnectionPool['getConnection']>[0]>;

/**
 * Gives up on no node that the filter lets pass. The client's own pool asks nodes that failed a moment ago only if all nodes
 * did, those that the filter excludes included: one node that fails once, beside one that is excluded, would be left alone
 * for seconds, and each request refused meanwhile.
 */
export class PersistentPool extends ConnectionPool {
  override getConnection(choice: Choice = {}): Connection | null {
    return super.getConnection(choice) ?? this.#anyThatMayBeAsked(choice);
  }

  #anyThatMayBeAsked({ filter = () => true, selector = ([first]) => first }: Choice): Connection | null {
    const connections = this.connections.filter(filter);
    return connections.length === 0 ? null : selector(connections);
  }
}
