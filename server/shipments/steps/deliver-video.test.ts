import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { ShopClient } from '#server/marketplace/shop-client.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { asConfirmed } from '#server/shipments/store/confirmed-items.ts';
import { findRunningItems } from '#server/shipments/store/work-items.ts';
import { putIntoShop } from '#tests/support/cards/fixtures.ts';
import {
  createTestAccount,
  createTestShop,
  openTestMarket,
  type TestMarket,
  type TestShop,
} from '#tests/support/marketplace/test-market.ts';
import { samplePhoto } from '#tests/support/media/sample-photo.ts';
import { sampleVideo } from '#tests/support/media/sample-video.ts';
import { insertCards, readDirectory } from '#tests/support/shipments/test-shipments.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { planDelivery } from './deliver-photos.ts';
import { findByNmId } from '#server/marketplace/find-card.ts';
import type { StepContext } from './step.ts';

const VIDEO = `/media/videos/${'a'.repeat(32)}.mp4`;
const PHOTO = `/media/photos/${'1'.repeat(32)}.jpg`;
const LINK = 'https://images.example/1.jpg';
const idleJobs = { enqueue: async () => {}, start: async () => {}, stop: async () => {} };

let database: Database;
let market: TestMarket;
let shop: TestShop;
let client: ShopClient;
let photo: Buffer;
/** What was asked of the marketplace since the test began. */
let calls: string[];
let lastCard = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  market = await openTestMarket({ speed: 40 });
  shop = await createTestShop(database, market, await createTestAccount(database));
  await readDirectory(database, market, shop);
  photo = await samplePhoto();
  const real = await market.marketplace.forShop(database.db, shop.accountId, shop.shopId);
  client = {
    ...real,
    saveMedia: async (nmId, links) => {
      calls.push(`list ${links.join(' ')}`);
      await real.saveMedia(nmId, links);
    },
    uploadMediaFile: async (...file) => {
      calls.push('photo');
      await real.uploadMediaFile(...file);
    },
    uploadVideoFile: async (...file) => {
      calls.push('video');
      await real.uploadVideoFile(...file);
    },
  };
});
beforeEach(() => {
  calls = [];
});
afterAll(async () => {
  await market.close();
  await database.close();
});

/** A card that the shop has, with one photo. */
async function cardInShop(): Promise<{ nmId: number; cardId: number }> {
  lastCard += 1;
  const vendorCode = `ВИДЕО-${lastCard}`;
  const made = await market.control('PUT', `/sellers/${shop.sid}/cards`, {
    cards: [{ vendorCode, title: 'Кружка', subjectID: 812, price: 900, discount: 0, photos: [LINK] }],
  });
  const [{ nmID: nmId }] = made['cards'] as [{ nmID: number }]; // the control interface's own shape
  const [cardId = 0] = await insertCards(database, shop.accountId, [{ vendorCode }]);
  await putIntoShop(database, { ...shop, cardId }, { nmId, vendorCode });
  return { nmId, cardId };
}

interface Wanted {
  photos: string[];
  video: string;
}

/** An item of a shipment of its own, as it is read from the database. */
async function shipmentOf(cardId: number) {
  const { accountId, userId, shopId } = shop;
  const options = { withPrices: false, withDiscounts: false, withImages: true };
  const { id: shipmentId } = await database.transaction((trx) =>
    createShipment(trx, idleJobs, { accountId, userId, cardIds: [cardId], shopIds: [shopId], options }),
  );
  const run = { accountId, shipmentId, shopId };
  return {
    /** As the step does it, from the start. */
    deliver: async (nmId: number, wanted: Wanted, linkOf = noLinks) => {
      const [item] = await findRunningItems(database.db, run);
      if (!item) throw new Error('There is no item');
      const context = {
        client,
        db: database.db,
        run,
        photoLink: linkOf,
        photoFile: async () => photo,
        hasPhotoFile: async () => true,
        videoFile: async (address: string) =>
          address === VIDEO ? new Blob([new Uint8Array(sampleVideo())], { type: 'video/mp4' }) : undefined,
      } as unknown as StepContext; // the rest is of other steps
      const plan = await planDelivery(context, {
        ...asConfirmed({ ...item, nmId }),
        snapshot: wanted,
      } as Parameters<typeof planDelivery>[1]);
      if ('error' in plan) throw new Error(plan.error.message);
      await plan.prepare();
      await plan.finish();
    },
  };
}

const noLinks = (address: string) => (address.startsWith('https:') ? address : null);

async function videoAt(nmId: number, isThere: boolean): Promise<string> {
  for (let look = 0; look < 100; look += 1) {
    const video = (await findByNmId(client, nmId))?.video ?? '';
    if ((video !== '') === isThere) return video;
    await delay(50);
  }
  throw new Error('The card never came to be so');
}

async function noteGiven(cardId: number, video: string) {
  await database.db
    .updateTable('shop_cards')
    .set({ sent: JSON.stringify({ video }) })
    .where('card_id', '=', cardId)
    .execute();
}

it('a video that is kept here goes as a file, once, though the shipment begins anew', async () => {
  const { nmId, cardId } = await cardInShop();
  const { deliver } = await shipmentOf(cardId);
  await deliver(nmId, { photos: [PHOTO], video: VIDEO });
  expect(calls).toEqual(['video', 'photo']);
  expect(await videoAt(nmId, true)).toMatch(/\.mp4$/);
  await deliver(nmId, { photos: [PHOTO], video: VIDEO });
  expect(calls).toEqual(['video', 'photo', 'photo']);
});

it('a video that has not changed since the last shipment is not sent again, unless the card has lost it', async () => {
  const { nmId, cardId } = await cardInShop();
  await (await shipmentOf(cardId)).deliver(nmId, { photos: [PHOTO], video: VIDEO });
  await videoAt(nmId, true);
  await noteGiven(cardId, VIDEO);
  calls = [];
  await (await shipmentOf(cardId)).deliver(nmId, { photos: [PHOTO], video: VIDEO });
  expect(calls).toEqual(['photo']);
  await client.saveMedia(nmId, [LINK]);
  await videoAt(nmId, false);
  calls = [];
  await (await shipmentOf(cardId)).deliver(nmId, { photos: [PHOTO], video: VIDEO });
  expect(calls).toEqual(['video', 'photo']);
});

it('a list of photos takes the video away: it follows each time, or stands in the list', async () => {
  const { nmId, cardId } = await cardInShop();
  const { deliver } = await shipmentOf(cardId);
  await deliver(nmId, { photos: [LINK], video: VIDEO });
  await deliver(nmId, { photos: [LINK], video: VIDEO });
  expect(calls).toEqual([`list ${LINK}`, 'video', `list ${LINK}`, 'video']);
  await videoAt(nmId, true);
  calls = [];
  const reachable = (address: string) => (address === VIDEO ? 'https://shop.example/1.mp4' : address);
  await deliver(nmId, { photos: [LINK], video: VIDEO }, reachable);
  expect(calls).toEqual([`list ${LINK} https://shop.example/1.mp4`]);
  calls = [];
  await deliver(nmId, { photos: [PHOTO, LINK], video: VIDEO });
  expect(calls).toEqual([`list ${LINK} ${LINK}`, 'video', 'photo']);
});

it('a video alone leaves the photos of the card as they are', async () => {
  const { nmId, cardId } = await cardInShop();
  await (await shipmentOf(cardId)).deliver(nmId, { photos: [], video: VIDEO });
  await videoAt(nmId, true);
  expect(calls).toEqual(['video']);
  expect((await findByNmId(client, nmId))?.photos).toEqual([LINK]);
});

it('a card that has no video any more loses ours, and keeps what is not ours where it can', async () => {
  const { nmId, cardId } = await cardInShop();
  await (await shipmentOf(cardId)).deliver(nmId, { photos: [], video: VIDEO });
  await videoAt(nmId, true);
  calls = [];
  await noteGiven(cardId, '');
  await (await shipmentOf(cardId)).deliver(nmId, { photos: [PHOTO], video: '' });
  expect(calls).toEqual(['photo']);
  await noteGiven(cardId, VIDEO);
  await (await shipmentOf(cardId)).deliver(nmId, { photos: [PHOTO], video: '' });
  await videoAt(nmId, false);
});

it('a video whose file is gone is told before anything is sent', async () => {
  const { nmId, cardId } = await cardInShop();
  const lost = { photos: [LINK], video: VIDEO.replaceAll('a', 'b') };
  await expect((await shipmentOf(cardId)).deliver(nmId, lost)).rejects.toThrow('Файла видео больше нет');
  expect(calls).toEqual([]);
});
