import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../design/dialog.js';
import { TextInput } from '../design/field.js';
import { Icon, type IconName } from '../design/icon.js';
import { Kbd } from '../design/layout.js';
import styles from './command-palette.module.css';
import type { NavigationEntry } from './navigation.js';
import { useSession } from './session.js';

interface Command {
  label: string;
  icon: IconName;
  keys?: string;
  run: () => void;
}

interface CommandPaletteProps {
  entries: readonly NavigationEntry[];
  onSwitchTheme: () => void;
  onClose: () => void;
}

/** Everything that can be done from anywhere, found by typing. It also shows the keys that do it at once. */
export function CommandPalette({ entries, onSwitchTheme, onClose }: CommandPaletteProps) {
  const commands = useCommands(entries, onSwitchTheme);
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState(0);
  const found = commands.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  const chosen = Math.min(selected, found.length - 1);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(found[chosen]);
    else if (event.key === 'ArrowDown') setSelected(Math.min(chosen + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setSelected(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <TextInput
        aria-label="Find a command"
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={chosen >= 0 ? `command-${chosen}` : undefined}
        placeholder="What do you want to do?"
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSelected(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="commands" className={styles.list} role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <button
            key={command.label}
            id={`command-${index}`}
            type="button"
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            className={styles.command}
            onClick={() => run(command)}
            onPointerMove={() => setSelected(index)}
          >
            <Icon name={command.icon} />
            {command.label}
            {command.keys !== undefined && <Kbd>{command.keys}</Kbd>}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>There is no such command.</p>}
    </Dialog>
  );
}

function useCommands(entries: readonly NavigationEntry[], onSwitchTheme: () => void): Command[] {
  const navigate = useNavigate();
  const { may, leave } = useSession();
  return [
    ...entries.map(({ to, label, icon, letter }) => ({
      label: `Go to ${label}`,
      icon,
      keys: `g ${letter}`,
      run: () => navigate({ to }),
    })),
    ...(may('write')
      ? [{ label: 'Add documents', icon: 'plus' as const, run: () => navigate({ to: '/welcome' }) }]
      : []),
    { label: 'Switch between light and dark', icon: 'sun', run: onSwitchTheme },
    { label: 'Forget the key', icon: 'out', run: leave },
  ];
}
