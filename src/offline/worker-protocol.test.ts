import { describe, expect, it } from 'vitest';
import * as page from '#contract/service-worker.ts';

/** The worker's program imports nothing of the app, so its side of the agreement is written down twice. */
const { '/sw/protocol.ts': worker } = import.meta.glob<Record<string, unknown>>('/sw/protocol.ts', {
  eager: true,
});

describe('the page and its worker', () => {
  it.each([
    ['FETCHED_AT_HEADER', page.FETCHED_AT_HEADER],
    ['SW_CACHE_HEADER', page.SW_CACHE_HEADER],
    ['KEEP_NOTHING_HEADER', page.KEEP_NOTHING_HEADER],
    ['API_CACHE_PREFIX', page.API_CACHE_PREFIX],
  ])('call %s the same', (name, value) => {
    expect(worker?.[name]).toBe(value);
  });

  it('name users and their caches alike', () => {
    const userKey = worker?.['userKey'] as typeof page.userKey;
    const isUserCacheName = worker?.['isUserCacheName'] as typeof page.isUserCacheName;
    for (const id of [1, 35, 36, 2 ** 40]) expect(userKey(id)).toBe(page.userKey(id));
    for (const name of ['api-u1', worker?.['MEDIA_CACHE'], 'workbox-precache-v2', 'other'].map(String)) {
      expect(isUserCacheName(name)).toBe(page.isUserCacheName(name));
    }
    expect(page.isUserCacheName(String(worker?.['MEDIA_CACHE']))).toBe(true);
  });

  it('mean the same by a late answer', () => {
    const message: page.LateAnswerMessage = { type: 'LATE_ANSWER' };
    expect(worker?.['LATE_ANSWER']).toEqual(message);
  });
});
