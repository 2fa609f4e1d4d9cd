const CODE = /[\p{N}@_.:/\\+#&=?%~]/u;

/** Whether a term is a number, a product code, an address or the like, where a letter more or less is something else. */
export function isCode(term: string): boolean {
  return CODE.test(term);
}
