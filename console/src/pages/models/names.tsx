import type { InputField, ModelKind, ModelVersionStatus } from '@sextant/client';
import { Badge, type Tone } from '../../design/layout.js';

/** What ids of models and names of versions are made of: for browsers, and for people. */
export const ID_PATTERN = '[A-Za-z0-9_\\-]+';
export const ID_LETTERS = 'Letters a to z, digits, _ and - only.';

export const KIND_NAMES: Record<ModelKind, string> = { text_classifier: 'Text classifier', predictor: 'Predictor' };

export const FIELD_TYPE_NAMES: Record<InputField['type'], string> = {
  number: 'Number',
  category: 'Category',
  boolean: 'Yes or no',
  date: 'Date',
  text: 'Text',
  identifier: 'Identifier',
};

const STATUSES: Record<ModelVersionStatus, { name: string; tone: Tone }> = {
  queued: { name: 'Waiting', tone: 'neutral' },
  training: { name: 'Training', tone: 'accent' },
  ready: { name: 'Ready', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  canceled: { name: 'Cancelled', tone: 'neutral' },
};

export function StatusBadge({ status }: { status: ModelVersionStatus }) {
  const { name, tone } = STATUSES[status];
  return <Badge tone={tone}>{name}</Badge>;
}
