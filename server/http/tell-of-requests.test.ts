import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRequestsUnderWay } from '#server/db/requests-under-way.ts';
import { tellOfRequests } from './tell-of-requests.ts';

const requests = createRequestsUnderWay();
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  tellOfRequests(app, requests);
  const isRequests = async () => {
    await delay(1);
    return { isRequests: requests.lightOne() !== undefined };
  };
  app.get('/asked', isRequests);
  app.post('/sent', isRequests);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function exchange(...parts: string[]): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1'); // it listens on TCP
  for (const part of parts) {
    socket.write(part);
    await delay(20);
  }
  let response = '';
  for await (const chunk of socket) response += String(chunk);
  return response;
}

it('what is done for a request is known as its own, also after a body that has come later', async () => {
  const end = 'host: x\r\nconnection: close\r\n';
  expect(await exchange(`GET /asked HTTP/1.1\r\n${end}\r\n`)).toContain('{"isRequests":true}');
  const head = `POST /sent HTTP/1.1\r\n${end}content-type: application/json\r\ncontent-length: 7\r\n\r\n`;
  expect(await exchange(head, '{"a"', ':1}')).toContain('{"isRequests":true}');
  expect(requests.lightOne()).toBeUndefined();
});
