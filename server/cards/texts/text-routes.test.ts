import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/endpoint.ts';
import { writtenTextLineSchema } from '#contract/card-texts.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS } from '#tests/support/cards/fixtures.ts';

/** A model that says what the test tells it to, when it tells it. */
let model: Server;
let calls: { request: IncomingMessage; response: ServerResponse }[] = [];
let onCall: (call: { request: IncomingMessage; response: ServerResponse }) => void;
let test: TestApp;
let plain: TestApp;
let owner: SignedIn;
let address: string;

const KEY = 'key-that-nobody-sees';
const PATH = `${API_BASE}/cards/generate-description/stream/`;
const facts = { subject_id: CUPS, title: 'Кружка', characteristics: [{ id: 900001, values: ['450'] }] };
const SENTENCE = 'Кружка для чая и кофе, которую приятно держать в руках. ';

beforeAll(async () => {
  model = createServer((request, response) => {
    request.resume();
    calls.push({ request, response });
    onCall({ request, response });
  });
  model.listen(0, '127.0.0.1');
  await once(model, 'listening');
  const { port } = model.address() as AddressInfo; // it listens on a TCP port
  const database = await openTestDatabase();
  await addTestSubjects(database.db);
  test = await buildTestApp({
    database,
    env: { llmBaseUrl: `http://127.0.0.1:${port}`, llmApiKey: KEY, llmModel: 'model-1' },
  });
  plain = await buildTestApp({ database });
  owner = await test.signIn('owner');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port: appPort } = test.app.server.address() as AddressInfo; // so does this
  address = `http://127.0.0.1:${appPort}${PATH}`;
});
beforeEach(() => {
  calls = [];
  onCall = ({ response }) => {
    begin(response);
    for (const part of [SENTENCE, SENTENCE, SENTENCE]) say(response, part);
    response.end('data: [DONE]\n\n');
  };
});
afterEach(() => {
  for (const { response } of calls) response.destroy();
});
afterAll(async () => {
  model.closeAllConnections();
  model.close();
  // The client of the test keeps its connections for a minute.
  test.app.server.closeAllConnections();
  await plain.app.close();
  await test.close();
});

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const say = (response: ServerResponse, content: string) =>
  response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
const ask = (signal?: AbortSignal, person = owner) =>
  fetch(address, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(facts),
    ...(signal && { signal }),
  });
const linesOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => writtenTextLineSchema.parse(JSON.parse(line)));
const lastOf = (body: string) => linesOf(body).at(-1);

describe('a description that is written while one looks on', () => {
  it('comes in parts, then as a whole that was cleaned; the key stays here', async () => {
    onCall = ({ response }) => {
      begin(response);
      say(response, `**${SENTENCE}**`);
      say(response, `<b onclick="x">${SENTENCE}</b>\u202E`);
      say(response, SENTENCE);
      response.end('data: [DONE]\n\n');
    };
    const response = await ask();
    const body = await response.text();
    expect(linesOf(body).slice(0, 1)).toEqual([{ part: `**${SENTENCE}**` }]);
    expect(lastOf(body)).toEqual({ description: expect.any(String), source: 'model' });
    expect(JSON.stringify(lastOf(body))).not.toMatch(/[*<>\u202E]|onclick/);
    expect(calls[0]?.request.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body + JSON.stringify([...response.headers])).not.toContain(KEY);
  });

  it('is shown as it comes: the first part is there before the last is written', async () => {
    onCall = ({ response }) => {
      begin(response);
      say(response, SENTENCE);
    };
    const response = await ask();
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe(`${JSON.stringify({ part: SENTENCE })}\n`);
    await reader?.cancel();
  });

  it('is no longer written when nobody listens, and its turn is free again', async () => {
    const leave = new AbortController();
    const isLeft = new Promise<void>((resolve) => {
      onCall = ({ response }) => {
        begin(response);
        say(response, SENTENCE);
        // It is not silent: only who has left can end it.
        const sign = setInterval(() => response.write(': on my way\n\n'), 50);
        response.once('close', () => {
          clearInterval(sign);
          resolve();
        });
      };
    });
    const response = await ask(leave.signal);
    await response.body?.getReader().read();
    leave.abort();
    await isLeft;
    onCall = ({ response: other }) => {
      begin(other);
      for (let count = 0; count < 3; count += 1) say(other, SENTENCE);
      other.end('data: [DONE]\n\n');
    };
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(200);
  });

  it('is refused in words to an account that has two on their way, and to no other', async () => {
    onCall = ({ response }) => {
      begin(response);
      say(response, SENTENCE);
    };
    const running = [await ask(), await ask()];
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await refused.text()).toContain('Тексты уже пишутся');
    const other = await ask(undefined, await test.signIn('other'));
    expect(other.status).toBe(200);
    for (const response of [...running, other]) await response.body?.cancel();
  });

  it.each([
    ['refuses', (response: ServerResponse) => response.writeHead(500).end('no')],
    [
      'leads elsewhere',
      (response: ServerResponse) => {
        if (response.req.url === '/elsewhere') {
          begin(response);
          for (let count = 0; count < 3; count += 1) say(response, SENTENCE);
          response.end('data: [DONE]\n\n');
        } else response.writeHead(302, { location: '/elsewhere' }).end();
      },
    ],
    [
      'is cut in the middle',
      (response: ServerResponse) => {
        begin(response);
        say(response, SENTENCE);
        response.destroy();
      },
    ],
    [
      'says something else',
      (response: ServerResponse) => {
        begin(response);
        response.end('data: {"oops": 1}\n\n');
      },
    ],
    [
      'writes a way round the marketplace',
      (response: ServerResponse) => {
        begin(response);
        for (let count = 0; count < 3; count += 1) say(response, SENTENCE);
        say(response, 'Заказ по телефону +7 (999) 123-45-67');
        response.end('data: [DONE]\n\n');
      },
    ],
    [
      'goes on for ever',
      (response: ServerResponse) => {
        begin(response);
        const more = () => {
          if (response.destroyed) return;
          for (let count = 0; count < 50; count += 1) say(response, '\u{1F600}'.repeat(100));
          setImmediate(more);
        };
        more();
      },
    ],
  ])('is written by rules when the model %s', async (what, answer) => {
    onCall = ({ response }) => answer(response);
    const last = lastOf(await (await ask()).text());
    if (what === 'goes on for ever') {
      expect(last).toMatchObject({ source: 'model' });
      const text = last && 'description' in last ? last.description : '';
      expect(text.length).toBeLessThanOrEqual(5000);
      expect(text).not.toMatch(/[\uD800-\uDBFF]$/);
    } else expect(last).toEqual({ description: expect.stringContaining('объем') as string, source: 'rules' });
  });

  it('is written by rules at once when no model is configured', async () => {
    const { accountId: _, ...person } = await plain.signIn('owner');
    const response = await plain.app.inject({
      method: 'POST',
      url: PATH,
      headers: person.headers,
      payload: facts,
    });
    expect(response.statusCode).toBe(200);
    expect(linesOf(response.body)).toEqual([{ description: expect.any(String), source: 'rules' }]);
  });

  it('is another one in each of the account’s shops; the model is told what stands elsewhere', async () => {
    const person = await plain.signIn('shops');
    const shopIds = [
      await addTestShop(plain.database.db, person.accountId, 'Северика'),
      await addTestShop(plain.database.db, person.accountId, 'Тула'),
    ];
    const describe = async (body: object) => {
      const { headers } = person;
      const url = `${API_BASE}/cards/generate-description/`;
      return (
        await plain.app.inject({ method: 'POST', url, headers, payload: { ...facts, ...body } })
      ).json();
    };
    const written = await Promise.all(shopIds.map((shop_id) => describe({ shop_id })));
    const texts = [...written, await describe({})].map(({ description }) => String(description));
    expect(new Set(texts).size).toBe(3);
    const again = await describe({ shop_id: shopIds[0], other_texts: texts });
    expect(texts).not.toContain(again.description);
    expect(await describe({ shop_id: shopIds[0], characteristics: [] })).toMatchObject({ is_shared: true });

    const told = new Promise<string>((resolve) => {
      onCall = ({ request, response }) => {
        let body = '';
        request.on('data', (chunk: Buffer) => (body += chunk.toString()));
        request.on('end', () => {
          resolve(body);
          begin(response);
          response.end('data: [DONE]\n\n');
        });
      };
    });
    await fetch(address, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...facts, other_texts: ['Уже сказано о кружке'] }),
    }).then((response) => response.text());
    expect(await told).toContain('Уже сказано о кружке');
  });
});

describe('titles by the model', () => {
  it('are no longer written when who asked for them has left, and their turn is free again', async () => {
    const titlesAddress = address.replace(PATH, `${API_BASE}/cards/generate-titles/`);
    const askForTitles = (signal?: AbortSignal) =>
      fetch(titlesAddress, {
        method: 'POST',
        headers: { ...owner.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...facts, count: 3 }),
        ...(signal && { signal }),
      });
    const leave = new AbortController();
    const isLeft = new Promise<void>((resolve) => {
      onCall = ({ response }) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        // It is not silent: only who has left can end it.
        const sign = setInterval(() => response.write(' '), 50);
        response.once('close', () => {
          clearInterval(sign);
          resolve();
        });
        leave.abort();
      };
    });
    await expect(askForTitles(leave.signal)).rejects.toThrow();
    await isLeft;
    onCall = ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ choices: [{ message: { content: 'Кружка большая\nКружка белая\nКружка' } }] }),
      );
    };
    for (let count = 0; count < 3; count += 1) expect((await askForTitles()).status).toBe(200);
  });
});
