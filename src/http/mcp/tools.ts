import type { Caller } from '../../domain/caller.js';
import { failure, type ServiceError } from '../../domain/errors/error.js';
import type { CallToolResult, ListedTool, ToolProvider } from '../../mcp/protocol-server.js';
import { callerOf } from '../admission/caller.js';
import { workWithinTime } from '../admission/work-limit.js';
import type { SchemaNode } from '../checking/schema-node.js';
import { noteFailure } from '../errors.js';
import { addDocumentTool } from './add-document-tool.js';
import { askTool } from './ask-tool.js';
import { getDocumentTool } from './get-document-tool.js';
import { retrieveTool } from './retrieve-tool.js';
import { searchTool } from './search-tool.js';
import type { Tool, ToolCall } from './tool.js';

const TOOLS: readonly Tool[] = [searchTool, retrieveTool, askTool, getDocumentTool, addDocumentTool];

export interface ToolLimits {
  /** How long a query may take. */
  workMilliseconds: number;
  /** The same where a language model may write. */
  generationMilliseconds: number;
}

/** The tools of the caller of a request. */
export function toolsFor(call: ToolCall, limits: ToolLimits): ToolProvider {
  const caller = callerOf(call.request);
  return {
    async list() {
      return TOOLS.filter(({ scope }) => caller.scopes.includes(scope)).map((tool) => describeTool(tool, caller));
    },
    async call(name, args) {
      const tool = TOOLS.find((known) => known.name === name);
      return tool === undefined ? null : callTool(tool, args, { call, limits });
    },
  };
}

function describeTool({ name, title, description, input, output, effect }: Tool, { tenants }: Caller): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: asJson(tenants === null ? input : withTenants(input, tenants)),
    outputSchema: asJson(output),
    annotations: {
      title,
      readOnlyHint: effect.readOnly,
      destructiveHint: false,
      idempotentHint: effect.idempotent,
      // Everything happens within the index.
      openWorldHint: false,
    },
  };
}

const MOST_TENANTS_NAMED = 20;

/** A model can't guess the tenants that a key is bound to. */
function withTenants(input: SchemaNode, tenants: readonly string[]): SchemaNode {
  const tenant_id = input.properties?.tenant_id;
  if (tenant_id === undefined || tenants.length > MOST_TENANTS_NAMED) return input;
  const description = `${tenant_id.description} Allowed: ${tenants.map((tenant) => JSON.stringify(tenant)).join(', ')}.`;
  return { ...input, properties: { ...input.properties, tenant_id: { ...tenant_id, description } } };
}

/** Without what only our own checker reads, which has no form in JSON. */
function asJson(schema: object): ListedTool['inputSchema'] {
  return JSON.parse(JSON.stringify(schema));
}

interface CallContext {
  call: ToolCall;
  limits: ToolLimits;
}

/** Errors are results too, so that the model reads them and can do better. */
async function callTool(tool: Tool, args: object, { call, limits }: CallContext): Promise<CallToolResult> {
  try {
    requireToolScope(tool, callerOf(call.request));
    const { text, structured } = await withinLimit(tool, { call, limits }, () => tool.call(args, call));
    return { content: [{ type: 'text', text }], structuredContent: { ...structured } };
  } catch (thrown) {
    const error = noteFailure(thrown, call.request);
    return { isError: true, content: [{ type: 'text', text: explain(error, call) }] };
  }
}

function requireToolScope({ name, scope }: Tool, { scopes }: Caller): void {
  if (scopes.includes(scope)) return;
  throw failure('scope_missing', `The tool ${name} needs the "${scope}" scope; this key does not have it.`);
}

function withinLimit<Result>(
  { work }: Tool,
  { call: { request, reply }, limits }: CallContext,
  run: () => Promise<Result>,
): Promise<Result> {
  if (work === 'write') return run();
  const milliseconds = work === 'generation' ? limits.generationMilliseconds : limits.workMilliseconds;
  return workWithinTime({ request, reply, milliseconds }, run);
}

function explain({ code, message, problems }: ServiceError, { request }: ToolCall): string {
  if (problems.length > 0)
    return ['The arguments are not valid:', ...problems.map((problem) => `- ${problem.message}`)].join('\n');
  return code === 'internal_error' ? `${message} Request id: ${request.id}.` : `${message} (${code})`;
}
