import { createServer, request as httpRequest, Agent } from 'node:http';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { apiSession } from './browser.ts';
import { type Figure, median, percentile } from './figures.ts';
import { BIG } from '#tests/e2e/support/big-account.ts';

const CONNECTIONS = 20;
const TURNS = 3;
const TURN_MS = 3_000;

interface Load {
  perSecond: number;
  p99Ms: number;
}

const GOAL_RATIO = { embedded: 0.1, PostgreSQL: 0.25 };

/** The list endpoint against a bare `node:http` server that sends the same bytes, in turns within one run. */
export async function benchEndpoint(
  backend: Backend,
  kind: keyof typeof GOAL_RATIO,
  cards: number,
): Promise<Figure[]> {
  const { access } = await apiSession(backend.url, BIG);
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
  const ours: Load[] = [];
  const ceilings: Load[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    ours.push(await load(`${backend.url}${path}`, headers, TURN_MS));
    ceilings.push(await load(bareUrl, headers, TURN_MS));
  }
  bare.close();
  const perSecond = median(ours.map((one) => one.perSecond));
  const ceilingPerSecond = median(ceilings.map((one) => one.perSecond));
  const size = cards.toLocaleString('ru-RU');
  return [
    {
      name: `GET list of 50 of ${size} cards, ${kind}: ratio to node:http`,
      value: perSecond / ceilingPerSecond,
      unit: '',
      goal: GOAL_RATIO[kind],
      better: 'larger',
      note: `${Math.round(perSecond)} of ${Math.round(ceilingPerSecond)} requests/s`,
    },
    {
      name: `the same, ${kind}: p99 at ${CONNECTIONS} connections`,
      value: median(ours.map((one) => one.p99Ms)),
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
