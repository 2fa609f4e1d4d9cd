import { makeExcerpts } from '../../text/excerpts/make-excerpts.js';
import { serveCalls } from '../../threads/callable-thread.js';

const methods = { makeExcerpts };

export type ExcerptMethods = typeof methods;

serveCalls(methods);
