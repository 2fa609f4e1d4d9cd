import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Client, VERSION } from './client.js';

export interface Media {
  schema: { examples?: unknown[]; [keyword: string]: unknown };
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface DescribedResponse {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, DescribedResponse | { $ref: string }>;
}

interface Description {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, DescribedResponse>;
    headers: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
  security: object[];
}

/** What a service says about its API, and whether values are as it says. */
export class ApiDescription {
  /** By method and path: `post /v20241104/search`. */
  readonly operations: [string, Operation][];
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });

  constructor(readonly text: Description) {
    this.operations = Object.entries(text.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
    );
    this.#ajv.addSchema({ $id: 'root', components: text.components });
  }

  static async of(client: Client): Promise<ApiDescription> {
    return new ApiDescription(JSON.parse((await client.get(`${VERSION}/openapi.json`)).text));
  }

  operation(name: string): Operation {
    const found = this.operations.find(([each]) => each === name);
    if (found === undefined) throw new Error(`The description has no ${name}.`);
    return found[1];
  }

  /** The response of an operation with a status; undefined if it does not declare it. */
  response(operation: Operation, status: number | string): DescribedResponse | undefined {
    const response = operation.responses[status];
    if (response === undefined || !('$ref' in response)) return response;
    return this.text.components.responses[response.$ref.replace('#/components/responses/', '')];
  }

  /** Checks values against a schema, which may refer to the components. */
  validator(schema: object): ValidateFunction {
    return this.#ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"root#/components/')));
  }

  /** Checks values against a component. */
  component(name: string): ValidateFunction {
    return this.validator({ $ref: `#/components/schemas/${name}` });
  }
}
