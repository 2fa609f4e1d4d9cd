const PLACE = 'sextant-key';
const IN_ADDRESS = /^#key=(sk_(?:live|test)_[A-Za-z0-9]+)$/;

/**
 * The key of a link such as the one that `npm start` prints. It is in the fragment, which browsers send to no server, and it
 * leaves the address, and with it the history, before anything else happens.
 */
export function takeKeyFromAddress(): void {
  const key = IN_ADDRESS.exec(window.location.hash)?.[1];
  if (key === undefined) return;
  keepKey(key);
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
}

/** For this tab only: the browser forgets it when the tab is closed. */
export function keepKey(key: string): void {
  sessionStorage.setItem(PLACE, key);
}

export function keptKey(): string | null {
  return sessionStorage.getItem(PLACE);
}

export function forgetKey(): void {
  sessionStorage.removeItem(PLACE);
}
