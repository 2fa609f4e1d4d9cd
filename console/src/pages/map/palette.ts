import { useEffect, useState } from 'react';

const SERIES = 12;
/** Places in the palette behind those of values. */
export const OTHER_COLOR = SERIES;
export const MISSING_COLOR = SERIES + 1;
export const PLAIN_COLOR = SERIES + 2;
export const PALETTE_SIZE = SERIES + 3;

const TOKENS = [
  ...Array.from({ length: SERIES }, (_, i) => `--series-${i + 1}`),
  '--muted',
  '--line-strong',
  '--accent',
];

/** The colour of a place in the palette, for styles. */
export const colorAt = (place: number): string => `var(${TOKENS[place]})`;

/** The colours that points have, red, green and blue from 0 to 1 each. */
export interface Palette {
  rgb: Float32Array;
}

/** The colours of the theme in use. They are different ones as soon as the theme changes. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => {
    const read = () => setPalette(readPalette());
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(read);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', read);
    return () => {
      chosen.disconnect();
      system.removeEventListener('change', read);
    };
  }, []);
  return palette;
}

/** Tokens depend on the theme: only an element that has one as its colour tells which it is. */
function readPalette(): Palette {
  const rgb = TOKENS.flatMap((token) => {
    // One element each: the colour of one that had another before may be on its way between the two.
    const probe = document.createElement('span');
    probe.style.color = `var(${token})`;
    document.body.append(probe);
    const numbers = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
    probe.remove();
    return [0, 1, 2].map((part) => Number(numbers[part] ?? 0) / 255);
  });
  return { rgb: Float32Array.from(rgb) };
}
