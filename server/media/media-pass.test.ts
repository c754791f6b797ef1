import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedPhotoName, withMediaPass } from '#contract/media.ts';
import { createPhotoLink } from '#server/shipments/run/photo-link.ts';
import { buildTestApp, testEnv, type SignedIn, type TestApp } from '#tests/setup/test-app.ts';
import { keepPhoto } from '#tests/support/media/keep-photo.ts';
import { samplePhoto } from '#tests/support/media/sample-photo.ts';
import { createMediaPasses } from './media-pass.ts';
import { createPhotoStore } from './photo-store.ts';

const DAY_MS = 24 * 3600 * 1000;

let test: TestApp;
let owner: SignedIn;
let other: SignedIn;
let dataDir: string;
/** Two photos of the owner. */
let address: string;
let second: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prilavok-pass-'));
  test = await buildTestApp({ env: { dataDir, trustProxy: 1 } });
  owner = await test.signIn();
  other = await test.signIn('other');
  address = await keep(1);
  second = await keep(2);
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true });
});

async function keep(seed: number): Promise<string> {
  return await keepPhoto(test.database.db, dataDir, owner, await samplePhoto({ seed }));
}

async function passOf({ headers }: SignedIn): Promise<string> {
  const response = await test.app.inject({ url: '/api/v1/users/me/', headers });
  return response.json<{ media_pass: string }>().media_pass;
}

const statusOf = async (url: string) => (await test.app.inject(url)).statusCode;

/** Passes of this server at another time. */
const passesOfDaysAgo = (days: number) =>
  createMediaPasses(test.deps.env.secretKey, () => Date.now() - days * DAY_MS);

describe('a stored photo', () => {
  it('opens with the pass that the profile of its account carries, every one of them', async () => {
    const pass = await passOf(owner);
    expect(await statusOf(withMediaPass(address, pass))).toBe(200);
    expect(await statusOf(withMediaPass(second, pass))).toBe(200);
  });

  it('does not open by its address alone, nor with two passes', async () => {
    const pass = await passOf(owner);
    expect(await statusOf(address)).toBe(404);
    expect(await statusOf(withMediaPass(address, ''))).toBe(404);
    expect(await statusOf(`${withMediaPass(address, pass)}&pass=${pass}`)).toBe(404);
  });

  it('does not open for another account: the answer is that of a photo that is not there', async () => {
    const foreign = await test.app.inject(withMediaPass(address, await passOf(other)));
    const missing = await test.app.inject(
      withMediaPass(`/media/photos/${'0'.repeat(32)}.jpg`, await passOf(other)),
    );
    expect(foreign.statusCode).toBe(404);
    expect(foreign.headers['cache-control']).toBe('no-store');
    expect(foreign.json<{ detail: string[] }>().detail).toEqual(missing.json<{ detail: string[] }>().detail);
  });

  it('does not open with a forged pass', async () => {
    const [account = '', day = '', seal = ''] = (await passOf(owner)).split('.');
    const [, , othersSeal = ''] = (await passOf(other)).split('.');
    const byAnotherKey = createMediaPasses(testEnv().secretKey).forAccount(owner.accountId);
    const forged = [
      `${account}.${day}.${othersSeal}`,
      `${other.accountId}.${day}.${seal}`,
      `${account}.${Number(day) + 1}.${seal}`,
      `${account}.${day}.${seal.slice(1)}${seal.slice(0, 1)}`,
      `${account}.${day}.${'я'.repeat(43)}`,
      `${account}.${day}.`,
      `${account}.${day}`,
      `${account}.NaN.${seal}`,
      byAnotherKey,
    ];
    expect(forged).not.toContain(await passOf(owner));
    for (const pass of forged) {
      expect(await statusOf(withMediaPass(address, encodeURIComponent(pass))), pass).toBe(404);
    }
  });

  it('opens after a week without a connection, and not for ever', async () => {
    const statusWith = (days: number) =>
      statusOf(withMediaPass(address, passesOfDaysAgo(days).forAccount(owner.accountId)));
    expect(await statusWith(7)).toBe(200);
    expect(await statusWith(10)).toBe(404);
  });
});

describe('a pass', () => {
  const key = testEnv().secretKey;
  const at = (time: string) => createMediaPasses(key, () => Date.parse(time));
  const name = `${'1'.repeat(32)}.jpg`;

  it('is the same all day, and another on the next', () => {
    const first = at('2026-11-22T00:00:00Z').forAccount(7);
    expect(at('2026-11-22T23:59:59Z').forAccount(7)).toBe(first);
    expect(at('2026-11-23T00:00:00Z').forAccount(7)).not.toBe(first);
  });

  it('opens for eight whole days, a link for seven', () => {
    const pass = at('2026-11-22T23:59:59Z').forAccount(7);
    const link = at('2026-11-22T23:59:59Z').forPhoto(7, name);
    expect(at('2026-11-30T23:59:59Z').accountOf(pass, name)).toBe(7);
    expect(at('2026-12-01T00:00:00Z').accountOf(pass, name)).toBeUndefined();
    expect(at('2026-11-29T23:59:59Z').accountOf(link, name)).toBe(7);
    expect(at('2026-11-30T00:00:00Z').accountOf(link, name)).toBeUndefined();
  });
});

describe('a link for the marketplace', () => {
  const linkFor = (accountId: number) =>
    createPhotoLink({ ...test.deps.env, publicUrl: 'https://shop.test' }, { accountId, isDemo: false });
  const pathOf = (link: string | null) => (link ?? '').replace('https://shop.test', '');

  it('opens its one photo, without a session', async () => {
    const path = pathOf(linkFor(owner.accountId)(address));
    expect(path).toMatch(/^\/media\/photos\//);
    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(path.replace(address, second))).toBe(404);
  });

  it('is of PUBLIC_URL, whatever host the photo was sent to; what a page is given has no host', async () => {
    const forged = {
      host: 'forged.example',
      'x-forwarded-host': 'forged.example',
      'x-forwarded-proto': 'https',
    };
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await samplePhoto({ seed: 3 }))]), 'mug.jpg');
    const request = new Request('http://forged.example/', { method: 'POST', body: form });
    const sent = await test.app.inject({
      method: 'POST',
      url: '/api/v1/media/',
      headers: {
        ...owner.headers,
        ...forged,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const { address: kept } = sent.json<{ address: string }>();
    expect(kept).toMatch(/^\/media\/photos\/[0-9a-f]{32}\.jpg$/);
    expect(`${sent.body}${JSON.stringify(sent.headers)}`).not.toContain('forged');
    const link = linkFor(owner.accountId)(kept);
    expect(link).toMatch(/^https:\/\/shop\.test\/media\/photos\//);
    const { statusCode, headers } = await test.app.inject({ url: pathOf(link), headers: forged });
    expect(statusCode).toBe(200);
    expect(JSON.stringify(headers)).not.toContain('forged');
  });

  it('of a photo that is another account’s opens nothing', async () => {
    expect(await statusOf(pathOf(linkFor(other.accountId)(address)))).toBe(404);
  });

  it('opens for a week', async () => {
    const name = storedPhotoName(address) ?? '';
    const statusWith = (days: number) =>
      statusOf(withMediaPass(address, passesOfDaysAgo(days).forPhoto(owner.accountId, name)));
    expect(await statusWith(6)).toBe(200);
    expect(await statusWith(9)).toBe(404);
  });

  it('leaves every other address as it is', () => {
    const link = linkFor(owner.accountId);
    expect(link('https://images.example/1.jpg')).toBe('https://images.example/1.jpg');
    expect(link('/media/drawn/mug-1-1.svg')).toBe('https://shop.test/media/drawn/mug-1-1.svg');
    const unreachable = createPhotoLink(
      { ...test.deps.env, publicUrl: undefined },
      { accountId: owner.accountId, isDemo: false },
    );
    expect(unreachable(address)).toBeNull();
  });
});

it('a photo of another account is not sent as a file either', async () => {
  const store = createPhotoStore(dataDir);
  const { db } = test.database;
  expect(await store.has(db, owner.accountId, address)).toBe(true);
  expect(await store.has(db, other.accountId, address)).toBe(false);
  expect(await store.read(db, other.accountId, address)).toBeUndefined();
});
