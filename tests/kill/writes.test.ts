import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { clientOf, signIn, type ApiResponse, type ApiClient } from './api-client.ts';
import { makeDatabaseTemplate, type DatabaseCopy, type DatabaseTemplate } from './database-template.ts';
import { startKillProxy } from './kill-proxy.ts';
import { LOGIN, makeSeller, SECRET_KEY, type Seller } from './seller.ts';
import {
  buildServerProgram,
  startServerProcess,
  type ServerProcess,
  type ServerProgram,
} from './server-process.ts';

const LIVES = 4;
/** A write takes some milliseconds: a kill within this time meets it before, in and after its commit. */
const LONGEST_DELAY_MS = 60;

let program: ServerProgram;
let template: DatabaseTemplate;
let copy: DatabaseCopy;
let seller: Seller;

beforeAll(async () => {
  program = await buildServerProgram();
  template = await makeDatabaseTemplate(async (database) => {
    seller = await makeSeller(database, [{ vendorCode: 'ПРАВКА-1' }, { vendorCode: 'ПРАВКА-2' }]);
  });
  copy = await template.copy();
});
afterAll(async () => {
  await copy.remove();
  await template.remove();
  program.remove();
});

/** A test that fails half-way leaves no server behind. */
const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.kill();
    await server.ended;
  }
});

function startServer(variables: Record<string, string>): ServerProcess {
  const server = startServerProcess(program, variables);
  servers.push(server);
  return server;
}

const start = () =>
  startServer({
    ...copy.variables,
    SECRET_KEY: SECRET_KEY.toString('hex'),
    RATE_LIMIT_SCALE: '1000',
    LOG_LEVEL: 'silent',
    WB_BASE_URL_CONTENT: 'http://127.0.0.1:1',
    WB_BASE_URL_PRICES: 'http://127.0.0.1:1',
  });

const NEW_CARD = { title: 'Кружка', subject_id: 812, price_kopecks: 100, discount: 0 };

interface Write {
  key: string;
  send(client: ApiClient): Promise<ApiResponse>;
  /** What the first try was told; undefined when nobody answered. */
  first?: ApiResponse | undefined;
}

/** Of one life: each kind twice. `life` says which version the edited cards have by now. */
function writesOf(life: number): Write[] {
  return [0, 1].flatMap((index): Write[] => {
    const cardId = seller.cardIds[index] ?? 0;
    const create = { ...NEW_CARD, vendor_code: `НОВАЯ-${String(life)}-${String(index)}` };
    const send = {
      selection: { ids: [cardId] },
      shop_ids: seller.shopIds,
      options: { with_prices: true, with_discounts: true, with_images: true },
    };
    return [
      keyed((client, key) => client.call('POST', '/cards/', { body: create, key })),
      keyed((client, key) => client.call('POST', '/cards/send/', { body: send, key })),
      keyed((client, key) =>
        client.call('PATCH', `/cards/${String(cardId)}/`, {
          body: { title: `Кружка, правка ${String(life)}` },
          version: life,
          key,
        }),
      ),
    ];
  });
}

function keyed(send: (client: ApiClient, key: string) => Promise<ApiResponse>): Write {
  const key = randomUUID();
  return { key, send: (client) => send(client, key) };
}

it('G-01: a write that the server’s death met is done once, whole, when it is sent again with its key', async () => {
  const random = seededRandom(20_261_121);
  let access = '';
  let unanswered = 0;
  let writes: Write[] = [];
  for (let life = 1; life <= LIVES + 1; life += 1) {
    const server = start();
    const url = await server.ready;
    access ||= (await signIn(url, LOGIN)).access;
    await expectDoneOnce(clientOf(url, access), writes, life - 1);
    if (life > LIVES) {
      server.kill();
      await server.ended;
      break;
    }

    writes = writesOf(life);
    const proxy = await startKillProxy(url);
    // Every other time at an answer that is lost: the write is committed, and nobody knows.
    const killed =
      life % 2 === 0
        ? proxy.killAt({ moment: 'after', nth: 1 + Math.floor(random() * 6) }, server.kill)
        : delay(random() * LONGEST_DELAY_MS).then(() => server.kill());
    await Promise.all(
      writes.map(async (write) => {
        write.first = await write.send(clientOf(proxy.url, access)).catch(() => undefined);
      }),
    );
    await killed;
    await server.ended;
    await proxy.close();
    unanswered += writes.filter((write) => write.first === undefined).length;
  }
  expect(unanswered).toBeGreaterThanOrEqual(LIVES);
});

it('G-02: a server that is asked to stop under load answers what it has taken, loses nothing and ends with 0', async () => {
  const own = await template.copy();
  const variables = { ...own.variables, SECRET_KEY: SECRET_KEY.toString('hex'), RATE_LIMIT_SCALE: '1000' };
  const server = startServer(variables);
  const url = await server.ready;
  const { access } = await signIn(url, LOGIN);
  const responses: ApiResponse[] = [];
  const write = async (lane: number) => {
    for (let number = 0; ; number += 1) {
      const body = { ...NEW_CARD, vendor_code: `НОВАЯ-${String(lane)}-${String(number)}` };
      responses.push(await clientOf(url, access).call('POST', '/cards/', { body, key: randomUUID() }));
    }
  };
  const writing = Promise.allSettled([1, 2, 3, 4, 5, 6].map(write));
  await expect.poll(() => responses.length, { timeout: 60_000 }).toBeGreaterThan(30);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await writing;
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));

  const next = startServer(variables);
  const { body: cards } = await clientOf(await next.ready, access).call('GET', '/cards/?search=НОВАЯ');
  expect(cards.count).toBe(responses.length);
  next.kill();
  await next.ended;
  await own.remove();
});

async function expectDoneOnce(client: ApiClient, writes: readonly Write[], lives: number): Promise<void> {
  for (const write of writes) {
    const again = await write.send(client);
    expect([200, 201], JSON.stringify(again.body)).toContain(again.status);
    if (write.first) expect(again).toMatchObject({ status: write.first.status, body: write.first.body });
  }
  const { body: created } = await client.call('GET', '/cards/?search=НОВАЯ');
  expect(created.count).toBe(2 * lives);
  const { body: sent } = await client.call('GET', '/shipments/?limit=100');
  expect(sent.counters.all).toBe(2 * lives);
  for (const shipment of sent.results) expect(shipment).toMatchObject({ cards: 1, items: 2 });
  for (const cardId of seller.cardIds) {
    const { body: card } = await client.call('GET', `/cards/${String(cardId)}/`);
    expect(card.version).toBe(1 + lives);
  }
}
