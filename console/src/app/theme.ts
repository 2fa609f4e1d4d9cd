import { useEffect, useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const PLACE = 'sextant-theme';

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(keptTheme);
  useEffect(() => {
    showTheme(theme);
    localStorage.setItem(PLACE, theme);
  }, [theme]);
  return [theme, setTheme];
}

/** Before anything is drawn, so that a dark page never flashes. */
export function showKeptTheme(): void {
  showTheme(keptTheme());
}

function keptTheme(): Theme {
  const kept = localStorage.getItem(PLACE);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
