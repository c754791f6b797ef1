import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator } from '#simulator/start-simulator.ts';
import {
  call,
  cardBody,
  LATER_MS,
  loadedCup,
  openShop,
  START_MS,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function open(...args: Parameters<typeof openShop>): Promise<Shop> {
  const shop = await openShop(...args);
  cleanups.push(() => shop.close());
  return shop;
}

async function newStateFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'state.json');
}

describe('the control interface', () => {
  it('refuses pages of a browser and names that are not of this machine', async () => {
    const { url } = await open();
    const status = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        request(`${url}/_simulator/`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await status({})).toBe(200);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
  });

  it('loads a card once: the second time it answers with the same numbers', async () => {
    const shop = await open();
    const sizes = [{ techSize: '42' }, { techSize: '44', skus: ['2000000000015'] }];
    const rows = [
      loadedCup('CUP-1', { group: 'a', sizes }),
      loadedCup('CUP-2', { group: 'a' }),
      loadedCup('CUP-3'),
    ];
    const first = await shop.load(rows);
    expect(await shop.load(rows)).toEqual(first);
    expect(first.map((card) => card.vendorCode)).toEqual(['CUP-1', 'CUP-2', 'CUP-3']);
    expect(first[0]?.imtID).toBe(first[1]?.imtID);
    expect(first[2]?.imtID).not.toBe(first[1]?.imtID);
    expect(first[0]?.sizes).toMatchObject([{ techSize: '42' }, { techSize: '44', skus: ['2000000000015'] }]);
  });

  it('shows an inspector that names itself and shows outside text as text', async () => {
    const shop = await open();
    const { url, token } = shop;
    const title = '<script>alert(1)</script>';
    await call(url, 'POST', '/content/content/v2/cards/upload', token, cardBody('<b>CUP</b>', { title }));
    shop.advance(LATER_MS);
    const page = await call(url, 'GET', '/_simulator/', '');
    expect(page.text).toContain('<h1>Симулятор Wildberries</h1>');
    expect(page.text).toContain('&lt;b&gt;CUP&lt;/b&gt;');
    expect(page.text).not.toContain('<b>CUP');
    expect(page.text).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('says what is wrong with an order it does not understand', async () => {
    const { url } = await open();
    const response = await call(url, 'POST', '/_simulator/tokens', '', { sid: 'x', categories: ['unknown'] });
    expect(response.status).toBe(400);
    expect(response.body.error).toContain('categories');
  });
});

describe('the state file', () => {
  it('brings everything back after a restart, also what was still in the queue', async () => {
    const stateFile = await newStateFile();
    const shop = await openShop({ stateFile });
    const [cup] = await shop.load([loadedCup('CUP-1')]);
    await call(shop.url, 'POST', '/content/content/v2/cards/upload', shop.token, cardBody('CUP-2'));
    await shop.close();

    const again = await startSimulator({
      host: '127.0.0.1',
      port: 0,
      limits: 'off',
      stateFile,
      now: () => START_MS + LATER_MS,
    });
    cleanups.push(() => again.close());
    const list = await call(again.url, 'POST', '/content/content/v2/get/cards/list', shop.token, {
      settings: { sort: { ascending: true } },
    });
    expect(list.body.cards).toMatchObject([{ nmID: cup?.nmID }, { vendorCode: 'CUP-2' }]);
  });

  it('of an earlier version gets a key, and tokens of that version are signed anew on request', async () => {
    const stateFile = await newStateFile();
    const shop = await openShop({ stateFile });
    await shop.close();
    const { signingKey: _key, ...earlier } = JSON.parse(await readFile(stateFile, 'utf8')) as object & {
      signingKey: string;
    };
    await writeFile(stateFile, JSON.stringify(earlier));
    const [, payload] = shop.token.split('.');
    const signed = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${payload}`;
    const old = `${signed}.${createHmac('sha256', 'simulator').update(signed).digest('base64url')}`;

    const first = await openShop({ stateFile });
    const ping = async (url: string, token: string) =>
      (await call(url, 'GET', '/content/ping', token)).status;
    expect(await ping(first.url, old)).toBe(401);
    const resign = (token: string) => call(first.url, 'POST', '/_simulator/tokens/resign', '', { token });
    const { token } = (await resign(old)).body;
    expect(await ping(first.url, token)).toBe(200);
    expect((await resign(shop.token)).body).toEqual({ token: null });
    await first.close();
    const second = await open({ stateFile });
    expect(await ping(second.url, token)).toBe(200);
  });

  it('is written again after a write that failed', async () => {
    const WAIT = { timeout: 60_000 };
    const written: string[] = [];
    let isFull = false;
    const storage = {
      read: () => Promise.resolve(undefined),
      setAside: () => Promise.reject(new Error('there is nothing')),
      write: async (text: string) => {
        written.push(text);
        if (isFull) throw new Error('disk is full');
      },
    };
    const shop = await open({ storage });
    await expect.poll(() => written.length, WAIT).toBe(1);
    isFull = true;
    await shop.load([loadedCup('CUP-1')]);
    await expect.poll(() => written.length, WAIT).toBe(2);
    isFull = false;
    await shop.load([loadedCup('CUP-2')]);
    await expect.poll(() => written.at(-1), WAIT).toContain('CUP-2');
  });

  it('is written by itself and whole', async () => {
    const stateFile = await newStateFile();
    const shop = await open({ stateFile });
    await shop.load([loadedCup('CUP-1')]);
    await expect
      .poll(async () => JSON.stringify(JSON.parse(await readFile(stateFile, 'utf8'))), { timeout: 60_000 })
      .toContain('CUP-1');
  });
});
