import { describe, expect, it } from 'vitest';
import { timeLeft } from './promotion-span.tsx';

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const promotion = { startsAt: '2026-11-20T00:00:00+03:00', endsAt: '2026-11-27T23:59:59+03:00' };
const at = (time: string) => plain(timeLeft(promotion, Date.parse(`${time}+03:00`)));

describe('how long there is', () => {
  it.each([
    ['2026-11-10T12:00:00', 'через 10 дней'],
    ['2026-11-19T23:59:59', 'завтра'],
    ['2026-11-20T00:00:00', 'осталось 7 дней'],
    ['2026-11-26T23:00:00', 'остался 1 день'],
    ['2026-11-27T12:00:00', 'последний день'],
    ['2026-11-28T00:00:00', undefined],
  ])('at %s is «%s», by the days of Moscow', (now, text) => {
    expect(at(now)).toBe(text);
  });

  it('to one that begins later today is «сегодня»', () => {
    const evening = { ...promotion, startsAt: '2026-11-20T18:00:00+03:00' };
    expect(timeLeft(evening, Date.parse('2026-11-20T09:00:00+03:00'))).toBe('сегодня');
  });
});
