import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { syncCards } from '#server/sync/sync-cards.ts';
import { syncPrices } from '#server/sync/sync-prices.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import {
  changeForAWhile,
  changeOnce,
  createMutatedFetch,
  randomOf,
  type Plan,
} from '#tests/support/marketplace/mutated-fetch.ts';
import type { Mutation } from '#tests/support/marketplace/mutations.ts';
import {
  addTestToken,
  createTestShop,
  openTestMarket,
  type TestMarket,
} from '#tests/support/marketplace/test-market.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { refreshPromotions } from '../sync-promotions-job.ts';
import { applyPromotionJob } from './application-job.ts';

/**
 * CR-11. Answers to an application have one thing changed that nobody announced. Whatever it is, each chosen card ends as it was wanted or as it was, the others
 * as they were, and nothing is said of a card that is not so.
 * `MUTATED_APPLICATIONS=500 npx vitest run --project long server/promotions/applications/mutated` tries more of them.
 */
const APPLICATIONS = Number(process.env['MUTATED_APPLICATIONS'] ?? 8);
const SEED = Number(process.env['MUTATED_SEED'] ?? 1);
/** Then the answers are as documented again: an application waits for that for an hour. */
const CHANGED_IN_A_ROW = 3;
const MOST_RUNS = 12;
const MINUTE_MS = 60_000;
vi.setConfig({ testTimeout: 60_000 + APPLICATIONS * 10_000 });

type Kind = 'JOIN' | 'LEAVE';

let nowMs = Date.now();
let market: TestMarket;
let test: TestApp;
let sellers = 0;
const plans = new Map<string, Plan>();
const realFetch = globalThis.fetch;

beforeAll(async () => {
  vi.stubGlobal('fetch', createMutatedFetch(plans, realFetch));
  market = await openTestMarket({ now: () => nowMs });
  test = await buildTestApp({ marketplace: market.marketplace });
  await addTestSubjects(test.database.db);
});
afterEach(() => plans.clear());
afterAll(async () => {
  vi.unstubAllGlobals();
  await test.close();
  await market.close();
});

async function openSeller() {
  sellers += 1;
  const owner = await test.signIn(`seller-${sellers}`);
  const { db } = test.database;
  await db.updateTable('accounts').set({ is_demo: true }).where('id', '=', owner.accountId).execute();
  const shop = await createTestShop(test.database, market, owner);
  const { secret } = await addTestToken(test.database, market, shop);
  await market.control('PUT', `/sellers/${shop.sid}/cards`, {
    cards: Array.from({ length: 30 }, (_, index) => ({
      vendorCode: `CUP-${index}-${shop.shopId}`,
      title: 'Кружка 350 мл',
      subjectID: 812,
      sizes: [{ skus: [] }],
      price: 1000,
      discount: 20,
      createdAt: '2026-01-10T00:00:00Z',
    })),
  });
  const run = { deps: test.deps, accountId: owner.accountId, shopId: shop.shopId };
  await syncCards(run, 0);
  await syncPrices(run, 0);
  await refreshPromotions({ db, marketplace: market.marketplace }, run);
  return { owner, sid: shop.sid, shopId: shop.shopId, secret };
}

async function call(owner: SignedIn, method: 'GET' | 'POST', path: string, payload?: object) {
  const url = `/api/v1/promotions/${path}`;
  const response = await test.app.inject({
    method,
    url,
    headers: owner.headers,
    ...(payload && { payload }),
  });
  expect(response.statusCode, `${method} ${path}: ${response.body}`).toBeLessThan(300);
  return response.json();
}

/** An application of these cards that is looked at and started. */
async function begin(owner: SignedIn, kind: Kind, promotionId: number, nmIds: readonly number[]) {
  const { id } = await call(owner, 'POST', 'applications/', {
    kind,
    chosen: [{ promotion_id: promotionId, nm_ids: nmIds }],
    upload_now: true,
    guards: { min_profit_kopecks: null, min_margin_percent: null },
  });
  await call(owner, 'POST', `applications/${id}/start/`, { expected_count: nmIds.length });
  return Number(id);
}

/** Runs until it is over, or as often as is tried. */
async function carryOut(owner: SignedIn, applicationId: number): Promise<string> {
  let state = '';
  for (let turn = 0; turn < MOST_RUNS; turn += 1) {
    const signal = new AbortController().signal;
    await applyPromotionJob.handler({ applicationId }, test.deps, { signal, attempt: 1 });
    nowMs += MINUTE_MS;
    ({ state } = await call(owner, 'GET', `applications/${applicationId}/`));
    if (['DONE', 'PARTLY', 'FAILED'].includes(state)) break;
  }
  return state;
}

/** What the marketplace has, past every mutation: by goods, whether they take part, and their discount. */
async function goodsAt(secret: string, wbPromotionId: number): Promise<Map<number, string>> {
  const read = async (path: string) => {
    const response = await realFetch(`${market.url}${path}`, { headers: { authorization: secret } });
    expect(response.status, path).toBe(200);
    return ((await response.json()) as { data: Record<string, unknown[]> }).data;
  };
  const members = new Set<number>();
  const { nomenclatures } = await read(
    `/calendar/api/v1/calendar/promotions/nomenclatures?promotionID=${wbPromotionId}&inAction=true&limit=1000&offset=0`,
  );
  for (const { id } of nomenclatures as { id: number }[]) members.add(id);
  const { listGoods } = await read('/prices/api/v2/list/goods/filter?limit=100&offset=0');
  return new Map(
    (listGoods as { nmID: number; discount: number }[]).map(({ nmID, discount }) => [
      nmID,
      `${members.has(nmID) ? 'in' : 'out'}, −${discount} %`,
    ]),
  );
}

const isIn = (said: string | undefined) => said?.startsWith('in') === true;

interface Ending {
  ends_at: string;
}

async function apply(kind: Kind, plan: Plan) {
  // Each is of another seller, who knows nothing of the hours that the others have taken.
  nowMs = Date.now();
  const { owner, sid, shopId, secret } = await openSeller();
  const { promotions } = await call(owner, 'GET', `?shop=${shopId}&period=current`);
  // It is not to end in the middle.
  const [promotion] = promotions
    .filter(({ type }: { type: string }) => type === 'regular')
    .toSorted((one: Ending, other: Ending) => Date.parse(other.ends_at) - Date.parse(one.ends_at));
  const offered: { nm_id: number; is_in_action: boolean }[] = await call(
    owner,
    'GET',
    `${promotion.id}/cards/`,
  );
  const nmIds = offered.filter(({ is_in_action: isMember }) => !isMember).map(({ nm_id: nmId }) => nmId);
  const chosen = nmIds.slice(0, 2);
  expect(chosen).toHaveLength(2);
  if (kind === 'LEAVE') {
    const joined = await begin(owner, 'JOIN', promotion.id, chosen);
    expect(await carryOut(owner, joined)).toBe('DONE');
  }
  const before = await goodsAt(secret, promotion.wb_promotion_id);
  const id = await begin(owner, kind, promotion.id, chosen);
  plans.set(sid, plan);
  const state = await carryOut(owner, id);
  plans.delete(sid);
  const said = (await call(owner, 'GET', `applications/${id}/cards/?limit=200`)).results;
  nowMs += MINUTE_MS;
  const effects = `/effects?sid=${sid}&kind=${kind === 'JOIN' ? 'promotion-joined' : 'promotion-left'}`;
  const { effects: moves } = await market.control('GET', effects);
  return {
    state,
    chosen,
    said: said as { nm_id: number; state: string; new_price_kopecks: number }[],
    before,
    after: await goodsAt(secret, promotion.wb_promotion_id),
    moves: (moves as { nmID: number; detail: string }[]).map(({ nmID, detail }) => `${nmID}: ${detail}`),
  };
}

/** In how many answers one is carried out. */
let responseCount = 0;

it.each(['JOIN', 'LEAVE'] as const)('%s is carried out without any change', async (kind) => {
  const { state, chosen, after } = await apply(kind, () => void (responseCount += 1));
  expect(state).toBe('DONE');
  for (const nmId of chosen) expect(isIn(after.get(nmId))).toBe(kind === 'JOIN');
});

async function expectNothingWrong(kind: Kind, plan: Plan, describe: () => string): Promise<string> {
  const { state, chosen, said, before, after, moves } = await apply(kind, plan);
  const what = `${describe()}, ${state}`;
  const others = [...before].filter(([nmId]) => !chosen.includes(nmId));
  expect(
    [...after].filter(([nmId]) => !chosen.includes(nmId)),
    what,
  ).toEqual(others);
  expect(moves, what).toEqual([...new Set(moves)]);
  for (const nmId of chosen) {
    const card = said.find((one) => one.nm_id === nmId);
    expect([before.get(nmId), wantedOf(kind, card?.new_price_kopecks ?? 0)], what).toContain(after.get(nmId));
    const isDone = isIn(after.get(nmId)) === (kind === 'JOIN');
    if (card?.state === 'CONFIRMED') expect(isDone, `${what}: confirmed`).toBe(true);
    if (card?.state === 'REFUSED') expect(isDone, `${what}: refused`).toBe(false);
  }
  return state;
}

/** Before any discount each costs 1 000 ₽. */
const wantedOf = (kind: Kind, kopecks: number) =>
  `${kind === 'JOIN' ? 'in' : 'out'}, −${100 - kopecks / 1000} %`;

it.each<[Kind, string, string, Mutation['kind']]>([
  ['JOIN', '/promotions/nomenclatures', 'data.nomenclatures', 'renamed'],
  ['JOIN', '/promotions/nomenclatures', 'data.nomenclatures[].id', 'unknown value'],
  ['JOIN', '/promotions/nomenclatures', 'data.nomenclatures[].inAction', 'removed'],
  ['JOIN', '/promotions/nomenclatures', 'data.nomenclatures[].planPrice', 'unknown value'],
  ['JOIN', '/promotions/upload', 'data.uploadID', 'renamed'],
  ['JOIN', '/history/tasks', 'data.status', 'unknown value'],
  ['JOIN', '/history/goods/task', 'data.historyGoods', 'renamed'],
  ['LEAVE', '/upload/task', 'data.id', 'renamed'],
  ['LEAVE', '/promotions/nomenclatures', 'data.nomenclatures', 'removed'],
])(
  '%s says and writes nothing wrong when answers of %s have their «%s» %s for a while',
  async (kind, path, name, how) => {
    const change = changeForAWhile(path, name, how, CHANGED_IN_A_ROW);
    await expectNothingWrong(kind, change.plan, () => `${path} ${name} ${how}`);
    expect(change.count()).toBeGreaterThan(0);
  },
);

it('says and writes nothing wrong when one of its answers has one thing changed, whichever', async () => {
  const states: string[] = [];
  for (let number = 0; number < APPLICATIONS; number += 1) {
    const random = randomOf(SEED * 100_000 + number);
    const kind = number % 2 === 0 ? 'JOIN' : 'LEAVE';
    const { plan, done } = changeOnce(random, Math.ceil(responseCount / 2));
    states.push(await expectNothingWrong(kind, plan, () => `№ ${String(number)} (${kind}, ${done()})`));
  }
  // What does not fit is asked for again, so most of them end well.
  expect(states.filter((state) => state === 'DONE').length).toBeGreaterThan(APPLICATIONS / 4);
});
