/** The part of WebAssembly that we use. Node has it; the types for Node 20 do not. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }

  class Instance {
    constructor(module: Module, imports: { env?: { memory: Memory } });
    readonly exports: Record<string, unknown>;
  }

  /** Only shared memory: its buffer can be used by several threads. */
  class Memory {
    constructor(size: { initial: number; maximum: number; shared: true });
    readonly buffer: SharedArrayBuffer;
  }
}
