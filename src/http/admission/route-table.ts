import type { RouteOptions } from 'fastify';
import { failure, type ServiceError } from '../../domain/errors/error.js';

const VERSION_SEGMENT = /^\/v\d+(?=\/|$)/;

/** Which paths exist under which methods, so that a request that matches no route can be told why. */
export class RouteTable {
  readonly #methodsByPattern = new Map<string, Set<string>>();

  constructor(readonly versions: readonly string[]) {}

  add(route: RouteOptions): void {
    const methods = this.#methodsByPattern.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) methods.add(method);
    this.#methodsByPattern.set(route.url, methods);
  }

  /** Whether a route has exactly this path, without parameters. */
  isExact(path: string): boolean {
    return this.#methodsByPattern.has(path);
  }

  /**
   * The methods of `path`, none if it is unknown. A path of its own (`/documents/browse`) wins over a pattern that
   * would also take it (`/documents/:id`).
   */
  methodsAt(path: string): string[] {
    const exact = this.#methodsByPattern.get(path);
    if (exact !== undefined) return [...exact];
    const found = [...this.#methodsByPattern].find(([pattern]) => matches(pattern, path));
    return found === undefined ? [] : [...found[1]];
  }

  /** Why there is no route for this method and path. */
  explain(method: string, path: string): ServiceError {
    const allow = this.methodsAt(path);
    if (allow.length > 0) {
      const message = `This path does not support ${method}. Use ${allow.join(' or ')}.`;
      return failure('method_not_allowed', message, { allow });
    }
    const version = VERSION_SEGMENT.exec(path)?.[0].slice(1);
    if (version !== undefined && !this.versions.includes(version)) {
      const message = `There is no API version ${version.slice(0, 20)}. Available: ${this.versions.join(', ')}.`;
      return failure('version_not_found', message);
    }
    return failure('path_not_found', `This path does not exist.${this.#forgottenVersion(path)}`);
  }

  #forgottenVersion(path: string): string {
    const full = this.versions.map((version) => `/${version}${path}`).find((known) => this.methodsAt(known).length > 0);
    return full === undefined ? '' : ` Did you mean ${full.slice(0, 200)}?`;
  }
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment === given[index] || (segment.startsWith(':') && given[index] !== ''))
  );
}
