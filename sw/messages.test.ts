import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { obey, parseMessage } from './messages.ts';

describe('a message of the page', () => {
  it.each([
    [{ type: 'SKIP_WAITING' }, { type: 'SKIP_WAITING' }],
    [{ type: 'LOGOUT', user: 2 }, { type: 'LOGOUT' }],
    [
      { type: 'INVALIDATE', tag: 'Card', entityId: 17 },
      { type: 'INVALIDATE', tag: 'Card', entityId: 17 },
    ],
    [
      { type: 'INVALIDATE', tag: 'Card', entityId: 'x' },
      { type: 'INVALIDATE', tag: 'Card' },
    ],
  ])('%j is understood', (data, message) => {
    expect(parseMessage(data)).toEqual(message);
  });

  const read = { type: 'KEEP', userId: 1, url: 'https://shop.test/x', body: '{}', fetchedAt: 5 };

  it('that hands over what was read is understood whole or not at all', () => {
    expect(parseMessage({ ...read, token: 'x' })).toEqual(read);
    for (const lack of ['userId', 'url', 'body', 'fetchedAt']) {
      expect(parseMessage({ ...read, [lack]: undefined })).toBeUndefined();
    }
    expect(parseMessage({ ...read, userId: -1 })).toBeUndefined();
  });

  it.each([null, 'LOGOUT', {}, { type: 'INVALIDATE' }, { type: 'INVALIDATE', tag: 1 }, { type: 'logout' }])(
    '%j is not',
    (data) => {
      expect(parseMessage(data)).toBeUndefined();
    },
  );

  it('of any kind does not throw', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        parseMessage(data);
      }),
    );
  });

  it('makes the waiting worker take over only when it says so', async () => {
    const skipWaiting = vi.fn(async () => undefined);
    await obey({ type: 'SKIP_WAITING' }, skipWaiting);
    expect(skipWaiting).toHaveBeenCalledTimes(1);
  });
});
