import type { IconName } from '../design/icon.js';
import type { Scope } from '../shared/scopes.js';

export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** Typed after g. */
  letter: string;
  /** Shown if the key has one of these scopes. */
  scopes: readonly Scope[];
}

/** The pages, in the order in which they are shown. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/search', label: 'Search', icon: 'search', letter: 's', scopes: ['read'] },
  { to: '/documents', label: 'Documents', icon: 'documents', letter: 'd', scopes: ['read'] },
  { to: '/ask', label: 'Ask', icon: 'ask', letter: 'a', scopes: ['generate'] },
  { to: '/analyse', label: 'Analyse', icon: 'analyse', letter: 'n', scopes: ['read', 'generate'] },
  { to: '/models', label: 'Models', icon: 'models', letter: 'm', scopes: ['read', 'train'] },
  { to: '/map', label: 'Map', icon: 'map', letter: 'p', scopes: ['read'] },
  { to: '/operate', label: 'Operate', icon: 'operate', letter: 'o', scopes: ['admin', 'metrics', 'read'] },
  { to: '/explorer', label: 'Explorer', icon: 'explorer', letter: 'e', scopes: ['read', 'write', 'admin'] },
];
