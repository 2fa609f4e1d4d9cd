import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Scope } from '../../domain/caller.js';
import { invalidRequest } from '../../domain/errors/error.js';
import { Problems } from '../../domain/errors/problem.js';
import { compileChecker } from '../checking/schema-check.js';
import { type Checker, type SchemaNode, schemaNode } from '../checking/schema-node.js';
import type { Services } from '../services.js';

/** A tool that models call. It does what an endpoint does, with the same code and the same bounds. */
export interface Tool {
  name: string;
  /** For people. */
  title: string;
  /** For models: what it does, when to use it rather than another, and what comes back. */
  description: string;
  /** Only keys with this scope see the tool. */
  scope: Scope;
  /** How long it may take; a write has no limit, because one that was answered with an error could still succeed later. */
  work: 'query' | 'generation' | 'write';
  /** Whether it changes nothing, and whether calling it twice is the same as calling it once. */
  effect: { readOnly: boolean; idempotent: boolean };
  /** JSON Schema of the arguments and of the structured result. */
  input: SchemaNode;
  output: TSchema;
  call(sent: unknown, call: ToolCall): Promise<ToolResult>;
}

/** The request that a tool is called by. */
export interface ToolCall {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ToolResult {
  /** What a model reads. */
  text: string;
  /** The same for programs: it has the form of the tool's `output`. */
  structured: object;
}

interface ArgumentChoice {
  /** The parameters that are offered, with what models are told about them. */
  offered: Record<string, string>;
  /** What parameters are set to unless an argument says otherwise, where this is not the default of the endpoint. */
  preset?: Record<string, unknown>;
}

/** The arguments of a tool: some of the parameters of an endpoint, with the same names and bounds. */
export class ToolArguments<Endpoint extends TSchema> {
  readonly schema: SchemaNode;
  readonly #preset: Record<string, unknown>;
  readonly #checkArguments: Checker;
  readonly #checkBody: Checker;

  constructor(endpoint: Endpoint, { offered, preset = {} }: ArgumentChoice) {
    const body = schemaNode(endpoint);
    const names = Object.keys(offered);
    this.schema = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, describedParameter(name, body, { offered, preset })])),
      required: names.filter((name) => body.required?.includes(name) && !Object.hasOwn(preset, name)),
      additionalProperties: false,
    };
    this.#preset = preset;
    this.#checkArguments = compileChecker(this.schema);
    this.#checkBody = compileChecker(body);
  }

  /** The body of a request to the endpoint, checked and with its defaults. An error names every wrong argument. */
  read(sent: unknown): Static<Endpoint> {
    check(this.#checkArguments, sent);
    return check(this.#checkBody, { ...this.#preset, ...(sent as object) }) as Static<Endpoint>;
  }
}

function describedParameter(name: string, body: SchemaNode, { offered, preset = {} }: ArgumentChoice): SchemaNode {
  const parameter = body.properties?.[name];
  if (parameter === undefined) throw new Error(`The endpoint has no parameter ${name}.`);
  const described = { ...parameter, description: offered[name] };
  return Object.hasOwn(preset, name) ? { ...described, default: preset[name] } : described;
}

function check(checker: Checker, value: unknown): unknown {
  const problems = new Problems();
  const checked = checker(value, { path: '', problems, now: Date.now() });
  if (problems.any) throw invalidRequest(problems.list);
  return checked;
}
