/** The endings of the files that the service reads, such as `.md`. The build takes them from the service (`vite.config.ts`). */
declare const READABLE_ENDINGS: readonly string[];
