import type { Model } from '@sextant/client';
import { Badge, Panel } from '../../design/layout.js';
import styles from './models.module.css';
import { StatusBadge } from './names.js';

interface VersionListProps {
  model: Model;
  chosen: string | null;
  onChoose: (version: string) => void;
}

/** Newest first. */
export function VersionList({ model, chosen, onChoose }: VersionListProps) {
  const { versions, default_version } = model;
  return (
    <Panel title="Versions" isFlush>
      {versions.length === 0 && <p className={styles.note}>None yet.</p>}
      <ul className={styles.versions}>
        {versions.toReversed().map(({ version, status }) => (
          <li key={version}>
            <button
              type="button"
              className={styles.version}
              aria-current={version === chosen}
              onClick={() => onChoose(version)}
            >
              <strong>{version}</strong>
              {version === default_version && <Badge tone="accent">Default</Badge>}
              <StatusBadge status={status} />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
