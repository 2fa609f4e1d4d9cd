import type { ConfidenceLevel } from '@sextant/client';
import { Badge, type Tone } from '../design/layout.js';

const LEVELS: Record<ConfidenceLevel, { label: string; tone: Tone }> = {
  very_high: { label: 'very sure', tone: 'good' },
  high: { label: 'sure', tone: 'good' },
  medium: { label: 'likely', tone: 'accent' },
  low: { label: 'a guess', tone: 'warning' },
  not_available: { label: 'not rated', tone: 'neutral' },
};

/** How sure Sextant is, in words. */
export function ConfidenceBadge({ level }: { level: ConfidenceLevel }) {
  const { label, tone } = LEVELS[level];
  return (
    <Badge tone={tone} title={`Confidence: ${level.replaceAll('_', ' ')}`}>
      {label}
    </Badge>
  );
}
