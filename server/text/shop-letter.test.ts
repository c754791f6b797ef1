import { expect, it } from 'vitest';
import { shopLetter } from './shop-letter.ts';

it('takes the letter of the own name, not of the legal form', () => {
  expect(shopLetter('ИП Соколова А. В. — Северика')).toBe('С');
  expect(shopLetter('ООО „Тёплый Угол“')).toBe('Т');
  expect(shopLetter('ООО«Кубикоград»')).toBe('К');
  expect(shopLetter('ипотека 24')).toBe('И');
  expect(shopLetter('  северный путь')).toBe('С');
});

it('always finds something', () => {
  expect(shopLetter('ИП')).toBe('И');
  expect(shopLetter('7 морей')).toBe('7');
  expect(shopLetter('«»')).toBe('М');
});
