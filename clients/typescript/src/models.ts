import { type Api, readJson } from './api.js';
import type {
  DeletedModel,
  DeletedModelVersion,
  ExamplePreview,
  ExamplesToPreview,
  Model,
  ModelChanges,
  ModelList,
  ModelVersion,
  NewModel,
  NewModelVersion,
} from './generated/openapi.js';
import type { CallOptions, WriteOptions } from './options.js';
import { sleep } from './retry.js';

/** Models that you train: `client.models`. */
export class Models {
  readonly versions: ModelVersions;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.versions = new ModelVersions(api);
  }

  create(model: NewModel, options?: WriteOptions): Promise<Model> {
    return this.#api.call('createModel', { body: model }, options);
  }

  list(options?: CallOptions): Promise<ModelList> {
    return this.#api.call('listModels', {}, options);
  }

  get(id: string, options?: CallOptions): Promise<Model> {
    return this.#api.call('getModel', { params: { id } }, options);
  }

  update(id: string, changes: ModelChanges, options?: WriteOptions): Promise<Model> {
    return this.#api.call('updateModel', { params: { id }, body: changes }, options);
  }

  /** Deletes a model and all its versions. */
  delete(id: string, options?: CallOptions): Promise<DeletedModel> {
    return this.#api.call('deleteModel', { params: { id } }, options);
  }
}

/** Examples in a file that is too large for a JSON request. */
export interface ExampleFile {
  format: 'csv' | 'ndjson';
  data: string | ArrayBuffer | Blob;
  version?: string;
  /** Whether the version becomes the default version when it is ready. */
  default?: boolean;
  /** For CSV: the column that holds the label. */
  label_field?: string;
}

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const POLL_MILLISECONDS = 1000;

/** Versions of models: `client.models.versions`. */
export class ModelVersions {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Uploads examples and queues the training of a version. */
  create(modelId: string, version: NewModelVersion, options?: WriteOptions): Promise<ModelVersion> {
    return this.#api.call('createModelVersion', { params: { id: modelId }, body: version }, options);
  }

  /** The same with a file of examples, of up to 500 MB. */
  upload(modelId: string, file: ExampleFile, options: WriteOptions = {}): Promise<ModelVersion> {
    const { format, data, version, default: isDefault, label_field } = file;
    const request = {
      params: { id: modelId },
      query: { version, default: isDefault === undefined ? undefined : String(isDefault), label_field },
      body: data,
      contentType: MEDIA_TYPES[format],
    };
    return this.#api.send('createModelVersion', request, options, readJson<ModelVersion>);
  }

  /** Tells what a training would be given by these examples. Nothing is kept or trained. */
  preview(modelId: string, examples: ExamplesToPreview, options?: CallOptions): Promise<ExamplePreview> {
    return this.#api.call('previewModelExamples', { params: { id: modelId }, body: examples }, options);
  }

  /** The same with a file of examples, of up to 500 MB. */
  previewFile(
    modelId: string,
    { format, data, label_field }: Pick<ExampleFile, 'format' | 'data' | 'label_field'>,
    options: CallOptions = {},
  ): Promise<ExamplePreview> {
    const request = {
      params: { id: modelId },
      query: { label_field },
      body: data,
      contentType: MEDIA_TYPES[format],
    };
    return this.#api.send('previewModelExamples', request, options, readJson<ExamplePreview>);
  }

  get(modelId: string, version: string, options?: CallOptions): Promise<ModelVersion> {
    return this.#api.call('getModelVersion', { params: { id: modelId, version } }, options);
  }

  /** Resolves when the training has ended: with status `ready`, `failed` or `canceled`. */
  async wait(modelId: string, version: string, options: CallOptions = {}): Promise<ModelVersion> {
    for (;;) {
      const current = await this.get(modelId, version, options);
      if (current.status !== 'queued' && current.status !== 'training') return current;
      await sleep(POLL_MILLISECONDS, options.signal);
    }
  }

  /** Cancels a training that has not ended. */
  cancel(modelId: string, version: string, options?: CallOptions): Promise<ModelVersion> {
    return this.#api.call('cancelModelVersion', { params: { id: modelId, version } }, options);
  }

  delete(modelId: string, version: string, options?: CallOptions): Promise<DeletedModelVersion> {
    return this.#api.call('deleteModelVersion', { params: { id: modelId, version } }, options);
  }
}
