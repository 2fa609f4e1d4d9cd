/** Live and test data never mix: each mode has its own documents and its own index. */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];
