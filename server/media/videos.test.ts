import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withMediaPass } from '#contract/media.ts';
import { storedVideoName, VIDEO_LIMITS } from '#contract/video-uploads.ts';
import { createPhotoLink } from '#server/shipments/run/photo-link.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { addTestSubjects, cardBody } from '#tests/support/cards/fixtures.ts';
import { box, sampleVideo } from '#tests/support/media/sample-video.ts';
import { samplePhoto } from '#tests/support/media/sample-photo.ts';
import { createMediaPasses } from './media-pass.ts';
import { createVideoStore } from './video-store.ts';

let test: TestApp;
let owner: SignedIn;
let other: SignedIn;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prilavok-videos-'));
  test = await buildTestApp({ env: { dataDir } });
  await addTestSubjects(test.database.db);
  owner = await test.signIn();
  other = await test.signIn('other');
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});

async function upload(bytes: Buffer, { headers } = owner, path = '/api/v1/media/videos/') {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), '../../evil.html');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await test.app.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json<{ address: string; detail: string[] }>() };
}

const withPass = (address: string, { accountId } = owner) =>
  withMediaPass(address, createMediaPasses(test.deps.env.secretKey).forAccount(accountId));
const files = async () => (await readdir(join(dataDir, 'media'))).toSorted();

describe('an uploaded video', () => {
  it.each([
    ['isom', 'mp4', 'video/mp4'],
    ['qt  ', 'mov', 'video/quicktime'],
  ])('of the brand «%s» is given back byte by byte as %s', async (brand, extension, type) => {
    const video = sampleVideo({ brand });
    const { status, body } = await upload(video);
    expect(status).toBe(201);
    expect(body.address).toMatch(new RegExp(`^/media/videos/[0-9a-f]{32}\\.${extension}$`));
    expect(body).toMatchObject({ bytes: video.length });
    const { statusCode, headers, rawPayload } = await test.app.inject(withPass(body.address));
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(video)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-length': String(video.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=604800',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it('is given in the parts that a player asks for', async () => {
    const video = sampleVideo({ seed: 2 });
    const url = withPass((await upload(video)).body.address);
    const part = async (range: string) => await test.app.inject({ url, headers: { range } });
    const middle = await part('bytes=100-199');
    expect(middle.statusCode).toBe(206);
    expect(middle.headers).toMatchObject({
      'content-range': `bytes 100-199/${video.length}`,
      'content-length': '100',
    });
    expect(middle.rawPayload.equals(video.subarray(100, 200))).toBe(true);
    const behind = await part(`bytes=${video.length}-`);
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${video.length}`]);
  });

  it('is of its account alone, and opens with a pass alone', async () => {
    const { address } = (await upload(sampleVideo({ seed: 3 }))).body;
    const name = storedVideoName(address) ?? '';
    const statusOf = async (url: string) => (await test.app.inject(url)).statusCode;
    expect(await statusOf(withPass(address))).toBe(200);
    expect(await statusOf(address)).toBe(404);
    expect(await statusOf(withPass(address, other))).toBe(404);
    expect(await statusOf(withPass(address.replace('/videos/', '/photos/')))).toBe(404);
    const store = createVideoStore(dataDir);
    const { db } = test.database;
    expect(await (await store.read(db, owner.accountId, address))?.text()).toContain('ftypisom');
    expect(await store.read(db, other.accountId, address)).toBeUndefined();
    expect(await store.find(db, other.accountId, name)).toBeUndefined();
    expect(await store.read(db, owner.accountId, '/media/videos/../../secret.key')).toBeUndefined();
  });

  it('has a link of its own for the marketplace, which opens nothing else', async () => {
    const [first, second] = [await upload(sampleVideo({ seed: 4 })), await upload(sampleVideo({ seed: 5 }))];
    const link = createPhotoLink(
      { ...test.deps.env, publicUrl: 'https://shop.test' },
      { accountId: owner.accountId, isDemo: false },
    )(first.body.address);
    const path = (link ?? '').replace('https://shop.test', '');
    expect((await test.app.inject(path)).statusCode).toBe(200);
    expect((await test.app.inject(path.replace(first.body.address, second.body.address))).statusCode).toBe(
      404,
    );
  });

  it('is stored once, also when it comes twice at the same moment; in another account it is another', async () => {
    const video = sampleVideo({ seed: 6 });
    const before = (await files()).length;
    const [first, second] = await Promise.all([upload(video), upload(video)]);
    expect(second.body.address).toBe(first.body.address);
    expect((await upload(video)).body.address).toBe(first.body.address);
    expect((await files()).length).toBe(before + 1);
    expect((await upload(video, other)).body.address).not.toBe(first.body.address);
  });

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a picture of a phone', sampleVideo({ brand: 'heic' })],
    ['a sound', sampleVideo({ brand: 'M4A ' })],
    ['a head without a video', box('ftyp', Buffer.from('isom'))],
    ['one that was cut off', sampleVideo({ seed: 7 }).subarray(0, 900)],
    ['one with something behind it', Buffer.concat([sampleVideo({ seed: 7 }), Buffer.from('<script>')])],
    [
      'one without its index',
      Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(50))]),
    ],
  ])('%s is refused with a reason, and nothing of it stays', async (_, bytes) => {
    const before = await files().catch(() => []);
    expect(await upload(bytes)).toMatchObject({
      status: 400,
      body: { detail: ['Подойдут целые файлы MP4 и MOV'] },
    });
    expect(await files()).toEqual(before);
  });

  it('of one byte more than fifty megabytes is refused, of fifty it is not', async () => {
    const rest = sampleVideo({ bytes: 0 }).length;
    const largest = sampleVideo({ seed: 8, bytes: VIDEO_LIMITS.bytes - rest });
    expect(largest.length).toBe(VIDEO_LIMITS.bytes);
    expect((await upload(largest)).status).toBe(201);
    const before = await files();
    const response = await upload(Buffer.concat([largest, Buffer.alloc(1)]));
    expect(response).toMatchObject({ status: 413, body: { detail: [expect.stringContaining('50 МБ')] } });
    expect(await files()).toEqual(before);
  });

  it('is no photo, and a photo is no video, also when the file is known already', async () => {
    const video = sampleVideo({ seed: 9 });
    await upload(video);
    expect((await upload(video, owner, '/api/v1/media/')).status).toBe(400);
    const photo = await samplePhoto({ seed: 90 });
    expect((await upload(photo, owner, '/api/v1/media/')).status).toBe(201);
    expect((await upload(photo)).status).toBe(400);
  });
});

describe('the video of a card', () => {
  let number = 0;
  async function create(changes: object) {
    number += 1;
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/cards/',
      headers: owner.headers,
      payload: { ...cardBody(`VIDEO-${number}`), ...changes },
    });
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
  }

  it('is one that the account has uploaded, and nothing else', async () => {
    const mine = (await upload(sampleVideo({ seed: 10 }))).body.address;
    const theirs = (await upload(sampleVideo({ seed: 11 }), other)).body.address;
    expect(await create({ video: mine })).toMatchObject({ status: 201, body: { video: mine } });
    expect(await create({})).toMatchObject({ status: 201, body: { video: '' } });
    for (const video of [theirs, 'https://videos.example/1.mp4', '/media/drawn/mug-1-1.svg']) {
      expect(await create({ video }), video).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'video' }] },
      });
    }
    expect((await create({ photos: [mine] })).status).toBe(400);
  });

  it('is taken away by a change of its own, and left alone by every other', async () => {
    const video = (await upload(sampleVideo({ seed: 12 }))).body.address;
    const { body } = await create({ video });
    const change = async (version: number, changes: object) => {
      const response = await test.app.inject({
        method: 'PATCH',
        url: `/api/v1/cards/${String(body['id'])}/`,
        headers: { ...owner.headers, 'if-match': `"v${version}"` },
        payload: changes,
      });
      return response.json<{ video: string }>().video;
    };
    expect(await change(1, { title: 'Другое' })).toBe(video);
    expect(await change(2, { video: '' })).toBe('');
    const changes = await test.app.inject({
      url: `/api/v1/cards/${String(body['id'])}/changes/`,
      headers: owner.headers,
    });
    expect(changes.body).toContain(video);
  });
});
