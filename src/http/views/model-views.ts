import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatTimestamp } from '../../domain/document/timestamp.js';
import type { DataReport, ExamplePreview, Model, ModelMetrics, ModelVersion } from '../../domain/model/model.js';
import type { Answered } from '../../operations/idempotent-write.js';
import { callerOf } from '../admission/caller.js';
import type { Services } from '../services.js';
import { envelope } from './views.js';

/** How models look in responses. */
export function modelView(model: Model) {
  return {
    id: model.id,
    kind: model.kind,
    name: model.name,
    description: model.description,
    tenant_id: model.tenantId,
    default_version: model.defaultVersion,
    versions: model.versions,
    created_at: formatTimestamp(model.createdAt),
    updated_at: formatTimestamp(model.updatedAt),
  };
}

/** The response of an operation that has stored a model. */
export function sendModel(
  { result, replayed }: Answered<Model>,
  request: FastifyRequest,
  reply: FastifyReply,
): ReturnType<typeof modelView> & ReturnType<typeof envelope> {
  if (replayed) reply.header('Idempotency-Replayed', 'true');
  return { ...envelope(request, 'model'), ...modelView(result) };
}

/** `progress` is that of a version under way. */
function versionView(version: ModelVersion, progress: number) {
  const { modelId, trained, status } = version;
  return {
    id: modelId,
    version: version.version,
    status,
    progress: status === 'ready' ? 1 : progress,
    example_count: version.exampleCount,
    labels: version.labels,
    metrics: trained === null ? null : metricsView(trained.metrics),
    input_fields: trained?.inputFields ?? null,
    report: trained?.report == null ? null : reportView(trained.report),
    features: trained?.features ?? null,
    error: version.error,
    created_at: formatTimestamp(version.createdAt),
    ready_at: version.readyAt === null ? null : formatTimestamp(version.readyAt),
  };
}

function metricsView(metrics: ModelMetrics) {
  if (!('accuracy' in metrics)) return metrics;
  const { accuracy, macroF1, labels, confusionMatrix, calibrationError, calibration } = metrics;
  return {
    accuracy,
    macro_f1: macroF1,
    labels,
    confusion_matrix: confusionMatrix,
    calibration_error: calibrationError,
    ...(calibration === undefined ? {} : { calibration }),
  };
}

function reportView({ suspectedLabels, ...report }: DataReport) {
  return { ...report, suspected_labels: suspectedLabels };
}

const MAX_LABELS = 1_000;

export function previewView({ exampleCount, labels, fields, ...preview }: ExamplePreview) {
  const { refused, problems } = preview;
  return {
    ...preview,
    trainable: refused.count === 0 && problems.length === 0,
    example_count: exampleCount,
    label_count: labels.length,
    labels: labels.slice(0, MAX_LABELS),
    fields: fields?.map(({ distinctCount, ...field }) => ({ ...field, distinct_count: distinctCount })) ?? null,
  };
}

/** A version as it stands now. */
export async function sendVersion(version: ModelVersion, request: FastifyRequest, services: Services) {
  const { training } = services.learning();
  const progress = await training.progress({ ...version, mode: callerOf(request).mode });
  return { ...envelope(request, 'model_version'), ...versionView(version, progress) };
}
