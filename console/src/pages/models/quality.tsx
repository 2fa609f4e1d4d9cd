import type {
  ClassificationMetrics,
  ModelMetrics,
  ModelVersion,
  RegressionMetrics,
  TrainingReport,
} from '@sextant/client';
import type { ReactNode } from 'react';
import { Panel } from '../../design/layout.js';
import { Table } from '../../design/table.js';
import { formatCount, formatNumber, formatPercent } from '../../shared/format.js';
import { CalibrationCurve } from './calibration-curve.js';
import { ConfusionMatrix } from './confusion-matrix.js';
import { Features } from './features.js';
import styles from './pictures.module.css';
import { PredictionsPlot } from './predictions-plot.js';

const decimal = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });

/** With more labels, the matrix has the whole width. */
const LABELS_BESIDE = 3;

/** What was measured on examples that the version was not trained with. */
export function Quality({ version: { metrics } }: { version: ModelVersion }) {
  if (metrics === null) return null;
  return isClassification(metrics) ? <OfLabels metrics={metrics} /> : <OfNumbers metrics={metrics} />;
}

export function WhatItGoesBy({ version: { features, report } }: { version: ModelVersion }) {
  return (
    <>
      {features !== null && <Features features={features} />}
      {report !== null && <Report report={report} />}
    </>
  );
}

function isClassification(metrics: ModelMetrics): metrics is ClassificationMetrics {
  return 'accuracy' in metrics;
}

function OfLabels({ metrics }: { metrics: ClassificationMetrics }) {
  const { accuracy, macro_f1, calibration_error, calibration, confusion_matrix, labels } = metrics;
  const heldOut = labels.reduce((sum, { support }) => sum + support, 0);
  return (
    <>
      <dl className={styles.figures}>
        <Figure name="Right" value={formatPercent(accuracy)} hint={`of ${formatCount(heldOut, 'held-out example')}`} />
        <Figure name="Macro F1" value={formatPercent(macro_f1)} hint="every label counts the same" />
        <Figure name="Calibration error" value={formatPercent(calibration_error)} hint="confidence against truth" />
      </dl>
      <div className={labels.length > LABELS_BESIDE ? styles.wide : styles.pictures}>
        <Panel title="What is taken for what">
          <ConfusionMatrix matrix={confusion_matrix} />
          <LabelTable labels={labels} />
        </Panel>
        {calibration !== undefined && calibration.length > 0 && (
          <Panel title="What a confidence is worth">
            <CalibrationCurve bins={calibration} />
          </Panel>
        )}
      </div>
    </>
  );
}

function LabelTable({ labels }: Pick<ClassificationMetrics, 'labels'>) {
  return (
    <details className={styles.details}>
      <summary>Each label in numbers</summary>
      <Table
        caption="Quality of each label"
        rows={labels}
        keyOf={({ label }) => label}
        columns={[
          { title: 'Label', cell: ({ label }) => <span dir="auto">{label}</span> },
          { title: 'Precision', isNumeric: true, cell: ({ precision }) => formatPercent(precision) },
          { title: 'Recall', isNumeric: true, cell: ({ recall }) => formatPercent(recall) },
          { title: 'F1', isNumeric: true, cell: ({ f1 }) => formatPercent(f1) },
          { title: 'Held out', isNumeric: true, cell: ({ support }) => formatNumber(support) },
        ]}
      />
    </details>
  );
}

function OfNumbers({ metrics: { r2, mae, predictions } }: { metrics: RegressionMetrics }) {
  return (
    <>
      <dl className={styles.figures}>
        <Figure name="Explained" value={formatPercent(r2)} hint="of the variance (R²)" />
        <Figure name="Mean error" value={decimal.format(mae)} hint="in the unit of the target" />
      </dl>
      {predictions !== undefined && predictions.length > 0 && (
        <Panel title="Predicted against actual">
          <PredictionsPlot predictions={predictions} />
        </Panel>
      )}
    </>
  );
}

function Figure({ name, value, hint }: { name: string; value: string; hint: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong> <span>{hint}</span>
      </dd>
    </div>
  );
}

function Report({ report: { examples, used, duplicates, conflicts, suspected_labels } }: { report: TrainingReport }) {
  const { listed } = suspected_labels;
  return (
    <Panel title="About the examples">
      <p>
        {formatCount(examples, 'example')}
        {used < examples && `, of which a sample of ${formatNumber(used)} was learnt from`} ·{' '}
        {formatCount(duplicates, 'copy', 'copies')} · {formatNumber(conflicts.count)} with the same content but
        different labels · {formatCount(suspected_labels.count, 'that looks', 'that look')} mislabelled
      </p>
      {listed.length > 0 && (
        <Table
          caption="Examples that look mislabelled"
          rows={listed}
          keyOf={({ example }) => String(example)}
          columns={[
            { title: 'Example', isNumeric: true, cell: ({ example }) => formatNumber(example + 1) },
            { title: 'Its label', cell: ({ label }) => <span dir="auto">{label}</span> },
            { title: 'Looks like', cell: ({ suggested }) => <span dir="auto">{suggested}</span> },
            { title: 'Confidence', isNumeric: true, cell: ({ confidence }) => formatPercent(confidence) },
          ]}
        />
      )}
    </Panel>
  );
}
