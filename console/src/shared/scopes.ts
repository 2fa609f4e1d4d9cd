/** What a key may be allowed to do. */
export type Scope = 'read' | 'write' | 'generate' | 'train' | 'admin' | 'metrics';
