import type { ImportLineBody, ResponseBody } from './bodies.js';

export const VERSION = '/v20241104';

export interface Answer {
  status: number;
  headers: Headers;
  body: ResponseBody;
  text: string;
}

interface Message {
  method?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export type Json = Record<string, unknown>;

/** Speaks to a service with one key. */
export class Client {
  constructor(
    readonly url: string,
    readonly key: string | null,
  ) {}

  /** The same service, with another key or none. */
  withKey(key: string | null): Client {
    return new Client(this.url, key);
  }

  async send(path: string, { method = 'GET', body, headers = {} }: Message = {}): Promise<Answer> {
    const key: Record<string, string> = this.key === null ? {} : { 'X-API-Key': this.key };
    const response = await fetch(`${this.url}${path}`, { method, body, headers: { ...key, ...headers } });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parseBody(text), text };
  }

  get(path: string): Promise<Answer> {
    return this.send(path);
  }

  delete(path: string): Promise<Answer> {
    return this.send(path, { method: 'DELETE' });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.postText(path, JSON.stringify(body), headers);
  }

  postText(path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
  }

  addDocument(document: Json, headers?: Record<string, string>): Promise<Answer> {
    return this.post(`${VERSION}/documents`, document, headers);
  }

  getDocument(id: string): Promise<Answer> {
    return this.get(`${VERSION}/documents/${id}`);
  }

  updateDocument(id: string, changes: Json, headers?: Record<string, string>): Promise<Answer> {
    return this.post(`${VERSION}/documents/${id}`, changes, headers);
  }

  deleteDocument(id: string): Promise<Answer> {
    return this.delete(`${VERSION}/documents/${id}`);
  }

  browse(request: Json = {}): Promise<Answer> {
    return this.post(`${VERSION}/documents/browse`, request);
  }

  filter(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/filter`, request);
  }

  search(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/search`, request);
  }

  retrieve(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/retrieve`, request);
  }

  suggest(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/auto-suggest`, request);
  }

  findSimilar(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/find-similar`, request);
  }

  findDuplicate(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/find-duplicate`, request);
  }

  invokeLlm(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/invoke-llm`, request);
  }

  generateAnswer(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/generate-answer`, request);
  }

  analyzeSentiment(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/analyze-sentiment`, request);
  }

  categorize(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/categorize`, request);
  }

  summarize(request: Json): Promise<Answer> {
    return this.post(`${VERSION}/summarize`, request);
  }

  metadataSchema(): Promise<Answer> {
    return this.get(`${VERSION}/documents/metadata-schema`);
  }

  importText(body: string, { query = '', headers = {} } = {}): Promise<Answer> {
    const ndjson = { 'Content-Type': 'application/x-ndjson', ...headers };
    return this.send(`${VERSION}/documents/import${query}`, { method: 'POST', body, headers: ndjson });
  }

  importDocuments(documents: readonly unknown[], query = ''): Promise<Answer> {
    return this.importText(documents.map((document) => `${JSON.stringify(document)}\n`).join(''), { query });
  }
}

/** The lines of an import's answer. */
export function answerLines({ text }: Answer): ImportLineBody[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ImportLineBody => JSON.parse(line));
}

/** Metrics and imports answer text; their tests read that. */
function parseBody(text: string): ResponseBody {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse('{}');
  }
}
