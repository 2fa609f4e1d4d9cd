import { useState } from 'react';
import { IconButton } from './button.js';
import styles from './code.module.css';

/** A text in a fixed-width font, with a button that copies it. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <div className={styles.copy}>
        <CopyButton text={code} label={`Copy: ${label}`} />
      </div>
    </div>
  );
}

const SHOWN_MILLISECONDS = 1_500;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, copy] = useCopy(text);
  return <IconButton isSmall icon={isCopied ? 'check' : 'copy'} label={isCopied ? 'Copied' : label} onClick={copy} />;
}

/** Copies a text, and says for a moment that it was copied. */
export function useCopy(text: string): [isCopied: boolean, copy: () => Promise<void>] {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
  };
  return [isCopied, copy];
}

/** Browsers give the clipboard only to pages from HTTPS or this machine; elsewhere a selection is copied. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
