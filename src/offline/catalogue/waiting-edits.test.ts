import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '#api/session/session.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { outbox, startOutbox } from '#offline/outbox/user-outbox.ts';
import { mockTokens } from '#tests/mocks/auth.ts';
import { catalogueHandler } from '#tests/mocks/catalogue.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { createMockFeed } from '#tests/support/catalogue/mock-feed.ts';
import { workerInPage } from '#tests/support/catalogue/worker-in-page.ts';
import { catalogueStatus } from './catalogue-status.ts';
import { startCatalogue } from './start-catalogue.ts';
import { waitingRowsOf } from './waiting-edits.ts';

const stops: (() => void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 });
  await session.endSession('logout');
});

const edit = { entity: 'card', kind: 'update', title: 'Кружка', baseVersion: 1 } as const;
const found = async (search: string) =>
  (await catalogueStatus.source()?.query({ ordering: 'title', limit: '50', offset: '0', search }))?.count;

it('RE-14: an edit that waits on this device is found as it will be, until it is discarded', async () => {
  mockServer.use(catalogueHandler(createMockFeed(10), () => undefined));
  session.startSession(mockTokens());
  stops.push(startOutbox(new QueryClient()), startCatalogue({ startWorker: () => workerInPage() }));
  await vi.waitFor(() => expect(catalogueStatus.get().current).not.toBeNull());
  connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 1 });
  const base = { title: 'Кружка керамическая 7' };
  const waiting = outbox.enqueue({ ...edit, entityId: 7, patch: { title: 'Чашка без ручки' }, base });
  waiting.catch(() => undefined);
  await vi.waitFor(async () => expect(await found('чашка')).toBe(1));
  expect(await found('керамическая 7')).toBe(0);
  const [record] = outbox.getContent().records;
  await outbox.discard(record?.id ?? '');
  await vi.waitFor(async () => expect(await found('чашка')).toBe(0));
});

it('takes of an edit what a row has, in its kind; a card that the server does not know stands elsewhere', () => {
  const records = outbox.getContent().records;
  const one = (entityId: number, patch: Record<string, unknown>, createdAt = 1000) => ({
    entity: 'card',
    entityId,
    patch,
    createdAt,
  });
  // Only these fields are read.
  const content = {
    ...outbox.getContent(),
    records: [
      ...records,
      one(5, { title: 'Чашка', description: 'Для чая', brand: 7, photos: ['/a.jpg', '/b.jpg'] }),
      one(5, { title: 'Чашка без ручки', costPriceKopecks: null }, 2000),
      one(6, { tags: ['Хит'], costPriceKopecks: 100, subjectId: 69 }),
      one(7, { subjectId: 'сумки' }),
      one(-1, { title: 'Новая' }),
      { entity: 'settings', entityId: 1, patch: { title: 'Нет' } },
    ] as unknown as typeof records,
  };
  expect(waitingRowsOf(content)).toEqual([
    {
      id: 5,
      title: 'Чашка без ручки',
      costPriceKopecks: null,
      photo: '/a.jpg',
      editedAtMs: 2000,
      isOfShops: true,
    },
    { id: 6, tags: ['Хит'], costPriceKopecks: 100, subjectId: 69, editedAtMs: 1000, isOfShops: false },
    { id: 7, editedAtMs: 1000, isOfShops: false },
  ]);
});
