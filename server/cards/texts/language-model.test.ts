import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createTextModel } from './language-model.ts';
import type { TextFacts } from './text-facts.ts';

const facts: TextFacts = { title: 'Кружка', subjectName: 'Кружки', brand: 'Керамия', characteristics: [] };
let server: Server | undefined;
let asked: { authorization?: string | undefined; body: string } = { body: '' };

afterEach(() => server?.close());

async function modelThatResponds(status: number, content: unknown) {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked = { authorization: request.headers.authorization, body };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a TCP port
  return createTextModel({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'key-1',
    model: 'model-1',
    log: Fastify({ logger: { level: 'silent' } }).log,
  });
}

const saying = (content: string) => ({ choices: [{ message: { content } }] });

describe('a text model', () => {
  it('is asked with the key, and what it says is cleaned by the same rules', async () => {
    const model = await modelThatResponds(
      200,
      saying('1. Кружка Керамия лучшая 450 мл\n2. Кружка для чая 😊\n- Кружка для чая\n\nКружка'),
    );
    expect(await model.titles(facts, 5)).toEqual(['Кружка 450 мл', 'Кружка для чая']);
    expect(asked.authorization).toBe('Bearer key-1');
    expect(JSON.parse(asked.body)).toMatchObject({ model: 'model-1' });
  });

  it('leaves the work to the rules when it fails, says something else or writes contacts', async () => {
    expect(await (await modelThatResponds(500, {})).titles(facts, 5)).toBeNull();
    server?.close();
    expect(await (await modelThatResponds(200, { error: 'нет' })).titles(facts, 5)).toBeNull();
    server?.close();
    const contacts = saying(`${'Кружка для чая. '.repeat(20)} Пишите на shop@example.ru`);
    expect(await (await modelThatResponds(200, contacts)).description(facts, [])).toBeNull();
  });
});
