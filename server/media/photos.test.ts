import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storedPhotoName, withMediaPass } from '#contract/media.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { samplePhoto, samplePngBomb } from '#tests/support/media/sample-photo.ts';
import type { FetchedPhoto } from './fetch-photo.ts';
import { createPhotoCache } from './photo-cache.ts';
import { createMediaPasses } from './media-pass.ts';
import { openPicture } from './picture.ts';
import { createThumbnails } from './thumbnails.ts';
import { createPhotoStore } from './photo-store.ts';

let test: TestApp;
let owner: SignedIn;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prilavok-media-'));
  test = await buildTestApp({ env: { dataDir } });
  owner = await test.signIn();
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});

const withPass = (address: string, { accountId } = owner) =>
  withMediaPass(address, createMediaPasses(test.deps.env.secretKey).forAccount(accountId));

async function upload(bytes: Buffer, { headers } = owner, field = 'file') {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'text/html' }), '../../evil.html');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/media/',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json<{ address: string; detail: string[] }>() };
}

describe('an uploaded photo', () => {
  it('is given back as a picture and nothing else, without its metadata', async () => {
    const { status, body } = await upload(
      await samplePhoto({ width: 1200, height: 900, orientation: 6, secret: 'GPS 55.75' }),
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({ width: 900, height: 1200 });
    expect(body.address).toMatch(/^\/media\/photos\/[0-9a-f]{32}\.jpg$/);
    const { statusCode, headers, rawPayload } = await test.app.inject(withPass(body.address));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=604800',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-length': String(rawPayload.length),
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 900, height: 1200 });
    expect(rawPayload.includes('GPS')).toBe(false);
  });

  it('has small copies, made once, that open for the same and are no photos of a card', async () => {
    const { body } = await upload(await samplePhoto({ seed: 20, width: 1800, height: 1800 }));
    const small = body.address.replace('/photos/', '/photos/c246x328/');
    const { statusCode, headers, rawPayload } = await test.app.inject(withPass(small));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=604800',
    });
    // As long as 3:4 needs it.
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 328, height: 328 });
    const other = await test.signIn('other');
    for (const url of [small, withPass(small, other), withPass(small.replace('c246x328', 'c999x999'))]) {
      expect((await test.app.inject(url)).statusCode).toBe(404);
    }
    const name = storedPhotoName(body.address) ?? '';
    const store = createPhotoStore(dataDir);
    expect(await store.has(test.database.db, owner.accountId, small)).toBe(false);
    const path = (await store.find(test.database.db, owner.accountId, name))?.path ?? '';
    const thumbnails = createThumbnails(dataDir);
    expect(await thumbnails.read(name, () => openPicture('/nowhere'), 'c246x328')).toEqual(rawPayload);
    const both = [0, 1].map(() => thumbnails.read(name, () => openPicture(path), 'c516x688'));
    expect(await both[0]).toBe(await both[1]);
  });

  it('of an earlier version that cannot be made small is given as it is', async () => {
    const { body } = await upload(await samplePhoto({ seed: 21 }));
    const path = join(dataDir, body.address.replace('/media/photos/', 'media/'));
    await writeFile(path, 'a photo of old');
    const small = await test.app.inject(withPass(body.address.replace('/photos/', '/photos/c516x688/')));
    expect([small.statusCode, small.headers['content-type'], small.body]).toEqual([
      200,
      'image/jpeg',
      'a photo of old',
    ]);
  });

  it.each([
    ['cut off', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'],
    ['with a broken head', '--x\r\nContent-Disposition\r\n\r\nabc\r\n--x--\r\n'],
    ['of nothing', ''],
    ['that is no form', 'abc'],
  ])('is 400 in a form %s', async (_name, payload) => {
    for (const contentType of ['multipart/form-data; boundary=x', 'multipart/form-data']) {
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/v1/media/',
        headers: { ...owner.headers, 'content-type': contentType },
        payload,
      });
      expect(response.statusCode).toBe(400);
      expect(response.json<{ detail: string[] }>().detail[0]).toMatch(/[Фф]ото/);
    }
  });

  it('is stored once, also when it comes twice at the same moment', async () => {
    const photo = await samplePhoto({ seed: 7 });
    const before = (await readdir(join(dataDir, 'media'))).length;
    const [first, second] = await Promise.all([upload(photo), upload(photo)]);
    expect(second.body.address).toBe(first.body.address);
    expect((await upload(photo)).body.address).toBe(first.body.address);
    expect((await readdir(join(dataDir, 'media'))).length).toBe(before + 1);
  });

  it('has another name in another account, and comes back when its file was lost', async () => {
    const photo = await samplePhoto({ seed: 8 });
    const mine = await upload(photo);
    const other = await upload(photo, await test.signIn('other'));
    expect(other.body.address).not.toBe(mine.body.address);
    await rm(join(dataDir, mine.body.address.replace('/media/photos/', 'media/')));
    expect((await test.app.inject(withPass(mine.body.address))).statusCode).toBe(404);
    expect((await upload(photo)).body.address).toBe(mine.body.address);
    expect((await test.app.inject(withPass(mine.body.address))).statusCode).toBe(200);
  });

  it.each([
    [
      'a page',
      Buffer.from('<html><script>alert(1)</script>'),
      400,
      'Подойдут целые файлы JPG, PNG, WebP, BMP, GIF',
    ],
    ['a drawing', Buffer.from('<svg onload="alert(1)"/>'), 400, 'Подойдут целые файлы'],
    ['a small one', samplePhoto({ width: 640, height: 480 }), 400, 'у этого 640×480'],
    ['a bomb', samplePngBomb(10_000), 400, 'уменьшите до 50 мегапикселей'],
    ['nothing', Buffer.alloc(0), 400, 'Подойдут целые файлы'],
    ['forty megabytes', Buffer.alloc(40 * 1024 * 1024, 1), 413, 'Фото больше 32 МБ'],
  ])('%s is refused with a reason', async (_, bytes, status, detail) => {
    const response = await upload(await bytes);
    expect(response).toMatchObject({ status, body: { detail: [expect.stringContaining(detail)] } });
    const left = (await readdir(join(dataDir, 'media'))).filter((name) => name.startsWith('.'));
    expect(left).toEqual([]);
  });

  it('has to come as a form, with one file, from somebody who is signed in', async () => {
    expect((await upload(await samplePhoto(), owner, 'photo')).status).toBe(400);
    expect((await upload(await samplePhoto(), { ...owner, headers: { authorization: '' } })).status).toBe(
      401,
    );
    const json = await test.app.inject({
      method: 'POST',
      url: '/api/v1/media/',
      headers: owner.headers,
      payload: {},
    });
    expect(json.statusCode).toBe(415);
  });

  it.each(['/media/photos/../media.db', '/media/photos/x.jpg', `/media/photos/${'0'.repeat(32)}.svg`])(
    '%s is not there',
    async (url) => {
      expect((await test.app.inject(withPass(url))).statusCode).toBe(404);
    },
  );

  it('can be read for sending by its address only', async () => {
    const { body } = await upload(await samplePhoto({ seed: 9 }));
    const store = createPhotoStore(dataDir);
    const read = (address: string) => store.read(test.database.db, owner.accountId, address);
    expect(await sharp(await read(body.address)).metadata()).toMatchObject({ width: 900 });
    expect(await read('/media/photos/../../secret.key')).toBeUndefined();
    expect(await read('/media/drawn/mug-1-1.svg')).toBeUndefined();
  });
});

describe('copies of the marketplace’s photos', () => {
  const picture: FetchedPhoto = {
    extension: 'jpg',
    bytes: Buffer.from('\u00ff\u00d8\u00ff a photo', 'latin1'),
  };
  const address = 'https://basket-10.wbbasket.ru/vol1592/part159206/159206280/images/big/1.webp';

  it('are fetched once, and given from the folder after that', async () => {
    let fetched = 0;
    const fetchOne = async (): Promise<FetchedPhoto | undefined> => {
      fetched += 1;
      return picture;
    };
    const cache = createPhotoCache(dataDir, fetchOne);
    const both = await Promise.all([cache.read(address), cache.read(address)]);
    expect(both.map((photo) => photo?.type)).toEqual(['image/jpeg', 'image/jpeg']);
    expect((await createPhotoCache(dataDir, fetchOne).read(address))?.bytes).toEqual(both[0]?.bytes);
    expect(fetched).toBe(1);
  });

  it('that cannot be had are not asked for again at once', async () => {
    let fetched = 0;
    const cache = createPhotoCache(dataDir, async () => {
      fetched += 1;
      return undefined;
    });
    const missing = address.replace('/1.webp', '/2.webp');
    expect(await cache.read(missing)).toBeUndefined();
    expect(await cache.read(missing)).toBeUndefined();
    expect(await cache.read('https://evil.test/1.jpg')).toBeUndefined();
    expect(fetched).toBe(1);
  });

  it('that too many wait for are asked for again a moment later, and are not taken for missing', async () => {
    let release = () => {};
    const opened = new Promise<void>((resolve) => (release = resolve));
    const cache = createPhotoCache(await mkdtemp(join(dataDir, 'busy-')), async () => {
      await opened;
      return picture;
    });
    const nth = (index: number) => address.replace('/159206280/', `/${159_206_280 + index}/`);
    const refused: unknown[] = [];
    const asked = Array.from({ length: 600 }, (_, index) =>
      cache.read(nth(index)).catch((error) => refused.push(error)),
    );
    // The folder is looked at first, in any order: nobody is let in before everybody stands in the line or is refused.
    await vi.waitFor(() => expect(refused).toHaveLength(600 - 508), { timeout: 30_000 });
    release();
    await Promise.all(asked);
    expect(refused).toHaveLength(600 - 508);
    expect(refused[0]).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(await cache.read(nth(599))).toMatchObject({ type: 'image/jpeg' });
  });

  it('never take more room than they may, however many come at once', async () => {
    const folder = await mkdtemp(join(dataDir, 'full-'));
    const one = picture.bytes.length;
    const bytesMax = one * 10;
    const fetchOne = async () => picture;
    const roomOf = async () => {
      const names = await readdir(join(folder, 'media-cache'), { recursive: true });
      const facts = await Promise.all(names.map((name) => stat(join(folder, 'media-cache', name))));
      return facts.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
    };
    const nth = (index: number) => address.replace('/159206280/', `/${159_206_280 + index}/`);
    for (const start of [0, 30]) {
      // The second time as after a restart: what is there already counts.
      const cache = createPhotoCache(folder, fetchOne, { bytesMax });
      await Promise.all(Array.from({ length: 30 }, (_, index) => cache.read(nth(start + index))));
      expect(await roomOf()).toBeLessThanOrEqual(bytesMax);
      expect(await roomOf()).toBeGreaterThan(bytesMax / 2);
    }
  });

  it('are limited for one network', async () => {
    const small = await buildTestApp({ env: { dataDir, rateLimitScale: 0.001 } });
    const get = async () => (await small.app.inject('/media/wb/evil.test/1.jpg')).statusCode;
    expect([await get(), await get(), await get(), await get()]).toEqual([404, 404, 404, 429]);
    await small.close();
  });

  it.each([
    '/media/wb/127.0.0.1/vol1/part1/1/images/big/1.webp',
    '/media/wb/basket-10.wbbasket.ru/admin',
    '/media/wb/evil.test%2fbasket-10.wbbasket.ru/vol1/part1/1/images/big/1.webp',
    '/media/wb/user@basket-10.wbbasket.ru/vol1/part1/1/images/big/1.webp',
    '/media/wb/',
  ])('%s is not there and is not kept', async (url) => {
    const { statusCode, headers } = await test.app.inject(url);
    expect(statusCode).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
  });
});
