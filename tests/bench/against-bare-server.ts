import { Agent, createServer, request as httpRequest } from 'node:http';
import { median, percentile } from './figures.ts';

export const CONNECTIONS = 20;
const TURNS = 3;
const TURN_MS = 3_000;
const WARM_UP_MS = 1_000;

interface Load {
  perSecond: number;
  p99Ms: number;
}

/** An address of ours and a bare `node:http` server that sends the same bytes, in turns within one run. */
export async function loadAgainstBareServer(
  url: string,
  headers: Record<string, string>,
): Promise<{ ours: Load; bare: Load }> {
  const body = await (await fetch(url, { headers })).text();
  const bareServer = createServer((_, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(body);
  });
  await new Promise<void>((done) => bareServer.listen(0, '127.0.0.1', done));
  const address = bareServer.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const bareUrl = `http://127.0.0.1:${address.port}`;

  await load(url, headers, WARM_UP_MS);
  const ours: Load[] = [];
  const bare: Load[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    ours.push(await load(url, headers, TURN_MS));
    bare.push(await load(bareUrl, headers, TURN_MS));
  }
  bareServer.close();
  return { ours: middle(ours), bare: middle(bare) };
}

function middle(loads: readonly Load[]): Load {
  return {
    perSecond: median(loads.map((one) => one.perSecond)),
    p99Ms: median(loads.map((one) => one.p99Ms)),
  };
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
              : fail(new Error(`The server answered ${response.statusCode}`)),
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
