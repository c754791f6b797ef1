import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMarketplaceClock } from './clock.ts';

const HOST = 'https://content.example';
const START_MS = Date.UTC(2026, 10, 21);

/** What a marketplace, whose clock is `aheadMs` behind ours, writes into `Date` at a moment of ours. */
const dateAt = (ourMs: number, aheadMs: number) => new Date(ourMs - aheadMs).toUTCString();

it('tells a moment never later than it was by the marketplace’s clock, and hardly earlier', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -3_600_000, max: 3_600_000 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 0, max: 999 }),
      (aheadMs, thereMs, backMs, cutMs) => {
        const leftMs = START_MS + cutMs;
        const clock = createMarketplaceClock(() => leftMs + thereMs + backMs);
        clock.heard(HOST, dateAt(leftMs + thereMs, aheadMs), leftMs);
        const really = leftMs - aheadMs;
        const told = clock.theirTime(HOST, leftMs);
        // A difference of a few seconds is left alone: those who compare allow for it.
        if (Math.abs(aheadMs) <= 7000) expect(Math.abs(told - really)).toBeLessThanOrEqual(7000);
        else {
          expect(told).toBeLessThanOrEqual(really);
          expect(told).toBeGreaterThan(really - 2000);
        }
      },
    ),
  );
});

it('believes no answer that names no time, and no other host', () => {
  const clock = createMarketplaceClock(() => START_MS);
  clock.heard(HOST, null, START_MS);
  clock.heard(HOST, 'вчера', START_MS);
  clock.heard('https://other.example', dateAt(START_MS, 600_000), START_MS);
  expect(clock.theirTime(HOST, START_MS)).toBe(START_MS);
});
