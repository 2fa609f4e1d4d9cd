export interface Kernel {
  source: string;
  file: string;
  options: string[];
}
export const KERNELS: Kernel[];
export function compileKernel(kernel: Kernel, root: string): Promise<Uint8Array>;
