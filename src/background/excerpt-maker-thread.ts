import { makeExcerpts } from './make-excerpts.js';
import { serveCalls } from './thread-call.js';

const methods = { makeExcerpts };

export type ExcerptMethods = typeof methods;

serveCalls(methods);
