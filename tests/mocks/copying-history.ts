import {
  archiveCopiesEndpoint,
  listCopiesMadeEndpoint,
  listCopyingsEndpoint,
  type Copying,
} from '#contract/copying-history.ts';
import { mock, mockError } from './mock-endpoint.ts';

export function mockCopying(id: number, changes: Partial<Copying> = {}): Copying {
  return {
    id,
    count: 3,
    draftCount: 3,
    archivedCount: 0,
    sentCount: 0,
    createdAt: '2026-11-20T12:00:00Z',
    userName: 'Анна',
    ...changes,
  };
}

/** Copies that were made together, the last first; drafts that are put into the archive are there from then on. */
export function copyingHandlers(copyings: Copying[] = []) {
  return [
    mock(listCopyingsEndpoint, () => ({ results: copyings, nextBeforeId: null })),
    mock(listCopiesMadeEndpoint, ({ params }) => {
      const count = copyings.find(({ id }) => id === params.id)?.count ?? 0;
      return Array.from({ length: count }, (_, at) => ({
        cardId: 501 + at,
        vendorCode: `K-1-${at + 2}`,
        title: `Кружка ${at + 2}`,
        photo: null,
      }));
    }),
    mock(archiveCopiesEndpoint, ({ params }) => {
      const copying = copyings.find(({ id }) => id === params.id);
      if (!copying?.draftCount) return mockError(409, { detail: ['Убирать нечего'] });
      const count = copying.draftCount;
      copying.archivedCount += count;
      copying.draftCount = 0;
      return { count, operationId: 2000 + params.id, isDone: true };
    }),
  ];
}
