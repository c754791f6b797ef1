import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { insertCards, readDirectory } from '#tests/support/shipments/test-shipments.ts';
import { valuesFor, type JsonSchema } from '#tests/fixtures/values-for-schema.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import type { ApiDocument } from './http/openapi.ts';

/**
 * Every call of the API, with values made from its own description, right ones and wrong ones: each answer is one that the
 * description names, none is 5XX, and a refusal changes nothing. More of it: `FUZZ_CASES=5000 FUZZ_SEED=7 npx vitest run
 * --project server server/fuzz.test.ts`.
 */
const CASES = Number(process.env['FUZZ_CASES'] ?? 10);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

/** They count attempts, or belong to the call itself: a refusal may write there. */
const BOOKKEEPING = new Set([
  'login_attempts',
  'audit_events',
  'idempotency_keys',
  'rate_limits',
  'sessions',
]);

let test: ShopTest;
let person: SignedIn;
let document: ApiDocument;

beforeAll(async () => {
  test = await openShopTest({ speed: 1000 });
  document = (await test.app.inject('/api/v1/openapi.json')).json<ApiDocument>();
  person = await test.signIn('seller');
  await makeThings(person);
  await makeThings(await test.signIn('somebody'));
});
afterAll(() => test.close());

interface Case {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  payload: string | undefined;
}

it('answers anything that is sent to it as its description says, and changes nothing when it refuses', async () => {
  const problems: string[] = [];
  const answered = new Map<string, number>();
  for (const [path, method, operation] of operationsInOrder()) {
    await stayIn();
    const cases = fc.sample(casesFor(operation), { numRuns: CASES, seed: SEED });
    for (const one of cases) {
      const status = await tryOne(path, method, operation, one, problems);
      answered.set(String(status), (answered.get(String(status)) ?? 0) + 1);
    }
  }
  expect(problems).toEqual([]);
  // The values are not all nonsense: many get through to the work.
  const right = ['200', '201', '204'].reduce((sum, status) => sum + (answered.get(status) ?? 0), 0);
  expect(right).toBeGreaterThan(CASES * 10);
  expect((await test.app.inject('/api/v1/health/ready/')).statusCode).toBe(200);
});

/** A call may have ended the session, and others may have tried to sign in too often. */
async function stayIn(): Promise<void> {
  const me = await test.app.inject({ url: '/api/v1/users/me/', headers: person.headers });
  if (me.statusCode === 200) return;
  await test.database.executeSql('DELETE FROM login_attempts');
  person = await test.signIn('seller');
  stateBefore = undefined;
}

type Operation = ApiDocument['paths'][string][string];

/** Goes on until its token ends: `server/hints/live-hints.test.ts` tries it. */
const ENDLESS_PATH = '/api/v1/live-hints/';

/** What reads goes first and what removes goes last, so that there is something to find. */
function operationsInOrder(): [string, string, Operation][] {
  const order = ['get', 'post', 'patch', 'put', 'delete'];
  return Object.entries(document.paths)
    .filter(([path]) => path !== ENDLESS_PATH)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
        path,
        method,
        operation,
      ]),
    )
    .sort(([, one], [, other]) => order.indexOf(one) - order.indexOf(other));
}

/** Half of them are right, as far as the description goes. */
function casesFor(operation: Operation): fc.Arbitrary<Case> {
  return fc.boolean().chain((areWrongToo) => {
    const valuesIn = (place: string) => {
      const parameters = operation.parameters.filter((parameter) => parameter.in === place);
      const values = parameters.map(({ name, schema }) => [
        name,
        valuesFor(schema as JsonSchema, areWrongToo),
      ]);
      const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
      return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
    };
    return fc.record({
      params: valuesIn('path'),
      query: valuesIn('query'),
      headers: areWrongToo ? headers : rightHeaders,
      payload: payloadsFor(operation, areWrongToo),
    });
  });
}

const JSON_TYPE = 'application/json';
/** An empty key stands for one of its own. */
const rightHeaders = fc.record({
  'if-match': fc.constantFrom('"v1"', '"v1"', '"v2"'),
  'idempotency-key': fc.constant(''),
  'content-type': fc.constant(JSON_TYPE),
});
const headers = fc.record({
  'if-match': fc.constantFrom('"v1"', '"v1"', '"v1"', '"v0"', 'v1', '"v99999999999"', '*'),
  'idempotency-key': fc.constantFrom('', '', '', '1', 'x'.repeat(300), '!!', 'a-key-that-is-used-again'),
  'content-type': fc.constantFrom(JSON_TYPE, JSON_TYPE, JSON_TYPE, JSON_TYPE, 'text/plain'),
});

function payloadsFor(operation: Operation, areWrongToo: boolean): fc.Arbitrary<string | undefined> {
  // The document writes each body in one way.
  const body = operation.requestBody as { content: Record<string, { schema: JsonSchema }> } | undefined;
  const schema = body?.content[JSON_TYPE]?.schema;
  const right = schema
    ? valuesFor(schema, areWrongToo).map((value) => JSON.stringify(value))
    : fc.constant(undefined);
  if (!areWrongToo) return right;
  const texts = ['', '{', '[]', 'null', '"x"', '{"a":1}', '['.repeat(5000), 'x'.repeat(1024 * 1024 + 1)];
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...texts) });
}

async function tryOne(
  path: string,
  method: string,
  operation: Operation,
  { params, query, headers, payload }: Case,
  problems: string[],
): Promise<number> {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name])) + queryText(query);
  const isWrite = method !== 'get';
  const { 'content-type': contentType, 'idempotency-key': key, ...others } = headers;
  if (isWrite) stateBefore ??= await stateOfDatabase();
  const response = await test.app.inject({
    method: method.toUpperCase() as 'POST',
    url,
    headers: {
      ...person.headers,
      ...(isWrite ? { ...others, 'idempotency-key': key || randomUUID() } : {}),
      ...(payload === undefined || !isWrite ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined || !isWrite ? {} : { payload }),
  });
  const { statusCode: status } = response;
  const complain = (what: string) =>
    problems.push(
      `${method.toUpperCase()} ${url.slice(0, 300)} ${payload?.slice(0, 600) ?? ''}: ${String(status)}, ${what}: ${response.body.slice(0, 300)}`,
    );
  const isDocumented = Object.hasOwn(operation.responses, String(status));
  // A number that is none makes an address that no call has.
  const isNoAddress = status === 404 || status === 414 || status === 400;
  if (status >= 500) complain('failed');
  else if (!isDocumented && !isNoAddress) complain('not in the description');
  else if (status >= 400) {
    if (!errorBodySchema.safeParse(response.json()).success) complain('a refusal without a sentence');
    else if (!/[а-яё]/i.test(response.json<{ detail: string[] }>().detail.join())) complain('not in Russian');
    if (isWrite) {
      const state = await stateOfDatabase();
      if (state !== stateBefore) complain('refused, but something has changed');
      stateBefore = state;
    }
  } else if (isWrite) stateBefore = undefined;
  return status;
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A half of a character pair cannot be written in an address.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encode(one)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** As the last refusal left it; undefined: somebody has written since. */
let stateBefore: string | undefined;
let tables: string[] | undefined;

/** How many rows there are and which transaction wrote the newest of them, table by table. */
async function stateOfDatabase(): Promise<string> {
  const { db } = test.database;
  tables ??= (await db.introspection.getTables())
    .filter((table) => table.schema === 'public' && !BOOKKEEPING.has(table.name))
    .map((table) => table.name);
  const looks = tables.map(
    (table) =>
      sql`SELECT count(*)::text || ':' || coalesce(max(xmin::text::bigint), 0) AS state FROM ${sql.table(table)}`,
  );
  const { rows } = await sql<{ state: string }>`${sql.join(looks, sql` UNION ALL `)}`.execute(db);
  return rows.map((row) => row.state).join();
}

/** A shop with cards, a warehouse, a group, shipments and a promotion, on both sides of the marketplace's door. */
async function makeThings(owner: SignedIn): Promise<void> {
  const { db } = test.database;
  const sid = await test.createSeller();
  const { token } = await test.issueToken({ sid });
  const made = await test.call(owner, 'POST', '/shops/', { body: { token } });
  if (made.status !== 201) throw new Error(`No shop: ${made.text}`);
  const shopId = Number(made.body.id);
  await readDirectory(test.database, test.deps, { ...owner, shopId, sid });
  const known = await test.control<{ cards: { nmID: number; sizes: { chrtID: number }[] }[] }>(
    'PUT',
    `/sellers/${sid}/cards`,
    { cards: ['A', 'B'].map((code) => ({ vendorCode: code, title: 'Кружка', subjectID: 812, price: 900 })) },
  );
  const cardIds = await insertCards(
    test.database,
    owner.accountId,
    ['A', 'B', 'C'].map((vendorCode) => ({ vendorCode })),
  );
  const warehouse = await test.control<{ id: number }>('POST', `/sellers/${sid}/warehouses`, {
    name: 'Основной',
  });
  const { id: warehouseId } = await db
    .insertInto('warehouses')
    .values({ account_id: owner.accountId, shop_id: shopId, wb_warehouse_id: warehouse.id, name: 'Основной' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.call(owner, 'POST', '/warehouse-groups/', {
    body: { name: 'Группа', kind: 'USER', warehouse_ids: [warehouseId] },
  });
  const body = {
    selection: { ids: cardIds },
    shop_ids: [shopId],
    options: { with_prices: true, with_discounts: true, with_images: true },
  };
  for (const key of ['1', '2', '3']) {
    const sent = await test.call(owner, 'POST', '/cards/send/', {
      body,
      key: `fuzz-shipment-${key}-${owner.access.slice(-8)}`,
    });
    if (sent.status !== 201) throw new Error(`No shipment: ${sent.text}`);
  }
  await db
    .updateTable('shipment_items')
    .set({ state: 'failed' })
    .where('account_id', '=', owner.accountId)
    .execute();
  await db
    .updateTable('shipments')
    .set({ status: 'HAS_ERRORS' })
    .where('account_id', '=', owner.accountId)
    .execute();
  for (const [index, card] of known.cards.entries()) {
    await db
      .updateTable('shop_cards')
      .set({
        nm_id: card.nmID,
        sizes: JSON.stringify([{ chrtId: card.sizes[0]?.chrtID, techSize: '0', skus: [] }]),
      })
      .where('card_id', '=', cardIds[index] ?? 0)
      .execute();
  }
  await db
    .insertInto('promotions')
    .values({
      account_id: owner.accountId,
      shop_id: shopId,
      wb_promotion_id: 1,
      name: 'Акция',
      type: 'regular',
      starts_at: '2026-11-01T00:00:00Z',
      ends_at: '2026-12-01T00:00:00Z',
      in_action_count: 0,
      available_count: 0,
      participation_percent: 0,
    })
    .execute();
}
