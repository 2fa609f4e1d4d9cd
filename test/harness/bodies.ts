/** One thing that is wrong with a request. */
interface SentProblem {
  param: string | null;
  code: string;
  message: string;
}

interface ErrorDetail extends SentProblem {
  type: string;
  errors: SentProblem[];
  request_id: string;
}

interface TokenUsage {
  semantic_tokens: number;
  llm_tokens: { llm_output_tokens: number; llm_input_tokens: number; model: string | null };
}

interface DocumentBody {
  id: string;
  title: string;
  content: string | null;
  metadata: Record<string, unknown> | null;
  tenant_id: string;
  language: string;
  source_uri: string | null;
  created_at: string;
  updated_at: string;
}

interface MetadataFieldBody {
  field: string;
  types: string[];
  array: boolean;
  document_count: number;
  distinct_count: number;
  examples: unknown[];
  min: unknown;
  max: unknown;
}

/** What a search adds to a document that it found. */
interface HitBody {
  excerpt: string | null;
  confidence_level: string;
  passage: string;
  document_id: string;
}

interface AnswerBody {
  answer: string;
  sources: (DocumentBody & { confidence_level: string })[];
  answer_span: { document_id: string; start: number; end: number };
  stop_reason: string;
  summary: string;
}

/** What an analysis says of a document or a text. */
interface AnalysisBody {
  sentiment: string;
  text: string | null;
  categories: { name: string; confidence_level: string }[];
}

interface MessageBody {
  role: string;
  content: { text: string }[];
}

interface FacetBody {
  type: string;
  values: { key?: string; value: unknown; count: number }[];
  other_count: number;
  missing_count: number;
}

/** What any response may hold, together. A test looks at the fields of its own endpoint; the others are undefined. */
export interface ResponseBody extends DocumentBody {
  object: string;
  url: string;
  token_usage: TokenUsage;
  livemode: boolean;
  error: ErrorDetail;
  deleted: boolean;
  data: (DocumentBody & MetadataFieldBody & HitBody & AnswerBody & AnalysisBody & { sort_value: unknown[] | null })[];
  page: number;
  limit: number;
  has_more: boolean;
  next_page: number | null;
  relaxed_phrases: string[];
  total_number_of_results: number;
  total_number_of_documents: number;
  sort: unknown;
  filter: unknown;
  facet: unknown;
  facet_advanced: unknown;
  facet_result: Record<string, FacetBody> | null;
  messages: MessageBody[];
  model: string | null;
  versions: { version: string; status: string }[];
  [field: string]: unknown;
}

/** A line of an import's answer; the last one is the result. */
export interface ImportLineBody {
  line: number;
  id: string | null;
  status: 'created' | 'updated' | 'failed';
  error: ErrorDetail | null;
  object?: string;
  created: number;
  updated: number;
  failed: number;
  [field: string]: unknown;
}
