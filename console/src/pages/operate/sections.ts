import type { ComponentType } from 'react';
import type { Session } from '../../app/session.js';
import { CurationsSection } from './curations/curations-section.js';
import { KeysSection } from './keys/keys-section.js';
import { OverviewSection } from './overview/overview-section.js';
import { QueriesSection } from './queries/queries-section.js';
import { SynonymsSection } from './synonyms/synonyms-section.js';

interface Section {
  /** In the address. */
  name: string;
  label: string;
  isAllowed: (session: Session) => boolean;
  Contents: ComponentType;
}

/** The figures are of all tenants together. */
const maySeeFigures = ({ may, tenants }: Session) => tenants === null && (may('metrics') || may('admin'));
const mayRead = ({ may }: Session) => may('read');

/** In the order in which they are shown. */
export const SECTIONS: readonly Section[] = [
  { name: 'overview', label: 'Overview', isAllowed: maySeeFigures, Contents: OverviewSection },
  { name: 'keys', label: 'Keys', isAllowed: ({ may }) => may('admin'), Contents: KeysSection },
  { name: 'synonyms', label: 'Synonyms', isAllowed: mayRead, Contents: SynonymsSection },
  { name: 'curations', label: 'Curations', isAllowed: mayRead, Contents: CurationsSection },
  { name: 'queries', label: 'Queries', isAllowed: mayRead, Contents: QueriesSection },
];
