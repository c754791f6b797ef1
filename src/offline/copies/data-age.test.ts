import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedStamp, unknownAgeStamp } from '#api/response-age.ts';
import { dataAge, formatAge, useDataAge, type DataAge } from './data-age.ts';

/** 12:43 in Moscow. */
const NOW = Date.parse('2026-11-20T09:43:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function ageOf(stamp: number): DataAge {
  const age = dataAge(stamp, NOW);
  if (!age) throw new Error('no data');
  return age;
}

const text = (stamp: number, isOffline = false) =>
  formatAge(ageOf(stamp), { isOffline, now: NOW }).replaceAll('\u00a0', ' ');

describe('the age of data', () => {
  it.each([
    [0, 'fresh'],
    [59 * MINUTE_MS, 'fresh'],
    [61 * MINUTE_MS, 'aging'],
    [23 * HOUR_MS, 'aging'],
    [25 * HOUR_MS, 'old'],
  ])('of %i ms is %s', (ageMs, level) => {
    expect(ageOf(NOW - ageMs)).toEqual({ fetchedAt: NOW - ageMs, ageMs, level, isFromCache: false });
  });

  it('is told apart for stored copies', () => {
    expect(ageOf(storedStamp(NOW - MINUTE_MS))).toMatchObject({
      fetchedAt: NOW - MINUTE_MS,
      isFromCache: true,
    });
  });

  it('is none without data', () => {
    expect(dataAge(0, NOW)).toBeUndefined();
  });

  it('is never negative', () => {
    expect(ageOf(NOW + 5000).ageMs).toBe(0);
  });
});

describe('the words for it', () => {
  it('with a connection', () => {
    expect(text(NOW - 3 * MINUTE_MS)).toBe('Обновлено 12:40 · 3 мин назад');
    expect(text(NOW - 10_000)).toBe('Обновлено 12:42 · только что');
    expect(text(NOW - 2 * HOUR_MS)).toBe('Обновлено 10:43 · 2 ч назад');
    expect(text(NOW - 24 * HOUR_MS)).toBe('Обновлено вчера, 12:43');
    expect(text(NOW - 72 * HOUR_MS)).toBe('Обновлено 17 ноября, 12:43');
  });

  it('without one', () => {
    expect(text(NOW - 3 * MINUTE_MS, true)).toBe('Нет связи. Данные на 12:40');
  });

  it('when nobody knows', () => {
    expect(text(unknownAgeStamp(NOW), true)).toBe('Нет связи. Когда получены данные, неизвестно');
    expect(text(unknownAgeStamp(NOW))).toBe('Когда получены данные, неизвестно');
  });
});

describe('on the screen', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('it grows while it is looked at', () => {
    vi.useFakeTimers({ now: NOW });
    const { result } = renderHook(() => useDataAge({ dataUpdatedAt: NOW }));
    expect(result.current?.ageMs).toBe(0);
    act(() => void vi.advanceTimersByTime(2 * MINUTE_MS));
    expect(result.current?.ageMs).toBe(2 * MINUTE_MS);
  });
});
