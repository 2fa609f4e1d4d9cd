import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import icon from '../assets/icon.svg';
import { IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { Kbd } from '../design/layout.js';
import { MOD_KEY, useShortcut } from '../shared/use-shortcut.js';
import { CommandPalette } from './command-palette.js';
import { ConnectionBanner } from './connection.js';
import { NAVIGATION, type NavigationEntry } from './navigation.js';
import { useSession } from './session.js';
import styles from './shell.module.css';
import { useDarkTheme } from './theme.js';

/** What surrounds every page: the way to the others, who is here, and what can be done from anywhere. */
export function Shell() {
  const { name, mode, may, leave } = useSession();
  const [isDark, setDark] = useDarkTheme();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const entries = NAVIGATION.filter(({ scopes }) => scopes.some(may));
  useShortcut('mod+k', () => setPaletteOpen(true));
  useShortcut('?', () => setPaletteOpen(true));
  const switchTheme = () => setDark(!isDark);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the contents
      </a>
      <nav className={styles.rail} aria-label="Pages">
        <Link to="/" className={styles.brand}>
          <img src={icon} alt="" />
          Sextant
        </Link>
        <div className={styles.links}>
          {entries.map((entry) => (
            <RailLink key={entry.to} entry={entry} />
          ))}
        </div>
        <div className={styles.foot}>
          <button type="button" className={styles.palette} title="Commands" onClick={() => setPaletteOpen(true)}>
            <Icon name="more" size={16} />
            <span>Commands</span>
            <Kbd>{MOD_KEY} K</Kbd>
          </button>
          <div className={styles.who}>
            <span title={`Key: ${name}`}>{name}</span>
            <IconButton
              isSmall
              icon={isDark ? 'sun' : 'moon'}
              label={isDark ? 'Light theme' : 'Dark theme'}
              onClick={switchTheme}
            />
            <IconButton isSmall icon="out" label="Forget the key" onClick={leave} />
          </div>
        </div>
      </nav>
      <main id="main" className={styles.main} tabIndex={-1}>
        {mode === 'test' && <TestMode />}
        <ConnectionBanner />
        <Outlet />
      </main>
      {isPaletteOpen && (
        <CommandPalette entries={entries} onSwitchTheme={switchTheme} onClose={() => setPaletteOpen(false)} />
      )}
    </div>
  );
}

/** Without it, who has a test key would look for the live documents. */
function TestMode() {
  return (
    <p className={styles.mode}>
      <span title="This key sees and changes test data only. Live documents are apart from it.">Test data</span>
    </p>
  );
}

function RailLink({ entry: { to, label, icon: name, letter } }: { entry: NavigationEntry }) {
  const navigate = useNavigate();
  useShortcut(`g ${letter}`, () => navigate({ to }));
  return (
    <Link to={to} className={styles.link} title={`${label} (g ${letter})`}>
      <Icon name={name} />
      <span>{label}</span>
    </Link>
  );
}
