import { expect, it } from 'vitest';
import { promotionDeadline } from './promotion-deadline.ts';

const startsAt = '2026-11-27T00:00:00+03:00';
const before = Date.parse('2026-11-20T12:00:00+03:00');
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

it('cards are added before a promotion begins, and taken out of an automatic one', () => {
  expect(plain(promotionDeadline({ type: 'regular', startsAt }, before))).toBe(
    'Участвовать с первого дня — добавить до 27 ноября, 00:00',
  );
  expect(plain(promotionDeadline({ type: 'auto', startsAt }, before))).toBe(
    'Исключить товары — в кабинете до 27 ноября, 00:00',
  );
});

it('one that has begun has no such moment any more', () => {
  expect(promotionDeadline({ type: 'regular', startsAt }, Date.parse(startsAt))).toBeNull();
});
