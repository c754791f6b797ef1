import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApiClient, type ApiClient } from '#api/client.ts';
import { createSessionStore } from '#api/session/session-store.ts';
import { createTokenStorage } from '#api/session/token-storage.ts';
import { createStorage } from '#tests/fixtures/browser.ts';
import { createFakeFetch, json } from '#tests/fixtures/fake-server.ts';
import { anna, makeAccessToken } from '#tests/fixtures/tokens.ts';
import { readHints } from './read-hints.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const cancel = vi.fn();
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given), cancel });
  const said: unknown[] = [];
  const download: ApiClient['download'] = async (_endpoint, read, ..._options) => read(new Response(body));
  const ending = readHints(
    { download },
    { onReady: (quietMs) => void said.push(`ready ${quietMs}`), onHint: (kinds) => void said.push(kinds) },
    new AbortController().signal,
  );
  const write = async (text: string) => {
    controller?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { said, ending, write, cancel, controller };
}

const READY = '{"type":"ready","beat_seconds":20}\n';

it('reads lines however they are cut, and passes over what it does not know', async () => {
  const { said, ending, write } = open();
  await write(READY.slice(0, 9));
  await write(`${READY.slice(9)}{"type":"hint","kinds":["cards","weather"]}\n{"type":"news"}\nnonsense\n`);
  await write('{"type":"hint","kinds":["shipments"]}\n{"type":"end","come_back_ms":3000}\n');
  expect(await ending).toEqual({ comeBackMs: 3000 });
  expect(said).toEqual(['ready 0', ['cards'], ['shipments']]);
});

it('gives up a stream that has missed its beats, and not one that beats', async () => {
  const { ending, write, cancel } = open();
  await write(READY);
  for (let beat = 0; beat < 10; beat += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    await write('{"type":"beat"}\n');
  }
  await vi.advanceTimersByTimeAsync(49_999);
  expect(cancel).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(cancel).toHaveBeenCalled();
  expect(await ending).toEqual({ comeBackMs: undefined });
});

it('gives up a stream that never begins', async () => {
  const { ending } = open();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await ending).toEqual({ comeBackMs: undefined });
});

it('takes a stream that breaks for one that ended', async () => {
  const { ending, write, controller } = open();
  await write(READY);
  controller?.error(new TypeError('network error'));
  expect(await ending).toEqual({ comeBackMs: undefined });
  expect(vi.getTimerCount()).toBe(0);
});

it('LV-07: begins with a new token where the one before has run out with its stream: nobody refuses it', async () => {
  const endsInMs = (ms: number) => makeAccessToken({ ...anna, exp: Math.floor((Date.now() + ms) / 1000) });
  const renewed = endsInMs(600_000);
  const storage = createStorage();
  const session = createSessionStore(createTokenStorage(() => storage));
  session.startSession({ access: endsInMs(-60_000), refresh: 'refresh-1', user: anna });
  const { fetch, sent } = createFakeFetch(({ path }) =>
    path.includes('refresh')
      ? json({ access: renewed, refresh: 'refresh-2' })
      : new Response(`${READY}{"type":"end","come_back_ms":3000}\n`),
  );
  const events = { onReady: () => undefined, onHint: () => undefined };
  const client = createApiClient({ session, fetch });
  expect(await readHints(client, events, new AbortController().signal)).toEqual({ comeBackMs: 3000 });
  expect(sent.map(({ path, headers }) => [path, headers.get('authorization')])).toEqual([
    ['/api/v1/user/refresh/', null],
    ['/api/v1/live-hints/', `Bearer ${renewed}`],
  ]);
});
