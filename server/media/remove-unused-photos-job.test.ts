import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepSubjects } from '#server/directory/directory.ts';
import type { Database } from '#server/db/database.ts';
import { createMarketplace, simulatorBaseUrls } from '#server/marketplace/marketplace.ts';
import { createTestAccount } from '#tests/support/marketplace/test-market.ts';
import { createShipment } from '#server/shipments/create-shipment.ts';
import { CUPS, insertCards } from '#tests/support/shipments/test-shipments.ts';
import { testEnv } from '#tests/setup/test-app.ts';
import { openTestDatabase } from '#tests/setup/test-database.ts';
import { keepPhoto } from '#tests/support/media/keep-photo.ts';
import { samplePhoto } from '#tests/support/media/sample-photo.ts';
import { sampleVideo } from '#tests/support/media/sample-video.ts';
import { openPicture } from './picture.ts';
import { createThumbnails } from './thumbnails.ts';
import { photoFolder } from './photo-store.ts';
import { withReceivedFile } from './receive-file.ts';
import { removeUnusedPhotosJob } from './remove-unused-photos-job.ts';
import { createVideoStore } from './video-store.ts';

const idleJobs = { enqueue: async () => {}, start: async () => {}, stop: async () => {} };

let database: Database;
let dataDir: string;
let owner: { accountId: number; userId: number };
let seed = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  await keepSubjects(database.db, [{ id: CUPS, name: 'Кружки', parentName: 'Посуда' }]);
  dataDir = await mkdtemp(join(tmpdir(), 'prilavok-unused-'));
});
beforeEach(async () => {
  owner = await createTestAccount(database);
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

async function upload(given?: Buffer) {
  const bytes = given ?? (await samplePhoto({ seed: (seed += 1) }));
  const address = await keepPhoto(database.db, dataDir, owner, bytes);
  const path = join(photoFolder(dataDir), address.replace('/media/photos/', ''));
  return { address, path };
}

/** As if everything that is there had been uploaded so long ago. */
async function grow(days: number, ...paths: string[]) {
  await database.db
    .updateTable('media_files')
    .set({ created_at: sql`created_at - make_interval(days => ${days})` })
    .where('account_id', '=', owner.accountId)
    .execute();
  const then = new Date(Date.now() - days * 24 * 3600 * 1000);
  for (const path of paths) await utimes(path, then, then);
}

async function work() {
  const log = Fastify().log;
  const marketplace = createMarketplace({
    baseUrls: simulatorBaseUrls('http://127.0.0.1:1'),
    openSecret: () => '',
  });
  const deps = { database, env: testEnv({ dataDir }), jobs: idleJobs, marketplace, log };
  await removeUnusedPhotosJob.handler({}, deps, { signal: new AbortController().signal, attempt: 1 });
}

it('removes what nobody has used for a month, with its file', async () => {
  const used = await upload();
  const unused = await upload();
  const photos = [used.address, 'https://images.example/1.jpg'];
  await insertCards(database, owner.accountId, [{ vendorCode: 'ФОТО', photos }]);
  await grow(31, used.path, unused.path);
  const fresh = await upload();
  const name = unused.address.replace('/media/photos/', '');
  await createThumbnails(dataDir).read(name, () => openPicture(unused.path), 'c246x328');
  const thumbnail = join(dataDir, 'media-thumbnails', name.slice(0, 2), `${name}.c246x328`);
  expect(existsSync(thumbnail)).toBe(true);
  await work();
  expect(existsSync(thumbnail)).toBe(false);
  expect([used, unused, fresh].map(({ path }) => existsSync(path))).toEqual([true, false, true]);
});

it('keeps what a template has', async () => {
  const { address, path } = await upload();
  await database.db
    .insertInto('card_templates')
    .values({
      account_id: owner.accountId,
      name: 'Кружка',
      subject_id: CUPS,
      content: JSON.stringify({ photos: [address] }),
      deleted_at: null,
    })
    .execute();
  await grow(31, path);
  await work();
  expect(existsSync(path)).toBe(true);
});

it('keeps what a shipment still has to send, though the card has it no more', async () => {
  const { address, path } = await upload();
  const { accountId, userId } = owner;
  const cardIds = await insertCards(database, accountId, [{ vendorCode: 'ФОТО', photos: [address] }]);
  const shop = await database.db
    .insertInto('shops')
    .values({ account_id: accountId, name: 'Северика', sid: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const options = { withPrices: false, withDiscounts: false, withImages: true };
  await database.transaction((trx) =>
    createShipment(trx, idleJobs, { accountId, userId, cardIds, shopIds: [shop.id], options }),
  );
  await database.db.updateTable('cards').set({ photos: '[]' }).where('account_id', '=', accountId).execute();
  await grow(31, path);
  await work();
  expect(existsSync(path)).toBe(true);
  await database.db
    .updateTable('shipment_items')
    .set({ state: 'done' })
    .where('account_id', '=', accountId)
    .execute();
  await work();
  expect(existsSync(path)).toBe(false);
});

it('keeps what was uploaded again lately', async () => {
  const bytes = await samplePhoto({ seed: (seed += 1) });
  const { path } = await upload(bytes);
  await grow(31, path);
  await upload(bytes);
  await work();
  expect(existsSync(path)).toBe(true);
});

it('removes what an upload that was cut short has left, once it is a day old', async () => {
  const old = join(photoFolder(dataDir), '.cut.jpg.1234');
  const fresh = join(photoFolder(dataDir), '.now.jpg.5678');
  for (const path of [old, fresh]) await writeFile(path, 'x');
  await grow(2, old);
  await work();
  expect([old, fresh].map((path) => existsSync(path))).toEqual([false, true]);
});

it('keeps the videos of cards, templates and shipments under way, and no others', async () => {
  const { accountId, userId } = owner;
  const [used, inTemplate, underWay, unused] = await Promise.all(
    [1, 2, 3, 4].map(async (number) => {
      const bytes = sampleVideo({ seed: number });
      const store = createVideoStore(dataDir);
      const given = { pieces: Readable.from([bytes]), folder: store.folder, bytesMax: bytes.length };
      const { address } = await withReceivedFile(given, (file) => store.keep(database.db, owner, file));
      return { address, path: join(photoFolder(dataDir), address.replace('/media/videos/', '')) };
    }),
  );
  if (!used || !inTemplate || !underWay || !unused) throw new Error('There are four');
  const [cardId = 0, sentId = 0] = await insertCards(database, accountId, [
    { vendorCode: 'ВИДЕО-1' },
    { vendorCode: 'ВИДЕО-2' },
  ]);
  const setVideo = (id: number, video: string) =>
    database.db.updateTable('cards').set({ video }).where('id', '=', id).execute();
  await setVideo(cardId, used.address);
  await setVideo(sentId, underWay.address);
  await database.db
    .insertInto('card_templates')
    .values({
      account_id: accountId,
      name: 'Кружка',
      subject_id: CUPS,
      content: JSON.stringify({ photos: [], video: inTemplate.address }),
      deleted_at: null,
    })
    .execute();
  const shop = await database.db
    .insertInto('shops')
    .values({ account_id: accountId, name: 'Северика', sid: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const options = { withPrices: false, withDiscounts: false, withImages: true };
  await database.transaction((trx) =>
    createShipment(trx, idleJobs, { accountId, userId, cardIds: [sentId], shopIds: [shop.id], options }),
  );
  await setVideo(sentId, '');
  const paths = [used.path, inTemplate.path, underWay.path, unused.path];
  await grow(31, ...paths);
  await work();
  expect(paths.map((path) => existsSync(path))).toEqual([true, true, true, false]);
});
