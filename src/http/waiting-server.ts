import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { answerClientError, answerConnect, sendError } from './errors.js';
import { requestId } from './request-id.js';
import { healthzRoute } from './routes/monitoring.js';
import type { TypedServer } from './routes/route.js';
import { Lifecycle } from './services.js';
import { USE_OF_SCHEMAS } from './use-of-schemas.js';

/**
 * Serves in place of the service while that can't be put together yet, because its cluster is away: /healthz says that the
 * process lives, so that nobody restarts it, and every other path that it is starting. Bodies are not read.
 */
export function buildWaitingServer(log: FastifyBaseLogger): TypedServer {
  const lifecycle = new Lifecycle();
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    schemaController: USE_OF_SCHEMAS,
    clientErrorHandler: answerClientError,
    forceCloseConnections: true,
  }).withTypeProvider<TypeBoxTypeProvider>();
  server.decorateRequest('caller', null);
  server.decorateRequest('errorCode', null);
  server.setErrorHandler(sendError);
  server.server.on('connect', answerConnect);
  healthzRoute(server);
  server.addHook('onRequest', async (request) => {
    if (request.is404) lifecycle.requireServing();
  });
  return server;
}
