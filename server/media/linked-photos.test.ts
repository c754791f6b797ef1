import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { photoLinkProblem } from '#contract/photo-uploads.ts';
import { buildTestApp, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { connectTo, openHoneypot, resolvedTo } from '#tests/support/media/honeypot.ts';
import { samplePhoto } from '#tests/support/media/sample-photo.ts';
import { createLinkedPhotos } from './linked-photos.ts';
import { createPhotoStore } from './photo-store.ts';

const LINK = 'https://images.example/2026/кружка.jpg?size=full';
const opened: { close: () => void }[] = [];
let test: TestApp;
let owner: SignedIn;
let dataDir: string;
let picture: Buffer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prilavok-links-'));
  test = await buildTestApp({ env: { dataDir } });
  owner = await test.signIn();
  picture = await samplePhoto();
});
afterEach(async () => {
  for (const { close } of opened.splice(0)) close();
  expect(
    (await readdir(join(dataDir, 'media')).catch(() => [])).filter((name) => name.startsWith('.')),
  ).toEqual([]);
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});

interface LinkedOptions {
  resolve?: ReturnType<typeof resolvedTo>;
  timeoutMs?: number;
}

async function linkedTo(respond: RequestListener, options: LinkedOptions = {}) {
  const pot = await openHoneypot(respond);
  opened.push(pot);
  const request = connectTo(pot.port, options.resolve !== undefined);
  const linked = createLinkedPhotos(createPhotoStore(dataDir), { ...options, request });
  return { visits: pot.visits, keep: (address = LINK) => linked.keep(test.database.db, owner, address) };
}

const saveByHttp = async (address: string) => {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/media/links/',
    headers: owner.headers,
    payload: { address },
  });
  return { status: response.statusCode, body: response.json<{ detail: string[] }>() };
};

describe('a photo from an address', () => {
  it('is kept as an uploaded one, and once', async () => {
    const { visits, keep } = await linkedTo((_, response) => response.end(picture));
    const photo = await keep();
    expect(photo).toMatchObject({ width: 900, height: 1200 });
    expect(photo.address).toMatch(/^\/media\/photos\/[0-9a-f]{32}\.jpg$/);
    expect(await keep('https://other.example/1')).toEqual(photo);
    expect(visits).toEqual([new URL(LINK).pathname + new URL(LINK).search, '/1']);
  });

  it.each<[string, RequestListener, string]>([
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      'ведёт на другую',
    ],
    ['an error page', (_, response) => response.writeHead(404).end(picture), 'сайт ответил 404'],
    ['a page', (_, response) => response.end('<!doctype html>'), 'Подойдут целые файлы'],
    [
      'a photo that is cut',
      (_, response) => {
        response.writeHead(200, { 'content-length': picture.length });
        response.write(picture.subarray(0, 500), () => response.destroy());
      },
      'не открылась',
    ],
    [
      'more than may be',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
        };
        response.on('drain', more);
        more();
      },
      'больше 32 МБ',
    ],
  ])('that gives %s is refused with the reason', async (_, respond, reason) => {
    const { keep, visits } = await linkedTo(respond);
    await expect(keep()).rejects.toMatchObject({ status: 400, detail: [expect.stringContaining(reason)] });
    expect(visits).toHaveLength(1);
  });

  it('that gives a trickle is refused when its time is over', async () => {
    const { keep } = await linkedTo((_, response) => void response.write('x'), { timeoutMs: 1000 });
    await expect(keep()).rejects.toMatchObject({
      status: 400,
      detail: [expect.stringContaining('не открылась')],
    });
  });

  it('that leads into a private network is told as any that does not open, and nobody is visited', async () => {
    for (const resolve of [resolvedTo('127.0.0.1'), resolvedTo('8.8.8.8', '169.254.169.254'), resolvedTo()]) {
      const { keep, visits } = await linkedTo((_, response) => response.end(picture), { resolve });
      await expect(keep()).rejects.toMatchObject({
        status: 400,
        detail: [expect.stringContaining('не открылась')],
      });
      expect(visits).toEqual([]);
    }
  });

  it.each([
    'http://images.example/1.jpg',
    'ftp://images.example/1.jpg',
    'file:///etc/passwd',
    '/media/photos/1.jpg',
    'https://127.0.0.1/1.jpg',
    'https://2130706433/1.jpg',
    'https://0x7f.1/1.jpg',
    'https://[::1]/1.jpg',
    'https://localhost/1.jpg',
    'https://router.lan/1.jpg',
    'https://images.example:8443/1.jpg',
    'https://user@images.example/1.jpg',
    'https://images.example\\@127.0.0.1/1.jpg',
    'картинка',
  ])('%s is refused without a look', async (address) => {
    expect(photoLinkProblem(address)).not.toBeNull();
    expect(await saveByHttp(address)).toMatchObject({
      status: 400,
      body: { detail: [photoLinkProblem(address)] },
    });
  });
});
