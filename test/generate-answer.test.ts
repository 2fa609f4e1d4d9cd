import { beforeAll, describe, expect, it } from 'vitest';
import { type Json, VERSION } from './harness/client.js';
import { EMOJI, LANGUAGES, type RefusedCase } from './harness/document-cases.js';
import { eventsOf } from './harness/events.js';
import { expectError, expectProblems, expectSuccess, idsOf } from './harness/expectations.js';
import * as cases from './harness/search-cases.js';
import { useService } from './harness/service-under-test.js';

const shared = useService({ environment: { SEXTANT_READERS: 'ahead' } });
const QUESTION = 'Who designed the lighthouse of Arkholm?';
const ask = (request: Json = {}) => shared.client.generateAnswer({ query: QUESTION, ...request });
const item = async (request: Json = {}) => (await ask(request)).body.data[0];

const LIGHTHOUSE =
  'The lighthouse of Arkholm stands on a cliff above the old harbour. It was designed by the engineer Mara Lindqvist. ' +
  'Building began in 1871 and took six years. The tower is 42 metres high and painted white. ' +
  'Its lamp can be seen from 30 kilometres away.';
const FERRY =
  'The ferry to Arkholm runs every two hours in summer. In winter there are three crossings a day. ' +
  'A ticket for adults costs 14 euros. Dogs travel free of charge.';

beforeAll(async () => {
  await shared.client.importDocuments([
    {
      ...{ id: 'lighthouse', title: 'The lighthouse of Arkholm', tenant_id: 'north', content: LIGHTHOUSE },
      ...{ metadata: { kind: 'building' }, source_uri: 'https://example.org/lighthouse' },
    },
    { id: 'ferry', title: 'The ferry to Arkholm', tenant_id: 'north', content: FERRY },
    {
      id: 'bread',
      title: 'Rye bread',
      tenant_id: 'south',
      content: 'Rye bread needs sourdough. It is baked for an hour.',
    },
    {
      ...{ id: 'turm', title: 'Der Leuchtturm von Arkholm', tenant_id: 'north', language: 'de' },
      content: 'Der Leuchtturm wurde von der Ingenieurin Mara Lindqvist entworfen. Er ist 42 Meter hoch.',
    },
  ]);
});

describe('generate-answer without a language model', () => {
  it('says what a row of a table says', async () => {
    const content =
      '# Timetable\n\n| Line | From | To | Fare |\n|---|---|---|---|\n| Red line | Arkholm | Sandvik | 14 euros |\n' +
      '| Blue line | Sandvik | Nordby | 9 euros |\n\nTickets are sold on board.';
    await shared.client.importDocuments([
      { id: 'fares', title: 'Fares of the boat lines', content, tenant_id: 'rows' },
    ]);
    const { answer } = await item({ query: 'What is the fare of the blue line?', tenant_id: ['rows'] });
    expect(answer).toContain('Line: Blue line; From: Sandvik; To: Nordby; Fare: 9 euros');
    expect(answer).not.toContain('|');
    await shared.client.deleteDocument('fares');
  });

  it('finds documents below the cutoff by their words, also where all languages are searched', async () => {
    const query = 'Ich habe gehört, eine Frau sei es gewesen: Welche Ingenieurin hat ihn entworfen, den Leuchtturm?';
    for (const scope of [{ language: 'de' }, { multilingual_search: true }]) {
      const { sources } = await item({ query, ai_search_cutoff_score: 90, ...scope });
      expect(sources.map(({ id }: { id: string }) => id)).toContain('turm');
    }
  });

  it('answers with the row of what the question names, and with no other', async () => {
    const html = (rows: string[][]) =>
      `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    const staff = html([
      ['City', 'Manager', 'Staff'],
      ['Oslo', 'Berit Moen', '12'],
      ['Porto', 'João Reis', '30'],
    ]);
    const languages = html([
      ['City', 'Manager', 'Language'],
      ['Oslo', 'Berit Moen', 'Norwegian'],
      ['Porto', 'João Reis', 'Portuguese'],
    ]);
    const team =
      '| Name | Role | Office |\n|---|---|---|\n| Ana Silva | Accountant | Lisbon |\n| Ben Cole | Designer | Leeds |\n' +
      '| Chloé Roux | Lawyer | Lyon |';
    await shared.client.importDocuments([
      { id: 'staff', title: 'Offices', content: staff, content_type: 'html', tenant_id: 'staff' },
      { id: 'languages', title: 'Offices', content: languages, content_type: 'html', tenant_id: 'languages' },
      { id: 'team', title: 'Our team', content: team, content_type: 'markdown', tenant_id: 'team' },
    ]);
    for (const [tenant, query, named, others] of [
      ['staff', 'Who manages the Porto office?', 'João Reis', /Oslo/],
      ['staff', 'How many staff are in Porto?', '30', /Oslo/],
      ['languages', 'Who manages the Porto office?', 'João Reis', /Oslo/],
      ['team', 'In which office is Ben Cole?', 'Leeds', /Ana|Chloé/],
    ] as const) {
      const { answer } = await item({ query, tenant_id: [tenant] });
      expect(answer).toContain(named);
      expect(answer).not.toMatch(others);
    }
    for (const id of ['staff', 'languages', 'team']) await shared.client.deleteDocument(id);
  });

  it('declines rather than take another row, and never takes the names of the columns for one', async () => {
    const content =
      '# Warehouse shifts\n\n| Day | Early shift | Late shift |\n|---|---|---|\n| Monday | Anna | Piotr |\n' +
      '| Tuesday | Piotr | Jonas |\n| Thursday | Anna | Mehmet |';
    const shifts = { id: 'shifts', title: 'Warehouse shifts', content, content_type: 'markdown', tenant_id: 'shifts' };
    await shared.client.importDocuments([shifts]);
    const { answer } = await item({ query: 'Who has the late shift on Thursday?', tenant_id: ['shifts'] });
    expect(answer).toBe('Day: Thursday; Early shift: Anna; Late shift: Mehmet [1]');
    const { body } = await ask({ query: 'Who has the early shift on Sunday?', tenant_id: ['shifts'] });
    expect(body.total_number_of_results).toBe(0);
    await shared.client.deleteDocument('shifts');
  });

  it('answers with the entry of the code that is asked for, and declines where the documents do not have the code', async () => {
    const scope = { language: 'de', tenant_id: 'codes' };
    await shared.client.importDocuments([
      { id: 'rows', title: 'Heizung', content: 'E05 | Druck zu niedrig\nE07 | Fühler defekt\nE09 | Abgas', ...scope },
      { id: 'help', title: 'Garantie', content: 'Sie gilt zwei Jahre. Fehler melden Sie uns.', ...scope },
    ]);
    const asked = (query: string) => ask({ query, language: 'de', tenant_id: ['codes'] });
    for (const query of ['Was bedeutet Fehlercode E07?', 'Was heißt E07?', 'Was bedeutet Fehlercode E-07?']) {
      expect((await asked(query)).body.data[0].answer, query).toBe('E07: Fühler defekt [1]');
    }
    expect((await asked('Was bedeutet Fehlercode E77?')).body.total_number_of_results).toBe(0);
    for (const id of ['rows', 'help']) await shared.client.deleteDocument(id);
  });

  it('answers in Thai with sentences, not with phrases', async () => {
    const sentences = [
      'ประภาคารอาร์คโฮล์มตั้งอยู่บนหน้าผา เหนือท่าเรือเก่า',
      'การก่อสร้างประภาคารเริ่มขึ้นในปี ค.ศ. 1871 และใช้เวลา 6 ปี',
      'นอกจากนี้ ประภาคารยังมีความสูง 42 เมตร และทาสีขาวทั้งหลัง',
    ];
    const content = sentences.join(' ');
    await shared.client.importDocuments([
      { id: 'th-light', title: 'ประภาคารอาร์คโฮล์ม', content, tenant_id: 'thai', language: 'th' },
    ]);
    const { answer } = await item({ query: 'การก่อสร้างประภาคารเริ่มขึ้นในปีใด', language: 'th', tenant_id: ['thai'] });
    for (const part of answer.split(/ ?\[1\] ?/).filter(Boolean)) expect(part.length).toBeGreaterThan(40);
    expect(answer).toContain('ค.ศ. 1871');
    await shared.client.deleteDocument('th-light');
  });

  it('answers with sentences of the documents, word for word, and says where they are from', async () => {
    const answer = await ask();
    expectSuccess(answer, 'generate_answer_result');
    const [found] = answer.body.data;
    expect(found.answer).toContain('It was designed by the engineer Mara Lindqvist. [1]');
    const sentences = found.answer.split(/ \[\d\]/).map((sentence) => sentence.trim());
    for (const sentence of sentences) expect(`${LIGHTHOUSE} ${FERRY}`).toContain(sentence);
    expect(found.sources[0].id).toBe('lighthouse');
    expect(found.stop_reason).toBe('end_turn');
    expect(['very_high', 'high', 'medium', 'low']).toContain(found.confidence_level);
    expect(answer.body.total_number_of_results).toBe(found.sources.length);
    expect(answer.body.model).toBeNull();
    expect(answer.body.token_usage.semantic_tokens).toBeGreaterThan(0);
  });

  it('has exactly the fields of the contract', async () => {
    const { body } = await ask();
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['object', 'url', 'query', 'data', 'messages', 'document_id', 'tenant_id', 'filter', 'language'],
        ...['multilingual_search', 'retrieval_limit', 'max_output_tokens', 'temperature', 'ai_search_cutoff_score'],
        ...['greeting_response', 'total_number_of_results', 'model', 'token_usage', 'livemode'],
      ].sort(),
    );
    expect(body.url).toBe(`${VERSION}/generate-answer`);
    expect(Object.keys(body.data[0]).sort()).toEqual([
      ...['answer', 'answer_span', 'confidence_level', 'sources', 'stop_reason'],
    ]);
    expect(Object.keys(body.data[0].sources[0]).sort()).toEqual(
      [
        ...['id', 'title', 'source_uri', 'confidence_level', 'metadata', 'tenant_id', 'language'],
        ...['created_at', 'updated_at'],
      ].sort(),
    );
  });

  it.each([
    ['How high is the tower of the lighthouse?', '42 metres'],
    ['When did the building of the lighthouse begin?', '1871'],
    ['How much does a ferry ticket cost?', '14 euros'],
  ])('finds what is asked for: %s', async (query, expected) => {
    expect((await item({ query })).answer).toContain(expected);
  });

  it('says where in the document the words are that were asked for', async () => {
    const { answer_span: span } = await item({ query: 'How high is the tower of the lighthouse?' });
    expect(span.document_id).toBe('lighthouse');
    expect(LIGHTHOUSE.slice(span.start, span.end)).toContain('42');
    expect(span.end - span.start).toBeLessThan(30);
  });

  it('answers with as few sentences as hold the answer', async () => {
    const { answer } = await item({ query: 'How much does a ticket for the ferry cost?' });
    expect(answer).toBe('A ticket for adults costs 14 euros. [1]');
  });

  it('answers a question in other words, from what a search leaves out, unless a cutoff is named', async () => {
    const content =
      'Unser Büro liegt am Hafen. Zu Mittag essen alle in der Kantine im dritten Stock. Der Aufzug ist außer Betrieb.';
    await shared.client.importDocuments([
      { id: 'office', title: 'Willkommen', content, tenant_id: 'office', language: 'de' },
    ]);
    const question = { query: 'Wo gibt es etwas gegen den Hunger?', language: 'de', tenant_id: ['office'] };
    expect((await shared.client.retrieve(question)).body.total_number_of_results).toBe(0);
    expect((await item(question)).answer).toContain('Kantine');
    expect((await item({ ...question, ai_search_cutoff_score: 50 })).sources).toEqual([]);
    await shared.client.deleteDocument('office');
  });

  it('names whom a sentence means that only says "it"', async () => {
    const content =
      'It is most famous for its glass roof, which was finished in 1951. It has four floors. Shops open at ten o’clock.';
    await shared.client.importDocuments([{ id: 'mall', title: 'Calder Arcade', content, tenant_id: 'mall' }]);
    const { answer } = await item({ query: 'What is Calder Arcade most famous for?', tenant_id: ['mall'] });
    expect(answer).toBe('Calder Arcade: It is most famous for its glass roof, which was finished in 1951. [1]');
    await shared.client.deleteDocument('mall');
  });

  it('has no numbers of footnotes, which would look like those of sources', async () => {
    await shared.client.addDocument({
      id: 'iron-tower',
      title: 'Iron Tower',
      content: 'The Iron Tower is 300 metres tall.[3][4] Its array items[0] is a sculpture.',
      tenant_id: 'footnotes',
    });
    const found = await item({ query: 'How tall is the Iron Tower?', tenant_id: ['footnotes'] });
    expect(found.answer).toBe('The Iron Tower is 300 metres tall. [1]');
  });

  it('says in the language of the request that the documents hold no answer', async () => {
    const query = 'What is the boiling point of tungsten carbide?';
    const answer = await ask({ query });
    expect(answer.body.data).toEqual([
      {
        answer: 'I could not find an answer to this question in the documents.',
        sources: [],
        answer_span: null,
        confidence_level: 'not_available',
        stop_reason: 'end_turn',
      },
    ]);
    expect(answer.body.total_number_of_results).toBe(0);
    const inAll = await Promise.all(LANGUAGES.map((language) => item({ query, language })));
    expect(new Set(inAll.map((found) => found.answer)).size).toBe(LANGUAGES.length);
    expect(
      (await item({ query: 'Wie hoch ist der Siedepunkt von Wolfram?', multilingual_search: true })).answer,
    ).toContain('Dokumenten');
  });

  it('answers from documents in the language of the request, or of all', async () => {
    const query = 'Wer hat den Leuchtturm entworfen?';
    expect((await item({ query, language: 'de' })).answer).toContain(
      'von der Ingenieurin Mara Lindqvist entworfen. [1]',
    );
    const across = await item({ query, multilingual_search: true });
    expect(across.answer).toContain('Mara Lindqvist');
  });

  it('answers from the documents, tenants and filters it is limited to', async () => {
    expect((await item({ document_id: ['ferry'] })).sources.map(({ id }) => id)).not.toContain('lighthouse');
    expect((await item({ tenant_id: ['south'] })).sources).toEqual([]);
    expect((await item({ tenant_id: ['north'] })).sources[0].id).toBe('lighthouse');
    const filter = { must: [{ term: { 'metadata.kind': 'building' } }] };
    expect((await item({ filter })).sources.map(({ id }) => id)).toEqual(['lighthouse']);
    const without = await item({ filter: { must_not: [{ ids: { values: ['lighthouse'] } }] } });
    expect(without.sources.map(({ id }) => id)).not.toContain('lighthouse');
    expect((await item({ document_id: ['no-such-document'] })).sources).toEqual([]);
  });

  it('quotes the title of a document without content', async () => {
    await shared.client.addDocument({
      id: 'bare',
      title: 'Captain Olsen sank with the Aurora in 1902',
      tenant_id: 'bare',
    });
    const found = await item({ query: 'Who sank with the Aurora?', tenant_id: ['bare'] });
    expect(found.answer).toBe('Captain Olsen sank with the Aurora in 1902 [1]');
    await shared.client.deleteDocument('bare');
  });

  it('never draws on a document that no longer exists', async () => {
    const content = 'The password of the vault is cormorant.';
    await shared.client.addDocument({ id: 'vault', title: 'The vault', content, tenant_id: 'vault' });
    const query = 'What is the password of the vault?';
    expect((await item({ query })).answer).toContain('cormorant');
    await shared.client.deleteDocument('vault');
    expect((await item({ query })).answer).not.toContain('cormorant');
  });
});

describe('a conversation', () => {
  it('comes back whole, with this exchange at its end', async () => {
    const first = await ask();
    expect(first.body.messages).toEqual([
      { role: 'user', content: [{ text: QUESTION }] },
      { role: 'assistant', content: [{ text: first.body.data[0].answer }] },
    ]);
    const query = 'How high is it?';
    const second = await ask({ query, previous_messages: first.body.messages });
    expect(second.body.messages).toEqual([
      ...first.body.messages,
      { role: 'user', content: [{ text: query }] },
      { role: 'assistant', content: [{ text: second.body.data[0].answer }] },
    ]);
    expect(second.body.data[0].sources[0].id).toBe('lighthouse');
    const third = await ask({ query, previous_messages: second.body.messages, max_messages: 1 });
    expect(third.body.messages.slice(0, 4)).toEqual(second.body.messages);
    expect(third.body.messages).toHaveLength(6);
  });

  it('may have parts, and hundreds of turns', async () => {
    const parts = { role: 'user', content: [{ text: 'a' }, { text: 'b' }] };
    const previous_messages = Array.from({ length: 500 }, () => parts);
    const { body } = await ask({ previous_messages });
    expect(body.messages).toHaveLength(502);
    expect(body.messages[499]).toEqual(parts);
  });
});

describe('small talk', () => {
  it.each(['hello', 'Hi there!', 'bonjour', 'こんにちは', 'Guten Tag', 'مرحبا', '你好', 'Привет!', 'สวัสดีครับ'])(
    'is answered in kind, and searches nothing: %s',
    async (query) => {
      const answer = await ask({ query });
      expect(answer.body.data).toEqual([
        {
          answer: 'Hello! How can I help you?',
          sources: [],
          answer_span: null,
          confidence_level: 'not_available',
          stop_reason: 'end_turn',
        },
      ]);
      expect(answer.body.total_number_of_results).toBe(0);
      expect(answer.body.token_usage.semantic_tokens).toBe(0);
      expect(answer.body.messages).toHaveLength(2);
    },
  );

  it('is answered in the language of the request, or of the query', async () => {
    expect((await item({ query: 'hello', language: 'fr' })).answer).toContain('Bonjour');
    expect((await item({ query: 'buongiorno', multilingual_search: true })).answer).toContain('Ciao');
    expect((await item({ query: 'thank you' })).answer).toBe("You're welcome!");
    expect((await item({ query: 'danke schön', language: 'de' })).answer).toBe('Gern geschehen!');
    expect((await item({ query: 'goodbye' })).answer).toBe('Goodbye!');
  });

  it.each([
    ['Hallo', 'Hallo! Wie kann ich helfen?'],
    ['Hola', '¡Hola! ¿En qué puedo ayudarte?'],
    ['Merci', 'Je vous en prie !'],
    ['Ciao!', 'Ciao! Come posso aiutarti?'],
    ['Hello', 'Hello! How can I help you?'],
    ['Obrigado', 'De nada!'],
  ])('is answered in its own language where all are searched: %s', async (query, answer) => {
    expect((await item({ query, multilingual_search: true })).answer).toBe(answer);
  });

  it('is answered with what the request says if it is a greeting', async () => {
    const greeting_response = 'Ahoy, sailor!';
    const replies = { hello: greeting_response, Hallo: greeting_response, thanks: "You're welcome!", bye: 'Goodbye!' };
    for (const [query, reply] of Object.entries(replies)) {
      const { body } = await ask({ query, greeting_response });
      expect(body.data[0].answer).toBe(reply);
      expect(body.greeting_response).toBe(greeting_response);
    }
  });

  it('is no question that begins like it', async () => {
    const query = 'Hello, who designed the lighthouse of Arkholm?';
    expect((await item({ query, greeting_response: 'Ahoy!' })).answer).toContain('Mara Lindqvist');
  });
});

describe('a streamed answer', () => {
  it('sends the sources, the text in pieces, and the body of the plain response', async () => {
    const plain = await ask();
    const streamed = await ask({ stream: true });
    expect(streamed.status).toBe(200);
    expect(streamed.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsOf(streamed);
    expect(events[0].event).toBe('sources');
    expect(events[0].data.sources).toEqual(plain.body.data[0].sources);
    expect(events.at(-1)).toEqual({ event: 'done', data: plain.body });
    const deltas = events.slice(1, -1);
    expect(new Set(deltas.map(({ event }) => event))).toEqual(new Set(['delta']));
    expect(deltas.map(({ data }) => data.text).join('')).toBe(plain.body.data[0].answer);
  });

  it.each(['hello', 'What is the boiling point of tungsten carbide?'])('says it all for %s', async (query) => {
    const events = eventsOf(await ask({ query, stream: true }));
    expect(events.map(({ event }) => event)).toEqual(['sources', 'delta', 'done']);
    expect(events[0].data.sources).toEqual([]);
    expect(events[2].data.data[0].answer).toBe(events[1].data.text);
  });

  it('is refused like the plain one', async () => {
    expectProblems(await ask({ stream: true, query: '' }), { query: 'parameter_too_short' });
    const bound = await shared.clientWith({ tenants: 'north' });
    expectError(
      await bound.generateAnswer({ query: 'x', stream: true, tenant_id: ['south'] }),
      403,
      'tenant_not_allowed',
    );
  });
});

describe('a key that is bound to tenants', () => {
  it('gets no answers from the documents of others', async () => {
    const secret = 'The recovery phrase of the treasury is obsidian walrus.';
    await shared.client.addDocument({ id: 'secret', title: 'The treasury', content: secret, tenant_id: 'theirs' });
    const bound = await shared.clientWith({ tenants: 'north,south' });
    const query = 'What is the recovery phrase of the treasury?';
    expect((await item({ query })).answer).toContain('walrus');
    for (const more of [
      {},
      { document_id: ['secret'] },
      { multilingual_search: true },
      { ai_search_cutoff_score: 0 },
    ]) {
      const { text, body } = await bound.generateAnswer({ query, ...more });
      expect(text).not.toContain('walrus');
      expect(body.data[0].sources.map(({ id }) => id)).not.toContain('secret');
    }
    expectError(await bound.generateAnswer({ query, tenant_id: ['theirs'] }), 403, 'tenant_not_allowed');
    expectError(await bound.generateAnswer({ query: 'hello', tenant_id: ['theirs'] }), 403, 'tenant_not_allowed');
    const tester = await shared.clientWith({ mode: 'test' });
    expect((await tester.generateAnswer({ query })).text).not.toContain('walrus');
    await shared.client.deleteDocument('secret');
  });
});

describe('parameters of generate-answer', () => {
  const echoes: cases.EchoCase[] = [
    ...cases.ACCEPTED_LIMITS,
    {
      what: 'the defaults',
      sent: {},
      echo: {
        ...{ retrieval_limit: 10, ai_search_cutoff_score: 50, max_output_tokens: 256, temperature: 0.5 },
        ...{ document_id: null, greeting_response: null, multilingual_search: false },
      },
    },
    { what: 'the smallest limits', sent: { retrieval_limit: 1, max_output_tokens: 128 }, echo: { retrieval_limit: 1 } },
    {
      what: 'the largest limits',
      sent: { retrieval_limit: 20, max_output_tokens: 512 },
      echo: { max_output_tokens: 512 },
    },
    { what: 'a temperature of 0', sent: { temperature: 0 }, echo: { temperature: 0 } },
    { what: 'a temperature of 1', sent: { temperature: 1 }, echo: { temperature: 1 } },
    { what: 'ten messages', sent: { max_messages: 10 }, echo: {} },
    { what: 'all languages', sent: { multilingual_search: true }, echo: { multilingual_search: true, language: null } },
    { what: 'a query of 1,000 emoji', sent: { query: EMOJI.repeat(1000) }, echo: { query: EMOJI.repeat(1000) } },
    { what: 'documents', sent: { document_id: ['a', 'b'] }, echo: { document_id: ['a', 'b'] } },
    { what: 'an empty history', sent: { previous_messages: [] }, echo: {} },
  ];
  it.each(echoes)('include $what', async ({ sent, echo }) => {
    const answer = await ask(sent);
    expectSuccess(answer, 'generate_answer_result');
    expect(answer.body).toMatchObject(echo);
  });

  const refused = (what: string, sent: Json, problems: Record<string, string>): RefusedCase => ({
    ...{ what, sent, problems },
  });
  const said = (message: unknown) => ({ previous_messages: [message] });
  it.each([
    ...[...cases.REFUSED_CUTOFFS, ...cases.REFUSED_LANGUAGES, ...cases.REFUSED_TENANTS],
    ...[...cases.REFUSED_FILTERS, ...cases.REFUSED_SWITCHES],
    refused('an empty query', { query: '' }, { query: 'parameter_too_short' }),
    refused('a query of 1,001', { query: 'x'.repeat(1001) }, { query: 'parameter_too_long' }),
    refused('a limit of 0', { retrieval_limit: 0 }, { retrieval_limit: 'parameter_too_small' }),
    refused('a limit of 21', { retrieval_limit: 21 }, { retrieval_limit: 'parameter_too_large' }),
    refused('127 tokens', { max_output_tokens: 127 }, { max_output_tokens: 'parameter_too_small' }),
    refused('513 tokens', { max_output_tokens: 513 }, { max_output_tokens: 'parameter_too_large' }),
    refused('half a token', { max_output_tokens: 200.5 }, { max_output_tokens: 'parameter_type' }),
    refused('a temperature below 0', { temperature: -0.1 }, { temperature: 'parameter_too_small' }),
    refused('a temperature above 1', { temperature: 1.1 }, { temperature: 'parameter_too_large' }),
    refused('no messages', { max_messages: 0 }, { max_messages: 'parameter_too_small' }),
    refused('eleven messages', { max_messages: 11 }, { max_messages: 'parameter_too_large' }),
    refused('an empty greeting', { greeting_response: '' }, { greeting_response: 'parameter_too_short' }),
    refused('a long greeting', { greeting_response: 'x'.repeat(1001) }, { greeting_response: 'parameter_too_long' }),
    refused('a null greeting', { greeting_response: null }, { greeting_response: 'parameter_type' }),
    refused('a word for stream', { stream: 'yes' }, { stream: 'parameter_type' }),
    refused('eleven documents', { document_id: Array(11).fill('a') }, { document_id: 'too_many_items' }),
    refused('no documents', { document_id: [] }, { document_id: 'too_few_items' }),
    refused('history that is no list', { previous_messages: {} }, { previous_messages: 'parameter_type' }),
    refused('another speaker', said({ role: 'system', content: [{ text: 'x' }] }), {
      'previous_messages[0].role': 'parameter_invalid',
    }),
    refused('a message without content', said({ role: 'user' }), {
      'previous_messages[0].content': 'parameter_missing',
    }),
    refused('a message of plain text', said({ role: 'user', content: 'x' }), {
      'previous_messages[0].content': 'parameter_type',
    }),
    refused('content without text', said({ role: 'user', content: [{}] }), {
      'previous_messages[0].content[0].text': 'parameter_missing',
    }),
    refused('a message with more', said({ role: 'user', content: [{ text: 'x', kind: 'y' }], name: 'z' }), {
      'previous_messages[0].content[0].kind': 'parameter_unknown',
      'previous_messages[0].name': 'parameter_unknown',
    }),
    refused('paging', { page: 1 }, { page: 'parameter_unknown' }),
  ])('exclude $what', async ({ sent, problems }) => {
    expectProblems(await ask(sent), problems);
  });

  it('must include a query', async () => {
    expectProblems(await shared.client.generateAnswer({}), { query: 'parameter_missing' });
  });

  it('name no document that must exist', async () => {
    expect(idsOf(await shared.client.browse()).length).toBeGreaterThan(0);
    expectSuccess(await ask({ document_id: ['no-such', 'nor this'] }), 'generate_answer_result');
  });
});
