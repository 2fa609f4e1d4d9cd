import { useEffect, useRef } from 'react';

const SEQUENCE_MILLISECONDS = 1_200;

/**
 * Calls `run` for a key (`/`), a key with Control or Command (`mod+k`), or two keys after one another (`g s`). Single keys do
 * nothing while a text is written.
 */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, isActive = true): void {
  const handler = useRef(run);
  handler.current = run;
  useEffect(() => {
    if (!isActive) return;
    const wanted = keys.split(' ');
    let done = 0;
    let since = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isWriting(event) && !keys.startsWith('mod+'))) return;
      if (Date.now() - since > SEQUENCE_MILLISECONDS) done = 0;
      since = Date.now();
      done = nameOf(event) === wanted[done] ? done + 1 : Number(nameOf(event) === wanted[0]);
      if (done < wanted.length) return;
      done = 0;
      event.preventDefault();
      handler.current(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [keys, isActive]);
}

/** How the key of `mod+` is labelled. */
export const MOD_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return `mod+${key.toLowerCase()}`;
  return altKey ? '' : key;
}

/** The editor is in a shadow root, so the target alone does not tell. */
function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
