import { afterAll, beforeAll, expect, it } from 'vitest';
import { withMediaPass } from '#contract/media.ts';
import { samplePhoto } from '#tests/support/media/sample-photo.ts';
import { buildTestApp, type TestApp } from '#tests/setup/test-app.ts';
import { createLog } from './log.ts';

let test: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  test = await buildTestApp({ log: createLog('trace', { write: (line) => lines.push(line) }) });
});
afterAll(() => test.close());

it('at its finest level the log of an upload has no token, that of a photo no pass', async () => {
  const { headers, access } = await test.signIn();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await samplePhoto())]), '1.jpg');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/media/',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(response.statusCode).toBe(201);
  const { address } = response.json<{ address: string }>();
  const profile = await test.app.inject({ url: '/api/v1/users/me/', headers });
  const pass = profile.json<{ media_pass: string }>().media_pass;
  expect((await test.app.inject(withMediaPass(address, pass))).statusCode).toBe(200);
  expect((await test.app.inject(withMediaPass(address.replace('.jpg', '.png'), pass))).statusCode).toBe(404);
  const log = lines.join('');
  // It is written at all: what follows is not true of an empty log only.
  expect(log).toContain('busboy');
  expect(log).not.toContain(access);
  expect(log).not.toContain(pass);
  expect(log.toLowerCase()).not.toContain('bearer');
});
