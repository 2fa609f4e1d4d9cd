export const KERNEL: string;
export function compileKernel(root: string): Promise<Uint8Array>;
