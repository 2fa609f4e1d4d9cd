import type { Model, ModelVersion } from '@sextant/client';
import { Panel } from '../../design/layout.js';
import { TryClassifier } from './try-classifier.js';
import { TryPredictor } from './try-predictor.js';

/** Ask the version something. */
export function TryVersion({ model, version }: { model: Model; version: ModelVersion }) {
  return (
    <Panel title="Try it">
      {model.kind === 'text_classifier' ? (
        <TryClassifier modelId={model.id} version={version.version} />
      ) : (
        <TryPredictor modelId={model.id} version={version.version} fields={version.input_fields ?? []} />
      )}
    </Panel>
  );
}
