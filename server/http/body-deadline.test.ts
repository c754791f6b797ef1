import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitBodyTime } from './body-deadline.ts';

const SHORT_MS = 300;

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  limitBodyTime(app, SHORT_MS);
  app.post('/words', (request) => ({ heard: request.body }));
  app.post('/files', { config: { bodyTimeMs: 60_000 } }, (request) => ({ heard: request.body }));
  app.post('/slow-answer', async () => {
    await delay(2 * SHORT_MS);
    return { heard: 'all' };
  });
  const waitInLine = () => delay(2 * SHORT_MS);
  app.post('/busy', { onRequest: waitInLine }, (request) => ({ heard: request.body }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends the first part of a body at once and the rest later, or never. */
async function trickle(path: string, rest?: { text: string; afterMs: number }): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1'); // it listens on TCP
  const first = '{"a":';
  const length = first.length + (rest?.text ?? '12345').length;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${String(length)}\r\n` +
      `connection: close\r\n\r\n${first}`,
  );
  if (rest) void delay(rest.afterMs).then(() => socket.write(rest.text));
  let response = '';
  for await (const chunk of socket) response += String(chunk);
  return response;
}

it('answers 408 to a body that does not come, and closes the connection', async () => {
  const response = await trickle('/words');
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(response).toContain('connection: close');
});

it('takes a body that comes in time, however long the answer is', async () => {
  expect(await trickle('/words', { text: '1}', afterMs: 10 })).toContain('{"heard":{"a":1}}');
  expect(await trickle('/slow-answer', { text: '1}', afterMs: 10 })).toContain('{"heard":"all"}');
});

it('gives a route that takes files the time it asks for', async () => {
  expect(await trickle('/files', { text: '1}', afterMs: 3 * SHORT_MS })).toContain('{"heard":{"a":1}}');
});

it('does not take its own delay for the body’s', async () => {
  expect(await trickle('/busy', { text: '1}', afterMs: 0 })).toContain('{"heard":{"a":1}}');
});
