import { findModel, kindToExpect } from '../../../operations/models/model-access.js';
import { exampleRow, examplesToPreview, exampleTable, previewQuery } from '../../examples/example-schema.js';
import { previewUpload } from '../../examples/upload-examples.js';
import { exampleFormat } from '../../examples/version-request.js';
import { modelPath } from '../../schemas/model-parameters.js';
import { EXAMPLE_PREVIEW, previewResponse } from '../../schemas/preview-responses.js';
import { answers } from '../../schemas/responses.js';
import { modelContext, type Services } from '../../services.js';
import { previewView } from '../../views/model-views.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

export function previewExamplesRoute(server: TypedServer, services: Services): void {
  server.post(
    '/models/:id/preview',
    {
      config: { scope: 'train', body: 'stream' },
      schema: {
        operationId: 'previewModelExamples',
        tags: ['Models'],
        summary: 'Preview examples for a model',
        description:
          'Takes the same examples as a training and tells what is understood of them: labels, fields and their types, ' +
          'examples that would be refused, and what would make the model worse than it could be. Nothing is kept or trained.',
        params: modelPath,
        querystring: previewQuery,
        body: {
          content: {
            'application/json': { schema: examplesToPreview },
            'application/x-ndjson': { schema: exampleRow },
            'text/csv': { schema: exampleTable },
          },
        },
        response: answers(previewResponse, EXAMPLE_PREVIEW),
      },
    },
    async (request) => {
      const context = modelContext(services, request);
      const { files, reader } = services.learning();
      const modelKind = () => kindToExpect(request.params.id, context);
      const preview = await previewUpload(
        request.raw,
        { ...exampleFormat(request), modelKind },
        { files, reader, silenceMilliseconds: services.silenceMilliseconds },
      );
      const { id, kind } = await findModel(request.params.id, context);
      return { ...envelope(request, 'example_preview'), id, kind, ...previewView(preview) };
    },
  );
}
