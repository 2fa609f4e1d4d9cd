import {
  describeSent,
  didYouMean,
  isFiniteNumber,
  keyPath,
  type Problems,
  type SentObject,
} from '../../domain/errors/problem.js';

/** Where in the request a facet, or a part of it, is, and what is needed to parse it. */
export interface FacetContext {
  /** `facet_advanced[0]` */
  path: string;
  problems: Problems;
  /** What `now` means in date math: one instant for the whole request. */
  now: number;
}

/** Records why the value at `context.path` is invalid. Returns null in its place. */
export function refuse(context: FacetContext, message: string): null {
  context.problems.add(context.path, 'facet_invalid', message);
  return null;
}

export function below(context: FacetContext, key: string): FacetContext {
  return { ...context, path: keyPath(context.path, key) };
}

/** Parses the settings of one facet. A missing setting has its default, an invalid one is null. */
export class Settings {
  readonly context: FacetContext;
  readonly #sent: SentObject;

  constructor(sent: SentObject, context: FacetContext) {
    this.#sent = sent;
    this.context = context;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#sent, key);
  }

  get(key: string): unknown {
    return this.has(key) ? this.#sent[key] : undefined;
  }

  at(key: string): FacetContext {
    return below(this.context, key);
  }

  choice<T extends string>(key: string, choices: readonly T[], otherwise: T): T | null {
    if (!this.has(key)) return otherwise;
    const value = this.get(key);
    const choice = choices.find((name) => name === value);
    if (choice !== undefined) return choice;
    const hint = typeof value === 'string' ? didYouMean(value, choices) : '';
    return refuse(this.at(key), `Expected one of ${choices.join(', ')}; found ${describeSent(value)}.${hint}`);
  }

  integer(key: string, { least, most, otherwise }: { least: number; most: number; otherwise: number }): number | null {
    const value = this.has(key) ? this.get(key) : otherwise;
    if (isFiniteNumber(value) && Number.isInteger(value) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    return refuse(this.at(key), `Expected an integer ${range}; found ${describeSent(value)}.`);
  }

  flag(key: string): boolean | null {
    const value = this.has(key) ? this.get(key) : false;
    return typeof value === 'boolean'
      ? value
      : refuse(this.at(key), `Expected a boolean; found ${describeSent(value)}.`);
  }
}
