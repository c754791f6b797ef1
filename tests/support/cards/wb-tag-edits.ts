import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { WbTag } from '#contract/wb-tags.ts';
import type { MarketplaceCard } from '#server/marketplace/content-shapes.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { goOnWithWbTagEditJob } from '#server/wb-tags/edits/wb-tag-edit-job.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS } from './fixtures.ts';

const FIRST_NM_ID = 120_000_000;

export const HIT: WbTag = { id: 1, name: 'Хит', color: 'FFECC7' };
export const SALE: WbTag = { id: 2, name: 'Скидки', color: 'FEE0E0' };
export const SEASON: WbTag = { id: 3, name: 'Сезон', color: 'DEF1DD' };
const SHOP_TAGS = [HIT, SALE, SEASON];

/** The cabinet of a marketplace, in memory: what its cards carry, by nmId. */
function openCabinet() {
  const cabinet = {
    tags: new Map<number, WbTag[]>(),
    /** Of cards whose change is taken and not shown yet: what is shown. */
    shownBefore: new Map<number, WbTag[]>(),
    isLate: false,
    writes: [] as { nmId: number; tagIds: number[] }[],
    /** Throws what the marketplace would, or what a process dies of. */
    beforeRead: (): void | Promise<void> => undefined,
    beforeWrite: (_nmId: number): void | Promise<void> => undefined,
    afterWrite: (_nmId: number): void | Promise<void> => undefined,
  };
  const shown = (nmId: number) => cabinet.shownBefore.get(nmId) ?? cabinet.tags.get(nmId) ?? [];
  // Of a card nothing else is read.
  const cardOf = (nmId: number) => ({ nmId, tags: shown(nmId) }) as MarketplaceCard;
  const client: Pick<ShopClient, 'listCards' | 'setCardTags' | 'listTags'> = {
    listCards: async (query) => {
      await cabinet.beforeRead();
      const nmIds = [...cabinet.tags.keys()].filter((nmId) => String(nmId).includes(query?.textSearch ?? ''));
      return {
        cards: nmIds.map(cardOf),
        unread: [],
        cursor: { updatedAt: '', nmId: 0 },
        total: nmIds.length,
      };
    },
    setCardTags: async (nmId, tagIds) => {
      await cabinet.beforeWrite(nmId);
      cabinet.writes.push({ nmId, tagIds });
      if (cabinet.isLate) cabinet.shownBefore.set(nmId, shown(nmId));
      cabinet.tags.set(
        nmId,
        SHOP_TAGS.filter(({ id }) => tagIds.includes(id)),
      );
      await cabinet.afterWrite(nmId);
      return undefined;
    },
    listTags: async () => SHOP_TAGS,
  };
  const marketplace: Marketplace = {
    // Nothing else of a client is called.
    forShop: async () => client as ShopClient,
    forToken: async () => Promise.reject(new Error('no token is asked for')),
  };
  return { cabinet, marketplace };
}

/** Each test of the file starts with an empty account and an empty cabinet. */
export function testWbTagEdits() {
  let test: TestApp;
  let owner: SignedIn;
  let people = 0;
  const { cabinet, marketplace } = openCabinet();
  const lives = () => undefined;

  beforeAll(async () => {
    test = await buildTestApp({ marketplace });
    await addTestSubjects(test.database.db);
  });
  beforeEach(async () => {
    people += 1;
    owner = await test.signIn(`wb-tag-editor-${people}`);
    cabinet.tags.clear();
    cabinet.shownBefore.clear();
    cabinet.writes.length = 0;
    Object.assign(cabinet, { isLate: false, beforeRead: lives, beforeWrite: lives, afterWrite: lives });
  });
  afterAll(() => test.close());

  async function call(method: 'GET' | 'POST', path: string, body?: object) {
    const response = await test.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: owner.headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: response.statusCode, body: response.json() };
  }

  /** One that may write cards; nobody opens it. */
  async function addToken(shopId: number, isReadOnly: boolean): Promise<void> {
    const { db } = test.database;
    const place = { account_id: owner.accountId, shop_id: shopId };
    const { id } = await db
      .insertInto('shop_tokens')
      .values({
        ...place,
        wb_token_id: crypto.randomUUID(),
        secret: Buffer.from('sealed'),
        key_id: 'key',
        last4: 'abcd',
        type: 'PERSONAL',
        is_read_only: isReadOnly,
        expires_at: new Date('2100-01-01'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('shop_token_categories')
      .values({ ...place, token_id: id, category: 'CONTENT' })
      .execute();
  }

  async function addShop({ isReadOnly = false }: { isReadOnly?: boolean } = {}): Promise<number> {
    const shopId = await addTestShop(test.database.db, owner.accountId, 'Север');
    await addToken(shopId, isReadOnly);
    return shopId;
  }

  async function addCards(count: number): Promise<number[]> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO cards (account_id, vendor_code, title, subject_id, search_text)
      SELECT ${owner.accountId}, 'K-' || n, 'Кружка ' || n, ${CUPS}, ' кружка ' || n
      FROM generate_series(1, ${count}) AS n RETURNING id`.execute(test.database.db);
    return rows.map((row) => row.id).sort((a, b) => a - b);
  }

  const nmOf = (cardId: number) => FIRST_NM_ID + cardId;

  /** The cards in the shop with these tags, as the last reading has seen them. */
  async function putIntoShop(shopId: number, cardIds: readonly number[], tags: readonly WbTag[] = []) {
    await sql`
      INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id, state, wb_tags)
      SELECT ${owner.accountId}, id, ${shopId}, 'V-' || id, ${FIRST_NM_ID}::bigint + id, 'PUBLISHED', ${JSON.stringify(tags)}::jsonb
      FROM unnest(${[...cardIds]}::bigint[]) AS id`.execute(test.database.db);
    for (const cardId of cardIds) cabinet.tags.set(nmOf(cardId), [...tags]);
  }

  const create = (shopId: number, change: object) =>
    call('POST', '/cards/bulk-edits/', {
      selection: { filter: {} },
      change: { kind: 'WB_TAGS', shop_id: shopId, ...change },
    });
  const look = async (id: number) => (await call('GET', `/cards/bulk-edits/${id}/`)).body;
  const run = (editId: number) =>
    goOnWithWbTagEditJob.handler({ editId }, test.deps, { signal: new AbortController().signal, attempt: 1 });
  async function begin(id: number) {
    const { counts } = await look(id);
    return await call('POST', `/cards/bulk-edits/${id}/apply/`, { expected_count: counts.ready });
  }

  return {
    get test() {
      return test;
    },
    get owner() {
      return owner;
    },
    cabinet,
    addShop,
    addCards,
    putIntoShop,
    nmOf,
    call,
    create,
    look,
    run,
    begin,
    rowsOf: async (id: number) => (await call('GET', `/cards/bulk-edits/${id}/rows/`)).body.results,
    /** What the card carries at the marketplace, by name. */
    namesOn: (cardId: number) => (cabinet.tags.get(nmOf(cardId)) ?? []).map(({ name }) => name),
    async keptNames(cardId: number): Promise<string[]> {
      const { body } = await call('GET', `/cards/${cardId}/shop-cards/`);
      return body[0].wb_tags.map(({ name }: WbTag) => name);
    },
    async apply(id: number) {
      await begin(id);
      await run(id);
      return await look(id);
    },
    async rollBack(id: number, cardIds?: number[]) {
      await call('POST', `/cards/bulk-edits/${id}/rollback/`, cardIds ? { card_ids: cardIds } : {});
      await run(id);
      return await look(id);
    },
    signInStranger: async () => {
      owner = await test.signIn(`wb-tag-stranger-${people}`);
    },
  };
}
