import { describe, expect, it } from 'vitest';
import { remarksOf } from './bulk-row-remarks.ts';

const textsOf = (row: Parameters<typeof remarksOf>[0]) => remarksOf(row).map(({ text }) => text);

describe('what is said of a row of a bulk edit', () => {
  it('is nothing where there is nothing to look at', () => {
    expect(remarksOf({ warnings: [] })).toEqual([]);
  });

  it('names each text that a shop has of its own, and is no matter of money', () => {
    expect(remarksOf({ warnings: [], ownTexts: ['title', 'description'] })).toEqual([
      { text: 'Есть своё наименование в магазине', isGrave: false },
      { text: 'Есть своё описание в магазине', isGrave: false },
    ]);
  });

  it('tells of a shop’s own price and of its own texts one after the other', () => {
    expect(
      textsOf({ warnings: ['OWN_PRICE'], isRaised: true, ownTexts: ['title'], unlisted: ['малахит'] }),
    ).toEqual([
      'Поднята до нижней границы',
      'Есть своя цена в магазине',
      'Есть своё наименование в магазине',
      'Нет в справочнике Wildberries: «малахит»',
    ]);
  });
});
