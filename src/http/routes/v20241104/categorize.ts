import { Type } from 'typebox';
import { ANALYSIS_CONFIDENCE_LEVELS, type AnalysisConfidence } from '../../../domain/search/confidence.js';
import { categorizeDocuments } from '../../../operations/analysis/categorize-documents.js';
import type { Category } from '../../../operations/analysis/category-scores.js';
import { untilAnswered } from '../../admission/work-limit.js';
import { describeSent } from '../../checking/schema-node.js';
import { choice, defaultsTo, parsedAs } from '../../schemas/checked.js';
import { answers, EXAMPLE_DOCUMENT, enveloped, exampleEnvelope, exampleUsage } from '../../schemas/responses.js';
import * as search from '../../schemas/search-parameters.js';
import { operationContext, type Services } from '../../services.js';
import { envelope } from '../../views/views.js';
import type { TypedServer } from '../route.js';

const MINIMUM_LEVELS = ['very_high', 'high', 'medium'] as const satisfies readonly AnalysisConfidence[];

const EXAMPLE_CATEGORIES = [
  {
    name: 'Oceans',
    description:
      'The sea and what moves it: tides, currents, waves, coasts and the Moon. Marine life, ships, harbours and navigation.',
  },
  {
    name: 'Cooking',
    description:
      'Food and how to prepare it: recipes, ingredients, kitchens, baking, frying and boiling. Restaurants, meals and drinks.',
  },
];

const category = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.String({
      minLength: 100,
      maxLength: 500,
      description: 'What documents of the category are about. Name as many of its subjects as fit.',
    }),
  },
  { title: 'Category', additionalProperties: false },
);

/** A category that is given twice would be its own rival, and answers name categories by name alone. */
const categories = parsedAs<Category[], Category[]>(
  Type.Array(category, {
    minItems: 1,
    maxItems: 20,
    description: 'The categories to choose from, in any supported language. Each name can be used once.',
  }),
  (sent, { path, problems }) => {
    sent.forEach(({ name }, index) => {
      const first = sent.findIndex((other) => other.name === name);
      if (first === index) return;
      const message = `${path}[${index}].name must differ from ${path}[${first}].name; both are ${describeSent(name)}.`;
      problems.add(`${path}[${index}].name`, 'parameter_invalid', message);
    });
    return sent;
  },
);

const minimumLevel = choice<AnalysisConfidence>(MINIMUM_LEVELS, 'Categories below this confidence level are left out.');

const categorizeRequest = Type.Object(
  {
    document_id: { ...search.documentIds, description: 'The documents to categorize.' },
    categories,
    max_categories: defaultsTo(
      Type.Integer({ minimum: 1, maximum: 5, description: 'Maximum number of categories per document.' }),
      1,
    ),
    min_confidence_level: defaultsTo(minimumLevel, 'medium'),
  },
  { additionalProperties: false, examples: [{ document_id: ['tides-1'], categories: EXAMPLE_CATEGORIES }] },
);

const assigned = Type.Object(
  {
    name: Type.String(),
    confidence_level: choice<AnalysisConfidence>(ANALYSIS_CONFIDENCE_LEVELS, 'How confident the assignment is.', {
      title: 'AnalysisConfidenceLevel',
    }),
  },
  { title: 'AssignedCategory' },
);

const categorizeResult = enveloped('categorize_result', {
  data: Type.Array(
    Type.Object(
      {
        id: Type.String(),
        title: Type.String(),
        categories: Type.Array(assigned, { description: 'Best first; empty if none fits.' }),
      },
      { title: 'CategorizedDocument' },
    ),
    { description: 'In the order of the request.' },
  ),
  document_id: Type.Array(Type.String()),
  categories: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
  max_categories: Type.Integer(),
  min_confidence_level: minimumLevel,
});

const EXAMPLE = {
  ...exampleEnvelope('categorize_result', '/v20241104/categorize'),
  ...exampleUsage(25),
  data: [
    {
      id: EXAMPLE_DOCUMENT.id,
      title: EXAMPLE_DOCUMENT.title,
      categories: [{ name: 'Oceans', confidence_level: 'very_high' }],
    },
  ],
  document_id: ['tides-1'],
  categories: EXAMPLE_CATEGORIES,
  max_categories: 1,
  min_confidence_level: 'medium',
};

export function categorizeRoute(server: TypedServer, services: Services): void {
  server.post(
    '/categorize',
    {
      config: { scope: 'read', work: 'generation' },
      schema: {
        operationId: 'categorize',
        tags: ['Analysis'],
        summary: 'Categorize documents',
        description:
          'Assigns documents to the categories described in the request. Documents and categories may be in different ' +
          'languages. The more subjects a description names, the better the result.',
        body: categorizeRequest,
        response: answers(categorizeResult, EXAMPLE),
      },
    },
    async (request, reply) => {
      const { document_id, categories, max_categories, min_confidence_level } = request.body;
      const asked = {
        documentIds: document_id,
        categories,
        maxCategories: max_categories,
        minConfidence: min_confidence_level,
        signal: untilAnswered(reply),
      };
      const { data, semanticTokens, usage } = await categorizeDocuments(asked, operationContext(services, request));
      return {
        data: data.map(({ document: { id, title }, categories: given }) => ({
          id,
          title,
          categories: given.map(({ name, confidence }) => ({ name, confidence_level: confidence })),
        })),
        document_id,
        categories,
        max_categories,
        min_confidence_level,
        ...envelope(request, 'categorize_result', semanticTokens, usage),
      };
    },
  );
}
