import { afterEach, expect, it, vi } from 'vitest';
import { getProfileEndpoint } from '#contract/users.ts';
import { api } from '#api/api.ts';
import { session } from '#api/session/session.ts';
import { createFakeFetch, json } from '#tests/fixtures/fake-server.ts';
import { makeTokens } from '#tests/fixtures/tokens.ts';
import { clockNote, getClockSkew, watchClock } from './clock-skew.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await session.endSession('logout');
});

it('is what the server’s answers say, to the minute', async () => {
  const stop = watchClock();
  session.startSession(makeTokens());
  for (const hours of [3, -72]) {
    const date = new Date(Date.now() + hours * 3_600_000).toUTCString();
    vi.stubGlobal('fetch', createFakeFetch(() => json({}, { headers: { date } })).fetch);
    await api.call(getProfileEndpoint);
    expect(getClockSkew()).toBe(hours * 3_600_000);
  }
  stop();
});

it.each([
  [undefined, undefined],
  [0, undefined],
  [-300_000, undefined],
  [360_000, 'Часы этого устройства отстают на 6 мин'],
  [-3 * 3_600_000, 'Часы этого устройства спешат на 3 ч'],
])('%s ms is told as «%s»', (skewMs, note) => {
  expect(clockNote(skewMs)?.replaceAll('\u00a0', ' ')).toBe(note);
});
