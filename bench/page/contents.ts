/** What the page says beside its figures. Texts are in Markdown. */
export interface PageContents {
  headlines: readonly Headline[];
  sections: readonly Section[];
}

/** A line of the table on top: a figure by the file it is recorded in, its table, row and column. */
export interface Headline {
  promise: string;
  script: string;
  table?: string;
  name: string;
  measure: string;
}

export interface Section {
  /** Name of the script and of its file in `bench/results/`. */
  script: string;
  /** Path of a script that is not in `bench/`. */
  source?: string;
  title: string;
  /** What is measured, after the name of the script. */
  about: string;
  notes?: string;
  plot?: Plot;
}

/** Growth of the figures that have a size. */
export interface Plot {
  alt: string;
  /** What the size counts. */
  x: string;
  /** Whether rows or columns become lines. */
  series: 'name' | 'measure';
}

const HEADLINES: readonly Headline[] = [
  {
    promise: 'A filter, two exact facets and a sort over 1,000,000 documents',
    script: 'filter',
    name: '1,000,000 documents',
    measure: 'Sextant p50',
  },
  {
    promise: 'Exact semantic scan of 1,000,000 vectors, one thread',
    script: 'vector-scan',
    name: '1,000,000 vectors',
    measure: 'one thread, p50',
  },
  {
    promise: 'Lexical search over 100,000 documents, typos tolerated, exact total',
    script: 'search-latency',
    table: '100,000 documents',
    name: 'lexical',
    measure: 'p50',
  },
  {
    promise: 'Semantic search over 100,000 documents, exact total',
    script: 'search-latency',
    table: '100,000 documents',
    name: 'semantic',
    measure: 'p50',
  },
  {
    promise: 'Hybrid search over 100,000 documents, exact total',
    script: 'search-latency',
    table: '100,000 documents',
    name: 'hybrid',
    measure: 'p50',
  },
  {
    promise: 'Lexical searches over HTTP, 16 clients on the same two cores',
    script: 'http-throughput',
    table: '100,000 documents',
    name: 'lexical',
    measure: 'requests/s',
  },
  {
    promise: 'Import: store, embed and index',
    script: 'import-next-to-encoder',
    name: 'whole import',
    measure: 'five rounds',
  },
  {
    promise: 'Ready after `kill -9` with 100,000 documents',
    script: 'start-up',
    name: '100,000 documents, after kill -9',
    measure: 'bundled encoders',
  },
  {
    promise: 'Hybrid search quality on SciFact, nDCG@10',
    script: 'search-quality',
    table: 'Question and texts in the same language, nDCG@10',
    name: 'scifact',
    measure: 'hybrid',
  },
  {
    promise: 'Right answers without a language model (SQuAD 2)',
    script: 'answers',
    name: 'squad2',
    measure: 'right, of the answerable',
  },
];

const SECTIONS: readonly Section[] = [
  {
    script: 'filter',
    title: 'Filter, facets and sort',
    about: 'a filter of three clauses, two facets and a sort by date, on one core, in the process.',
    plot: { alt: 'latency against the number of documents', x: 'documents', series: 'measure' },
  },
  {
    script: 'search-latency',
    title: 'Searches in the process',
    about:
      'whole searches over arXiv abstracts of 150 words, one client, two query threads, titles as queries, typos tolerated and totals exact, ' +
      'next to LanceDB (flat vector search, no typo tolerance) and SQLite with FTS5 and sqlite-vec. ' +
      'Query vectors are given. Beyond 100,000, documents are made of halves of two abstracts.',
    plot: { alt: 'latency against the number of documents', x: 'documents', series: 'name' },
    notes:
      'Of the index, 391 bytes per document are its vector (one passage each) and 128 its MinHash signature. Where half of all documents are ' +
      'above the cutoff, all of those have to be sorted.',
  },
  {
    script: 'http-throughput',
    title: 'Searches over HTTP',
    about:
      '16 clients (wrk) on the same cores as the service, arXiv titles as queries, segments merged, runs of ten seconds after half a minute of warm-up. ' +
      'Ranges are over five runs.',
  },
  {
    script: 'side-by-side',
    title: 'Next to another checkout',
    about:
      'both services run at once and are asked in turn, two seconds each, because the speed of a machine changes within minutes. It is the tool to see ' +
      'whether a change costs speed; the last comparison is shown.',
  },
  {
    script: 'cluster',
    title: 'In front of an OpenSearch cluster',
    about:
      'the same arXiv abstracts in the embedded engine, on one OpenSearch node and on three, which keep every document twice. Encoding costs nothing here. ' +
      'Latency is that of one client over HTTP. Semantic search compares all vectors; "radial" looks them up in the nearest-neighbour index.',
    notes:
      'Nodes, services and clients share the cores of one machine: three nodes show what copies cost, not what more machines bring.',
  },
  {
    script: 'vector-scan',
    title: 'Vector scan',
    about:
      'all vectors of 384 dimensions above a cosine of 0.4, exactly, in the process ([decision 8](decisions/0008-vector-scan.md)).',
    plot: { alt: 'latency against the number of vectors', x: 'vectors', series: 'measure' },
  },
  {
    script: 'word-scores',
    title: 'Scores of words',
    about:
      'adding up the BM25 scores of eight words, in one thread, the fastest of 400 rounds ([decision 16](decisions/0016-postings.md)).',
    plot: { alt: 'time against the number of documents', x: 'documents', series: 'measure' },
  },
  {
    script: 'ingest',
    title: 'Writing',
    about:
      'arXiv abstracts of about 1,100 characters over HTTP. With the bundled encoder, embedding dominates. The encoder that costs ' +
      'nothing is behind HTTP and sends its vectors as JSON, which is included in its figures.',
  },
  {
    script: 'import-next-to-encoder',
    title: 'Import next to the bare encoder',
    about:
      'imports of 200 abstracts (sent over HTTP, stored, embedded, indexed and found) take turns with a bare ONNX Runtime session on the same texts, ' +
      'tokenized beforehand and in its best batch size.',
    notes:
      'An import can be faster than the bare session: a session of two threads waits for the slower one, two sessions of one thread do not.',
  },
  {
    script: 'store-commit',
    title: 'Durable writes',
    about:
      "a write that survives power loss, next to the disk's own sync. A commit needs two syncs ([decision 2](decisions/0002-store.md)).",
  },
  {
    script: 'start-up',
    title: 'Starting',
    about: 'from the start of the process to the first request served.',
  },
  {
    script: 'footprint',
    title: 'Disk and memory',
    about: 'abstracts of scientific papers with metadata, one passage each. The encoder runs in another process.',
  },
  {
    script: 'embedding',
    title: 'Encoders',
    about:
      'the bundled encoders from text to vector, next to a bare ONNX Runtime session with texts tokenized and sorted beforehand ' +
      '([decision 6](decisions/0006-encoders.md)).',
  },
  {
    script: 'encoder-sessions',
    title: 'Sessions of the encoders',
    about:
      'one session with another setting, next to one as in use (one thread, one text at a time, defaults of ONNX Runtime): how many times as many ' +
      'passages of 150 words a second ([decision 6](decisions/0006-encoders.md)).',
    notes: 'Two threads have to be twice as fast to be worth it: so are two sessions of one thread.',
  },
  {
    script: 'change-encoder',
    title: 'Changing the encoder',
    about:
      'documents of 150 words re-embedded with the bundled encoder after a change ([decision 10](decisions/0010-change-of-encoder.md)).',
  },
  {
    script: 'search-quality',
    title: 'Search quality',
    about:
      'nDCG@10 of lexical, semantic and hybrid search, and of two simpler ways to combine the same results ([decision 9](decisions/0009-ranking.md)). ' +
      'Cutoff 50 and ratio 0.6 for hybrid, no cutoff for semantic. Across languages, 1,190 questions of XQuAD and the 240 paragraphs in English.',
    notes:
      'Ranking was tuned on these sets, so the figures are slightly optimistic. Questions of XQuAD were written with the paragraph in view and share its ' +
      'words, which favours lexical search.',
  },
  {
    script: 'coincidental-words',
    title: 'Words by coincidence',
    about:
      'short queries in twelve languages, each with a text that is meant, in other words, and one that merely has a word of the query: how often the first ' +
      'comes before the second, or is the only one found. Cutoff 50. Nothing was tuned with these cases.',
  },
  {
    script: 'engine-quality',
    title: 'Search quality of both engines',
    about:
      'nDCG@10 over HTTP, with the same documents and vectors in the embedded engine and in an OpenSearch node; every tenth question of XQuAD.',
  },
  {
    script: 'multilingual-search',
    title: 'Searches of all languages',
    about:
      'every ninth question of XQuAD over its 240 paragraphs in six languages at once, cutoff 50: the share found of what a search of the ' +
      "question's own language finds, and the rank of the right paragraph in that language; its translations don't count against it.",
  },
  {
    script: 'long-queries',
    title: 'Queries as long as a paragraph',
    about:
      'nDCG@10 where the query is a text: the second half of an abstract or paragraph is asked for the first, an abstract for its title, a paragraph for ' +
      'the others of its article. BM25 is that of the textbooks: stems, k1 1.2, b .75, title and content as one text.',
  },
  {
    script: 'misspelt-queries',
    title: 'Misspelt queries',
    about:
      'nDCG@10 of lexical search with typo tolerance and without: questions as they are, with two letters of the longest word swapped, and that word ' +
      'beside one other word of the question.',
  },
  {
    script: 'answers',
    title: 'Answers without a language model',
    about:
      'SQuAD 2 over all of its 646 paragraphs, XQuAD in each language, and questions of the tenth that the reader was not trained on, over 300 passages of ' +
      'their language. An answer, which is one to three sentences, is right if it contains one of the expected strings. The unanswerable questions of SQuAD 2 are written to ' +
      'look as if a paragraph answered them; XQuAD has none. Thresholds were fitted to the kept tenth, so its own figures are a little too good.',
  },
  {
    script: 'reader',
    title: 'Reading a passage',
    about:
      'how long the reader takes for a passage of 200 tokens, and how often its likeliest span is ' +
      'right where it is given the right paragraph.',
  },
  {
    script: 'answers-over-http',
    title: 'Answers over HTTP',
    about:
      'every tenth question of SQuAD 2 sent to the running service, which reads for 300 ms at most; the script above reads ten passages for every question.',
  },
  {
    script: 'everyday-questions',
    title: 'Everyday questions',
    about:
      'short documents on everyday subjects, asked of the running service without a language model. The questions paraphrase the documents, ask what they do ' +
      'not say, or lean on the question before. An answer is right if it cites the right document and contains one of the expected strings.',
    notes:
      'Documents and questions are ours. A second set, on other subjects, is for choosing rules and weights; nothing was chosen with the one shown here. ' +
      'Every language has four answerable, three unanswerable and three follow-up questions, so that one question is worth 25 or 33 points there. ' +
      'The confidence levels are of all answers over documents of the own language; an answer to an unanswerable question is wrong.',
  },
  {
    script: 'sentences',
    title: 'Sentences',
    about:
      'how many of 149 cuts between sentences are right, in texts of all 39 languages with abbreviations, initials, ordinals, quotations, addresses and decimal ' +
      'numbers. The texts are ours; no rule was made with those that are counted here. F1: wrong cuts and missing ones count alike.',
    notes:
      'Thai has no sign at the end of a sentence. Cut at every space it scores 0.300; Intl.Segmenter finds no cut.',
  },
  {
    script: 'summaries',
    title: 'Summaries without a language model',
    about:
      '60 documents each, next to as many sentences from the beginning and from all over the text. The title of an abstract is withheld, and the share of ' +
      'its content words in the summary is measured. Reviews have more than 4,000 characters.',
    notes:
      'Summaries are chosen by cosine, so the second table shows that they cover the text, not that readers prefer them. Abstracts have about eight ' +
      'sentences, and their first ones are hard to beat.',
  },
  {
    script: 'categorize',
    title: 'Categories without training',
    about:
      'categories given by description alone ([decision 13](decisions/0013-categories.md)): 2,000 items of AG News, questions of XQuAD with the subject of their ' +
      'article, and questions to a bank (Banking77) in six groups, none of which the weights were fitted to. The twenty categories of news are its four topics and sixteen that hardly any ' +
      'item is about. Categories are described by lists, and again in several sentences and in one without commas. Beside it, the category whose description is ' +
      'nearest by cosine, and the one whose best phrases are.',
    notes:
      'Questions to a bank are nearer to each of its categories than to any common topic: where their own is missing, many get another. Ask for `high`, or ' +
      'send a category for everything else. All texts here are English, so expect less elsewhere.',
  },
  {
    script: 'similar-documents',
    title: 'Finding similar documents',
    about:
      'each of the 240 paragraphs of XQuAD as a source: the share of paragraphs of the same article, and of all others, that score 50 or more, ' +
      'and are therefore listed, and 65 or more.',
  },
  {
    script: 'duplicates',
    title: 'Finding duplicates',
    about:
      'documents of two to four abstracts or paragraphs of Wikipedia, next to edited copies: a share of the words is replaced by others of the set, and a paragraph is ' +
      'left out (of the copies but those that are word for word). The share found at `medium` or above, and how many other documents are. Then pairs of sentences that differ ' +
      'in a name or a number, or only in their layout: the share at `high` or above, which should be none of the former and all of the latter.',
  },
  {
    script: 'map-layout',
    title: 'Map',
    about:
      'abstracts of SciFact, each by one vector, and mixtures of these: how many of the nearest neighbours of a document are its nearest on the map, and how ' +
      'long a map takes ([decision 25](decisions/0025-map.md)).',
  },
  {
    script: 'sentiment',
    title: 'Sentiment',
    about:
      'neutral counts as wrong in SST-2; reviews of IMDB are read by passages. More in the [model card](../models/sentiment/README.md).',
  },
  {
    script: 'classify',
    title: 'Training classifiers',
    about:
      'Banking77 (10,003 texts, 77 labels) with its own test file, AG News with every fifth item as the test ([decision 14](decisions/0014-learning.md)).',
  },
  {
    script: 'classify-few',
    title: 'Classifiers of few examples',
    about:
      'what a confidence is worth at which size ([Trained models](trained-models.md#what-a-confidence-is-worth)): models of random choices of ' +
      'examples, asked about texts that they have not seen.',
  },
  {
    script: 'predict',
    title: 'Training predictors',
    about:
      'next to a logistic regression on the same rows. adult has a test file; the others are divided into five parts, twice, each part once the test ' +
      '([decision 14](decisions/0014-learning.md)).',
  },
  {
    script: 'predict-texts',
    title: 'Predictors with free text',
    about: 'accuracy on 2,000 rows of AG News and imdb: the first 300 characters of a text and two other fields.',
  },
  {
    script: 'serve-models',
    title: 'Trained models over HTTP',
    about:
      'one request after the other to a classifier of Banking77 and a predictor of titanic. Training has one thread.',
  },
  {
    script: 'search-while-training',
    title: 'Searches during training',
    about: 'hybrid searches among 1,000 documents over HTTP, one after the other, while models are trained.',
  },
  {
    script: 'training-next-to-import',
    title: 'Training next to an import',
    about: 'how far a training of Banking77 gets in a minute, alone and while documents are imported without a pause.',
  },
  {
    script: 'language-model',
    title: 'The bundled language model',
    about: 'two threads, next to hybrid searches among 500 documents.',
  },
  {
    script: 'small-tasks',
    title: 'Small tasks for a language model',
    about:
      'thirty small tasks, judged by rules: extract, rewrite, classify, list, answer shortly, summarise ([decision 11](decisions/0011-language-models.md)). ' +
      'Temperature 0.5. Endless are answers that had not ended by themselves after 128 tokens; they count as wrong.',
    notes:
      'How the bundled model is handled was chosen with these tasks, so its figures are slightly optimistic. The rules are strict: a right word in a long sentence is ' +
      'wrong where one word was asked for.',
  },
  {
    script: 'shared-cores',
    title: 'The bundled language model on a busy machine',
    about: 'tokens per second on two cores, alone and beside processes that use a core each without a pause.',
  },
  {
    script: 'analysis',
    title: 'Text analysis',
    about:
      'megabytes of UTF-8 per second in one thread ([decision 7](decisions/0007-text-analysis.md)). Chinese and Japanese take the time of the segmenter.',
  },
  {
    script: 'convert-content',
    title: 'Converting HTML and Markdown',
    about:
      'an ordinary page and the slowest inputs known; larger content is converted in a thread ([decision 3](decisions/0003-html-and-markdown.md)).',
  },
  {
    script: 'event-loop',
    title: 'The longest turn of the event loop',
    about:
      'while a request that reads much is answered, all others wait for at most so long: processor time of the main thread, median and range of eight rounds. ' +
      'Everything is as large as its limit allows, or as in large installations.',
    notes:
      'What is heavier is done in threads, or in turns of two milliseconds. Garbage collection is part of the figures.',
  },
  {
    script: 'request-check',
    title: 'Checking requests',
    about:
      'finding all problems of a request, next to Ajv with `allErrors` ([decision 4](decisions/0004-request-checking.md)).',
  },
];

export const CONTENTS: PageContents = { headlines: HEADLINES, sections: SECTIONS };
