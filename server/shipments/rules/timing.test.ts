import { expect, it } from 'vitest';
import { cardGraceMs, graceMs, nextLookInMs, shipmentTiming, SLOW_AFTER_MS } from './timing.ts';

const MINUTE_MS = 60_000;
const timing = { pollBaseMs: 10_000 };

it('looks at what was sent after 10, 20 and 40 seconds more, then every minute', () => {
  let elapsedMs = 0;
  const looksMs = Array.from({ length: 5 }, () => (elapsedMs += nextLookInMs(elapsedMs, timing)));
  expect(looksMs).toEqual([10_000, 30_000, 70_000, 130_000, 190_000]);
});

it('looks each tenth of its time at what takes longer than ten minutes, and every five minutes at last', () => {
  const minutes = (count: number) => nextLookInMs(count * MINUTE_MS, timing) / MINUTE_MS;
  expect([9, 10, 11, 30, 50, 600].map(minutes)).toEqual([1, 1, 1.1, 3, 5, 5]);
});

it('keeps to its times when it comes late to a look', () => {
  expect(nextLookInMs(12_000, timing)).toBe(18_000);
});

it('asks the demo’s marketplace sooner than the real one, unless the installation says how soon', () => {
  expect(shipmentTiming({ shipmentPollBaseMs: undefined }, true).pollBaseMs).toBe(2_000);
  expect(shipmentTiming({ shipmentPollBaseMs: undefined }, false).pollBaseMs).toBe(10_000);
  expect(shipmentTiming({ shipmentPollBaseMs: 5 }, true).pollBaseMs).toBe(5);
});

it('waits an hour for a card, half an hour for prices that do not know it; what takes half an hour is slow', () => {
  expect(shipmentTiming({ shipmentPollBaseMs: undefined }, false)).toMatchObject({
    confirmWithinMs: 60 * MINUTE_MS,
    syncWithinMs: 30 * MINUTE_MS,
  });
  expect(SLOW_AFTER_MS).toBe(30 * MINUTE_MS);
});

it('sends again what was not answered after more than a minute, a card after five', () => {
  expect(graceMs(timing)).toBe(100_000);
  expect(cardGraceMs(timing)).toBe(5 * MINUTE_MS);
});
