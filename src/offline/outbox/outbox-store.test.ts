import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteDatabase } from '#offline/device/user-database.ts';
import { openOutboxStore } from './outbox-store.ts';

const NAME = 'prilavok-outbox-test';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  await deleteDatabase(NAME);
});

/** A device whose databases open only when they are let to. */
function sluggish() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const factory = {
    open: (name: string, version: number) => {
      const request = indexedDB.open(name, version);
      const listen = request.addEventListener.bind(request);
      request.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
        const late = (event: Event) => void opened.then(() => (listener as EventListener)(event));
        listen(type, type === 'success' ? late : listener);
      };
      return request;
    },
  };
  return { getIndexedDb: () => factory as IDBFactory, open };
}

it('what the device did not confirm in time is not written later either', async () => {
  const { getIndexedDb, open } = sluggish();
  const store = openOutboxStore(NAME, getIndexedDb);
  const written = store.change(() => ({ change: { aliases: [[-1, 17]] }, result: undefined }));
  const refused = expect(written).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(4_000);
  await refused;
  open();
  vi.useRealTimers();
  expect((await store.read()).aliases.size).toBe(0);
  await store.change(() => ({ change: { aliases: [[-2, 18]] }, result: undefined }));
  expect([...(await store.read()).aliases]).toEqual([[-2, 18]]);
  store.close();
});

it('a device that slept in the middle of a save has not refused it', async () => {
  vi.useRealTimers();
  const store = openOutboxStore(NAME);
  const written = store.change(() => ({ change: { aliases: [[-1, 17]] }, result: undefined }));
  const until = Date.now() + 4_100;
  while (Date.now() < until);
  await written;
  expect([...(await store.read()).aliases]).toEqual([[-1, 17]]);
  store.close();
});
