import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController, type RouteOptions } from 'fastify';
import { admission, RouteTable } from './admission/admission.js';
import { acceptKey, requiredScope } from './admission/caller.js';
import { withinTime } from './admission/work-limit.js';
import { receiveJsonBody } from './body/json-body.js';
import { requestCheckFor } from './checking/schema-check.js';
import { answerClientError, answerConnect, sendError } from './errors.js';
import { observeRequest, ServiceMetrics } from './observe.js';
import { requestId } from './request-id.js';
import { consoleRoutes } from './routes/console.js';
import { mcpRoute } from './routes/mcp.js';
import { healthzRoute, metricsRoute, readyzRoute } from './routes/monitoring.js';
import type { TypedServer } from './routes/route.js';
import { API_VERSIONS, versionsRoute } from './routes/versions.js';
import type { Services } from './services.js';
import { USE_OF_SCHEMAS } from './use-of-schemas.js';
import { listsInTurns } from './views/long-lists.js';

export interface ServerOptions {
  services: Services;
  log: FastifyBaseLogger;
  /** How long a body may take to arrive. */
  bodyMilliseconds: number;
  /** How long the work on a request may take after that. */
  workMilliseconds: number;
  /** The same where a language model writes. */
  generationMilliseconds: number;
  /** Requests a minute for keys without a limit of their own; null for none. */
  rateLimit: number | null;
  /** Host names of web pages that may use /mcp, in addition to those of this machine. */
  mcpOrigins: readonly string[];
}

/** Longer than any header that Node accepts, so that our own check reports ids that are too long, not the router. */
const LONGEST_PARAMETER = 64 * 1024;
/** No response keeps a connection silent for this long, except when a language model is given more time. */
const SILENT_CONNECTION_MILLISECONDS = 300_000;
const LONGER_THAN_ANY_WORK_MILLISECONDS = 60_000;

/** `beforeRoutes` adds what must see every route. */
export async function buildServer(
  options: ServerOptions,
  beforeRoutes?: (server: TypedServer) => Promise<void>,
): Promise<TypedServer> {
  const server = bareServer(options);
  const table = new RouteTable(API_VERSIONS.map(({ version }) => version));
  const metrics = new ServiceMetrics(options.services);
  const observers = { metrics, statistics: options.services.statistics };
  server.addHook('onRoute', (route) => prepareRoute(route, table, options));
  server.addHook('onRequest', async (request, reply) => observeRequest(request, reply, observers));
  server.addHook('onRequest', admission(options, table));
  await beforeRoutes?.(server);
  await consoleRoutes(server);
  registerRoutes(server, options, metrics);
  await server.ready();
  return server;
}

function bareServer({ services, log, generationMilliseconds }: ServerOptions): TypedServer {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    // Admission checks it, with our own error body.
    http: { requireHostHeader: false },
    connectionTimeout: Math.max(
      SILENT_CONNECTION_MILLISECONDS,
      generationMilliseconds + LONGER_THAN_ANY_WORK_MILLISECONDS,
    ),
    // While the service stops, admission refuses requests with our own error body.
    return503OnClosing: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    schemaController: USE_OF_SCHEMAS,
    clientErrorHandler: answerClientError,
    // No hook runs for a path that can't be decoded, so the key is checked here.
    frameworkErrors: (error, request, reply) => {
      acceptKey(request, services.authenticate).then(
        () => sendError(error, request, reply),
        (refusal: unknown) => sendError(refusal, request, reply),
      );
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  server.decorateRequest('caller', null);
  server.decorateRequest('errorCode', null);
  server.decorateRequest('bodyFingerprint', '');
  server.decorateRequest('tokenUsage', null);
  server.decorateRequest('workSignal', undefined);
  // Admission replaces it. Open paths have no key and no limit.
  server.decorateRequest('countFurther', () => undefined);
  server.setErrorHandler(sendError);
  // Ignore unknown Expect headers. Node's own 417 would have neither a body nor a request id.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.server.on('connect', answerConnect);
  leaveBodiesAlone(server);
  return server;
}

/** Our own hooks read and check bodies after the key has been accepted: see `prepareRoute`. */
function leaveBodiesAlone(server: TypedServer): void {
  server.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

function prepareRoute(route: RouteOptions, table: RouteTable, options: ServerOptions): void {
  table.add(route);
  if (requiredScope(route) === 'open') return;
  const check = requestCheckFor(route);
  const streamed = route.config?.body === 'stream';
  const expectsJson = route.schema?.body !== undefined && !streamed;
  const receive = receiveJsonBody(options.bodyMilliseconds, route.config?.complexity);
  route.preValidation = expectsJson ? [receive, check] : [check];
  const limited = !streamed && !changesData(route) && route.config?.work !== 'own';
  if (limited) route.handler = withinTime(listsInTurns(route.handler), workLimit(route, options));
}

/** Writes have no time limit: a write that was answered with an error could still succeed later. */
function changesData(route: RouteOptions): boolean {
  const scope = requiredScope(route);
  return scope === 'write' || scope === 'train';
}

function workLimit({ config }: RouteOptions, { workMilliseconds, generationMilliseconds }: ServerOptions): number {
  if (config?.work === 'generation') return generationMilliseconds;
  return config?.work === 'queries' ? 2 * workMilliseconds : workMilliseconds;
}

function registerRoutes(server: TypedServer, options: ServerOptions, metrics: ServiceMetrics): void {
  const { services } = options;
  healthzRoute(server);
  readyzRoute(server, services);
  metricsRoute(server, metrics);
  versionsRoute(server, API_VERSIONS);
  mcpRoute(server, options);
  for (const { version, register } of API_VERSIONS) {
    server.register(async (scope) => register(scope, services), { prefix: `/${version}` });
  }
}
