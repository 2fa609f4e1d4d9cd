import { useState, useSyncExternalStore } from 'react';

type Theme = 'system' | 'light' | 'dark';

const PLACE = 'sextant-theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Whether the theme is dark, and what changes that. Until someone chooses, it is that of the system. */
export function useDarkTheme(): [boolean, (isDark: boolean) => void] {
  const [theme, setTheme] = useState<Theme>(keptTheme);
  const isSystemDark = useSyncExternalStore(onSystemChange, () => systemIsDark.matches);
  const choose = (isDark: boolean) => {
    const chosen = isDark ? 'dark' : 'light';
    localStorage.setItem(PLACE, chosen);
    showTheme(chosen);
    setTheme(chosen);
  };
  return [theme === 'system' ? isSystemDark : theme === 'dark', choose];
}

/** Before anything is drawn, so that a dark page never flashes. */
export function showKeptTheme(): void {
  showTheme(keptTheme());
}

function onSystemChange(listener: () => void): () => void {
  systemIsDark.addEventListener('change', listener);
  return () => systemIsDark.removeEventListener('change', listener);
}

function keptTheme(): Theme {
  const kept = localStorage.getItem(PLACE);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
