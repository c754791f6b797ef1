import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
} from '#tests/support/marketplace/test-market.ts';
import { samplePhoto } from '#tests/support/media/sample-photo.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { isTooSlowForFiles, planDelivery } from './deliver-photos.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import type { StepContext } from './step.ts';
import { CUPS } from '#tests/support/shipments/test-shipments.ts';
import type { Confirmed } from '#server/shipments/store/confirmed-items.ts';
import type { FullItem } from '#server/shipments/store/work-items.ts';

let database: Database;
let market: TestMarket;
let sid: string;
let client: ShopClient;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
  const shop = await createTestShop(database, market, await createTestAccount(database));
  sid = shop.sid;
  client = await market.marketplace.forShop(database.db, shop.accountId, shop.shopId);
});
afterAll(async () => {
  await market.close();
  await database.close();
});

/** Kept here, without an address that the marketplace could fetch. */
const files = new Map<string, Uint8Array>(
  await Promise.all(
    [1, 2, 3].map(
      async (seed) =>
        [
          `/media/photos/${String(seed).repeat(32)}.jpg`,
          new Uint8Array(await samplePhoto({ seed })),
        ] as const,
    ),
  ),
);
const [first = '', second = '', third = ''] = files.keys();
const LINK = 'https://images.example/link.jpg';

let lastCard = 0;
async function cardWith(photos: string[]): Promise<number> {
  lastCard += 1;
  const made = await market.control('PUT', `/sellers/${sid}/cards`, {
    cards: [
      {
        vendorCode: `ФОТО-${lastCard}`,
        title: 'Кружка',
        description: '',
        brand: '',
        subjectID: CUPS,
        group: '',
        dimensions: { length: 1, width: 1, height: 1, weightBrutto: 1 },
        characteristics: [],
        sizes: [{ techSize: '0', wbSize: '', skus: [] }],
        photos,
        price: 100,
        discount: 0,
        clubDiscount: 0,
        createdAt: '2026-01-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
      },
    ],
  });
  return (made['cards'] as { nmID: number }[])[0]?.nmID ?? 0;
}

const planFor = (nmId: number, photos: string[]) =>
  planDelivery(
    {
      client,
      photoLink: (address) => (address.startsWith('https:') ? address : null),
      photoFile: async (address) => (files.has(address) ? Buffer.from(files.get(address) ?? []) : undefined),
      hasPhotoFile: async (address) => files.has(address),
    } as StepContext,
    { nmId, snapshot: { photos } } as Confirmed<FullItem>,
  );

/** What the card shows once it is as it should be. */
async function delivered(nmId: number, photos: string[]): Promise<string[]> {
  const plan = await planFor(nmId, photos);
  if ('error' in plan) throw new Error(plan.error.message);
  await plan.prepare();
  await plan.finish();
  const wanted = photos.map((photo) => nameOf(photo)).join();
  for (let look = 0; look < 100; look += 1) {
    const shown =
      (await findByNmId(client, nmId))?.photos.map((photo) => photo.split('/').at(-1) ?? '') ?? [];
    if (shown.join() === wanted) return shown;
    await delay(100);
  }
  return (await findByNmId(client, nmId))?.photos ?? [];
}

function nameOf(photo: string): string {
  const bytes = files.get(photo);
  return bytes ? `${createHash('sha256').update(bytes).digest('hex')}.jpg` : (photo.split('/').at(-1) ?? '');
}

it.each([
  ['only files, to a card without photos', [], [first, second, third]],
  [
    'only files, to a card that has more',
    ['https://x.example/1.jpg', 'https://x.example/2.jpg', 'https://x.example/3.jpg'],
    [second],
  ],
  ['files among links keep their places', ['https://x.example/1.jpg'], [first, LINK, third]],
  ['links alone go as one list', ['https://x.example/1.jpg'], [LINK, 'https://images.example/2.jpg']],
])('%s', async (_, before, photos) => {
  const nmId = await cardWith(before);
  expect(await delivered(nmId, photos)).toEqual(photos.map(nameOf));
});

it('a delivery that was stopped comes to the same when it begins anew', async () => {
  const nmId = await cardWith([]);
  const stopped = await planFor(nmId, [first, second, third]);
  if (!('error' in stopped)) await stopped.prepare();
  expect(await delivered(nmId, [first, second, third])).toEqual([first, second, third].map(nameOf));
});

it('a photo that is nowhere is told before anything is sent', async () => {
  const nmId = await cardWith([LINK]);
  expect(await planFor(nmId, [first, `/media/photos/${'9'.repeat(32)}.jpg`])).toMatchObject({
    error: { code: 'photo_unreachable', field: 'photos' },
  });
});

it('only a long wait for a limit makes files too slow', () => {
  const limit = (inMs: number) =>
    new MarketplaceError({ kind: 'limit', status: 429, detail: [], retryAt: new Date(Date.now() + inMs) });
  expect(isTooSlowForFiles(limit(30 * 60_000))).toBe(true);
  expect(isTooSlowForFiles(limit(5_000))).toBe(false);
  expect(isTooSlowForFiles(new Error('other'))).toBe(false);
});
