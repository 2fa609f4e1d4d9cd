/**
 * Whether a document is on a map that shows `share` (0 to 1) of all documents. Which these are depends on their ids alone, so that the
 * same are shown as long as the share is the same.
 */
export function isOnMap(id: string, share: number): boolean {
  return share >= 1 || hashOf(id) / 2 ** 32 < share;
}

/** FNV-1a, and a last step that spreads ids which differ only at their end. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
