import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as clock from '#offline/connection/clock-skew.ts';
import { anna, makeAccessToken } from '#tests/fixtures/tokens.ts';
import { isSpentToken } from './spent-token.ts';

const NOW_MS = Date.UTC(2026, 10, 29, 9);
const MINUTE_MS = 60_000;
const endsAt = (ms: number) => makeAccessToken({ ...anna, exp: ms / 1000 });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['until it ends', endsAt(NOW_MS + 1_000), false],
  ['from then on not', endsAt(NOW_MS), true],
  ['when it does not say when', makeAccessToken(anna), false],
  ['when it is none of ours', 'a.b.c', false],
])('a token is good %s', (_, token, isSpent) => {
  expect(isSpentToken(token)).toBe(isSpent);
});

it.each([
  ['fast', -30 * MINUTE_MS, endsAt(NOW_MS - 10 * MINUTE_MS), false],
  ['slow', 30 * MINUTE_MS, endsAt(NOW_MS + 10 * MINUTE_MS), true],
])('by the server’s clock, where that of the device is %s', (_, skewMs, token, isSpent) => {
  vi.spyOn(clock, 'getClockSkew').mockReturnValue(skewMs);
  expect(isSpentToken(token)).toBe(isSpent);
});
