import { expect, it } from 'vitest';
import { tooManyTexts } from './edit-rows.ts';

it('texts of a table are counted, old and new: one request carries so many', () => {
  const row = (length: number) => ({
    line: 1,
    key: '1',
    title: 'ж'.repeat(10),
    description: 'ж'.repeat(length),
    seen: { title: 'ж'.repeat(10), description: 'ж'.repeat(length) },
  });
  const rows = (count: number) => Array.from({ length: count }, () => row(4990));
  expect(tooManyTexts(rows(250))).toBeNull();
  expect(tooManyTexts(rows(500))).toMatch(
    /^Столько текста за раз не помещается: оставьте его примерно у 250\sкарточек/,
  );
  const tagged = { line: 1, key: '1', tags: Array.from({ length: 15 }, () => 'ж'.repeat(15)) };
  expect(tooManyTexts(Array.from({ length: 9_700 }, () => tagged))).toBeNull();
  expect(tooManyTexts(Array.from({ length: 9_900 }, () => tagged))).not.toBeNull();
  expect(tooManyTexts([{ line: 1, key: '1', priceKopecks: 100 }])).toBeNull();
});

it('prices of shops and characteristics count too, each with its name', () => {
  const rows = (row: object) => Array.from({ length: 10_000 }, () => ({ line: 1, key: '1', ...row }));
  const ownPrices = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ shopId: at + 1, priceKopecks: 123_456_00 }));
  expect(tooManyTexts(rows({ ownPrices: ownPrices(5), seen: { ownPrices: ownPrices(5) } }))).toBeNull();
  expect(tooManyTexts(rows({ ownPrices: ownPrices(6), seen: { ownPrices: ownPrices(6) } }))).not.toBeNull();
  const characteristics = (length: number) => [{ id: 1, name: 'ж'.repeat(length), values: ['синий'] }];
  expect(tooManyTexts(rows({ characteristics: characteristics(200) }))).toBeNull();
  expect(tooManyTexts(rows({ characteristics: characteristics(230) }))).not.toBeNull();
});
