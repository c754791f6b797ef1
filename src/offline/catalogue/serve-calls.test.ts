import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { createMockFeed, mockCatalogueRow } from '#tests/support/catalogue/mock-feed.ts';
import { workerInPage } from '#tests/support/catalogue/worker-in-page.ts';
import { callWorker, type ReplicaWorker } from './worker-calls.ts';

const engines: Catalogue[] = [];
vi.mock(import('#contract/catalogue/catalogue.ts'), async (original) => {
  const { createCatalogue, ...rest } = await original();
  return {
    ...rest,
    createCatalogue(from) {
      const made = createCatalogue(from);
      engines.push(made);
      return made;
    },
  };
});

const feed = createMockFeed(30, 100);

async function takeAll({ call }: ReplicaWorker): Promise<void> {
  const since = await call('cursor', undefined);
  expect(await call('take', { since, bytes: feed.bytes(since), askedAtMs: 1000 })).toBe('whole');
  await call('gather', undefined);
}

/** Of the worker that was opened last: in how many orders its cards stand as they are now. */
const ordersInPlace = () => Object.keys(engines.at(-1)?.frozen().orders ?? {}).length;

it('RE-28: what has changed stands in its place in every order before somebody asks, in the tab that took it and in another', async () => {
  const factory = new IDBFactory();
  const follower = callWorker(workerInPage(() => factory));
  await follower.call('open', { databaseName: 'replica' });
  const leader = callWorker(workerInPage(() => factory));
  await leader.call('open', { databaseName: 'replica' });
  await takeAll(leader);
  await vi.waitFor(() => expect(ordersInPlace()).toBe(10));

  feed.put(mockCatalogueRow(3, { title: 'Абажур' }));
  await takeAll(leader);
  await vi.waitFor(() => expect(ordersInPlace()).toBe(10));

  await leader.call('wait', [{ id: 3, title: 'Ящик' }]);
  expect(ordersInPlace()).toBeLessThan(10);
  await vi.waitFor(() => expect(ordersInPlace()).toBe(10));

  await follower.call('catchUp', undefined);
  await vi.waitFor(() => expect(ordersInPlace()).toBe(10));
  feed.put(mockCatalogueRow(4, { title: 'Абажур' }));
  await takeAll(leader);
  await follower.call('catchUp', undefined);
  await vi.waitFor(() => expect(ordersInPlace()).toBe(10));
});
