import { createServer, request as httpRequest, Agent } from 'node:http';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { apiSession } from './browser.ts';
import { type Figure, percentile } from './figures.ts';

const CONNECTIONS = 20;
const DURATION_MS = 6_000;

interface Load {
  perSecond: number;
  p99Ms: number;
}

/** The list endpoint against a bare `node:http` server that sends the same bytes, in turns within one run. */
export async function benchEndpoint(backend: Backend, cards: number): Promise<Figure[]> {
  const { access } = await apiSession(backend.url);
  const headers = { authorization: `Bearer ${access}` };
  const path = '/api/v1/cards/?limit=50';
  const body = await (await fetch(backend.url + path, { headers })).text();
  const bare = createServer((_, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(body);
  });
  await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
  const address = bare.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const bareUrl = `http://127.0.0.1:${address.port}`;

  await load(`${backend.url}${path}`, headers, 1_000);
  const ours = await load(`${backend.url}${path}`, headers, DURATION_MS);
  const ceiling = await load(bareUrl, headers, DURATION_MS);
  bare.close();
  const isEmbedded = !process.env['DATABASE_URL'];
  const size = cards.toLocaleString('ru-RU');
  return [
    {
      name: `GET list of 50 of ${size} cards, ratio to node:http`,
      value: ours.perSecond / ceiling.perSecond,
      unit: '',
      goal: isEmbedded ? 0.1 : 0.25,
      better: 'larger',
      note: `${Math.round(ours.perSecond)} of ${Math.round(ceiling.perSecond)} requests/s`,
    },
    {
      name: `the same, p99 at ${CONNECTIONS} connections`,
      value: ours.p99Ms,
      unit: 'ms',
      goal: 50,
      better: 'smaller',
    },
  ];
}

async function load(url: string, headers: Record<string, string>, durationMs: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const latencies: number[] = [];
  const end = performance.now() + durationMs;
  const one = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await new Promise<void>((done, fail) => {
        const call = httpRequest(url, { agent, headers }, (response) => {
          response.on('end', () =>
            response.statusCode === 200
              ? done()
              : fail(new Error(`The list answered ${response.statusCode}`)),
          );
          response.resume();
        });
        call.on('error', fail);
        call.end();
      });
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  agent.destroy();
  return { perSecond: latencies.length / (durationMs / 1000), p99Ms: percentile(latencies, 0.99) };
}
