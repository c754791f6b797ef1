import { describe, expect, it } from 'vitest';
import { isForAdvertising } from './advertising-words.ts';

describe('what a withholding is for', () => {
  it.each([
    'Оказание услуг «WB Продвижение»',
    'Оказание услуг «ВБ.Продвижение», документ №118264783',
    'УСЛУГИ ПО ПРОДВИЖЕНИЮ ТОВАРОВ',
    'Оказание услуг «ВБ.Медиа»',
    'Размещение рекламных материалов',
  ])('«%s» is advertising', (text) => {
    expect(isForAdvertising(text)).toBe(true);
  });

  it.each(['Штраф МП. Невыполненный заказ (отмена клиентом после недовоза)', 'Страхование товара'])(
    '«%s» is none',
    (text) => {
      expect(isForAdvertising(text)).toBe(false);
    },
  );

  it.each([null, '', '  '])('%j says neither', (text) => {
    expect(isForAdvertising(text)).toBeNull();
  });
});
