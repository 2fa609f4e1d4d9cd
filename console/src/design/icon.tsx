/** Strokes in a box of 20 by 20. */
const PATHS = {
  search: 'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM13 13l4 4',
  documents: 'M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15M7.5 10h5M7.5 13h5',
  ask: 'M3 4h14v9.5H9L5.5 16.5v-3H3zM6.5 8.75h.01M10 8.75h.01M13.5 8.75h.01',
  analyse: 'M3 17h14M5.5 14V9.5M10 14V4M14.5 14V7',
  models: 'M10 2.5 16.5 6v8L10 17.5 3.5 14V6zM3.5 6 10 9.75 16.5 6M10 9.75v7.75',
  map: 'M3 5.5 7.5 3.5l5 2 4.5-2v11l-4.5 2-5-2-4.5 2zM7.5 3.5v11M12.5 5.5v11',
  operate: 'M2.5 10.5h3.5l2-5.5 4 10 2-4.5h3.5',
  explorer: 'M7 6 3 10l4 4M13 6l4 4-4 4M11 4 9 16',
  close: 'M5 5l10 10M15 5 5 15',
  check: 'M4 10.5 8 14.5 16 5.5',
  copy: 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  fit: 'M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4',
  trash: 'M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5 6.5 17h7l1-11.5M8.5 8.5v5.5M11.5 8.5v5.5',
  edit: 'M4 16l.75-3.5L13.5 3.75l2.75 2.75L7.5 15.25zM11.5 5.75l2.75 2.75',
  upload: 'M10 13V4M6 7.5 10 3.5l4 4M3.5 13v3.5h13V13',
  download: 'M10 4v9M6 9.5l4 4 4-4M3.5 13v3.5h13V13',
  filter: 'M3 4.5h14l-5.5 6.5v5l-3 1.5V11z',
  more: 'M4 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0M9 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0M14 10a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  left: 'M12 4.5 6.5 10l5.5 5.5',
  right: 'M8 4.5 13.5 10 8 15.5',
  up: 'M4.5 12.5 10 7l5.5 5.5',
  down: 'M4.5 7.5 10 13l5.5-5.5',
  warning: 'M10 3 18 16.5H2zM10 8v4M10 14.25h.01',
  info: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15ZM10 9v5M10 6.25h.01',
  key: 'M12.5 3.5a4 4 0 1 1-2.8 6.85L4 16v.5H7V14h2v-2l1-1M13.5 6.5h.01',
  refresh: 'M16 10a6 6 0 1 1-2-4.5M16 3v3.5h-3.5',
  sun: 'M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M16 11.5A6.5 6.5 0 0 1 8.5 4 6.5 6.5 0 1 0 16 11.5Z',
  out: 'M8 3.5H3.5v13H8M12.5 6.5 16 10l-3.5 3.5M7 10h9',
  link: 'M8.5 11.5l3-3M9 6.5l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M11 13.5l-2 2A3.2 3.2 0 0 1 4.5 11l2-2',
  play: 'M6 4l10 6-10 6z',
  stop: 'M5.5 5.5h9v9h-9z',
  star: 'M10 3l2.1 4.6 5 .5-3.8 3.3 1.1 4.9L10 13.8l-4.4 2.5 1.1-4.9L2.9 8.1l5-.5z',
  undo: 'M7 4 3.5 7.5 7 11M3.5 7.5H12a4.25 4.25 0 0 1 0 8.5H8',
  pin: 'M7 3.5h6l-1 5 2.500 3h-9l2.500-3zM10 11.5V17',
  hide: 'M3 10c2-3.300 4.300-5 7-5s5 1.700 7 5c-2 3.300-4.300 5-7 5s-5-1.700-7-5ZM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM4 16 16 4',
  folder: 'M2.5 5h5l2 2h8v9h-15z',
  lasso:
    'M10 3.5c4 0 7 1.8 7 4.5s-3 4.5-7 4.5c-.8 0-1.6-.1-2.3-.2M5.2 11C3.8 10.200 3 9.200 3 8c0-2.700 3-4.500 7-4.500M7.700 12.300c0 1.200-1 2-2.200 2s-2-.7-2-1.600 1-1.700 2.200-1.700 2 .5 2 1.300Zm0 0c0 2-1.200 3-2.700 4.200',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: the text beside it, or the label of its button, says what it means. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
