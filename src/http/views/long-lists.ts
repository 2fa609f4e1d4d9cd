import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { Turns } from '../../threads/turns.js';

interface ListBody {
  data: unknown[];
}

/**
 * Writes the list of a response item by item, in turns of the event loop: a page of documents with much metadata, or a schema
 * of very many fields, may be tens of megabytes of JSON. The bytes are those that would be written otherwise.
 */
export function listsInTurns(handler: RouteHandlerMethod): RouteHandlerMethod {
  return async function writing(request, reply) {
    const body: unknown = await handler.call(this, request, reply);
    return hasList(body) ? writeList(body, request, reply) : body;
  };
}

function hasList(body: unknown): body is ListBody {
  return (
    typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) && body.data.length > 0
  );
}

/** Stands for the list while the rest is written. Nothing that is sent can contain it. */
const PLACE_OF_LIST = randomUUID();

async function writeList(body: ListBody, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const [before, after] = String(reply.serialize({ ...body, data: PLACE_OF_LIST })).split(`"${PLACE_OF_LIST}"`);
  const turns = new Turns();
  const parts: Buffer[] = [];
  let text = `${before}[`;
  for (let i = 0; i < body.data.length; i++) {
    if (turns.isOver) {
      parts.push(Buffer.from(text));
      text = '';
      await turns.next();
      request.workSignal?.throwIfAborted();
    }
    text += (i === 0 ? '' : ',') + (JSON.stringify(body.data[i]) ?? 'null');
  }
  text += `]${after}`;
  reply.type('application/json; charset=utf-8');
  if (parts.length === 0) return text;
  parts.push(Buffer.from(text));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return reply.header('content-length', length).send(Readable.from(parts, { objectMode: false }));
}
