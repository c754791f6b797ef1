import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardSize } from '#contract/cards.ts';
import { sizesCell, sizesIn, wbSizesCell, wbSizesIn } from '#server/cards/size-cells.ts';
import { changeSizes } from './change-sizes.ts';
import { changeWbSizes } from './change-wb-sizes.ts';

const size = (techSize: string, wbSize = ''): CardSize => ({ techSize, wbSize, skus: [] });
const said = (cell: string, techSizes?: string[]) => ({
  techSizes,
  values: wbSizesIn(cell, techSizes?.length ?? 0),
});

describe('«Рос. размер» of a file', () => {
  it.each<[string, CardSize[], string, string[] | undefined, CardSize[]]>([
    ['of all sizes', [size('S'), size('M', '44')], '42, 46', undefined, [size('S', '42'), size('M', '46')]],
    [
      'of sizes by their names, whatever their case',
      [size('S', '42'), size('M', '44')],
      '46;43',
      ['m', 's'],
      [size('S', '43'), size('M', '46')],
    ],
    ['of a part of the sizes', [size('S', '42'), size('M')], '44', ['M'], [size('S', '42'), size('M', '44')]],
    ['of half a size', [size('38', '38')], '38,5', ['38'], [size('38', '38,5')]],
    ['of one size with marks in it', [size('S')], '42, 44; 46', ['S'], [size('S', '42, 44; 46')]],
    [
      'of halves with semicolons',
      [size('38'), size('39')],
      '38,5; 39,5',
      undefined,
      [size('38', '38,5'), size('39', '39,5')],
    ],
  ])('%s is taken', (_what, sizes, cell, names, next) => {
    expect(changeWbSizes(sizes, said(cell, names))).toEqual(next);
  });

  it.each<[string, CardSize[], string, string[] | undefined]>([
    ['is left empty', [size('S', '42'), size('M', '44')], ';', ['S', 'M']],
    ['is «0», as the marketplace has it of goods without sizes', [size('')], '0', undefined],
    ['is what the card has', [size('S', '42'), size('M', '44')], '44', ['M']],
    ['is what a size without a name has', [size('', '42')], '42', undefined],
  ])('that %s changes nothing', (_what, sizes, cell, names) => {
    expect(changeWbSizes(sizes, said(cell, names))).toEqual(sizes);
  });

  it.each<[string, CardSize[], string, string[] | undefined, string]>([
    [
      'of fewer sizes than there are',
      [size('S'), size('M'), size('L')],
      '42, 44',
      undefined,
      'Размеров 3, а значений «Рос. размер» 2: нужно по одному на каждый размер, через точку с запятой',
    ],
    ['of no size', [], '42', undefined, '«Рос. размер» указан, а размера нет: впишите и размер'],
    [
      'of goods without sizes',
      [size('0')],
      '42',
      undefined,
      '«Рос. размер» указан, а размера нет: впишите и размер',
    ],
    ['of a size that the card has not', [size('S')], '42', ['M'], 'У карточки нет размера M'],
    ['that is too long', [size('S')], 'Я'.repeat(51), ['S'], '«Рос. размер» не длиннее 50 символов'],
  ])('%s is refused', (_what, sizes, cell, names, refusal) => {
    expect(changeWbSizes(sizes, said(cell, names))).toMatchObject({ refusal, mend: { field: 'sizes' } });
  });

  it('of a size that the same file adds is that size’s', () => {
    const card = { sizes: [size('S', '42')], barcodesThere: new Set<string>() };
    const names = ['S', 'M'];
    expect(changeSizes(card, { techSizes: names }, said('42, 44', names)).after).toEqual({
      sizes: [size('S', '42'), size('M', '44')],
    });
    expect(changeSizes(card, { techSizes: ['s', 'L'] }).after).toEqual({
      sizes: [size('S', '42'), size('L')],
    });
  });
});

const sizes = fc.uniqueArray(
  fc.record({
    techSize: fc.constantFrom('', 'S', 'M', '38,5', '40', 'a;b', '0'),
    wbSize: fc.constantFrom('', '', '42', '44-46', '38,5', 'x; y', 'a\nb', '0', ' 42  '),
    skus: fc.constant<string[]>([]),
  }),
  { selector: ({ techSize }) => techSize, maxLength: 4 },
);

describe('the cell of a card', () => {
  it('changes nothing of it, beside the names of its sizes and alone', () => {
    fc.assert(
      fc.property(sizes, fc.boolean(), (own, isNamed) => {
        const cell = wbSizesCell(own);
        if (cell === '') return;
        const names = isNamed ? sizesIn(sizesCell(own)) : undefined;
        expect(changeWbSizes(own, said(cell, names))).toEqual(own);
      }),
    );
  });

  it('gives a card without any what another with the same sizes has', () => {
    const plain = sizes.map((own) =>
      own.filter(({ techSize }) => /^[SM40]+$/.test(techSize) && techSize !== '0'),
    );
    const withoutMarks = plain.filter((own) =>
      own.every(({ wbSize }) => /^[\d,-]*$/.test(wbSize) && wbSize !== '0'),
    );
    fc.assert(
      fc.property(withoutMarks, (own) => {
        const cell = wbSizesCell(own);
        if (cell === '') return;
        const bare = own.map((one) => ({ ...one, wbSize: '' }));
        expect(changeWbSizes(bare, said(cell, sizesIn(sizesCell(own))))).toEqual(own);
      }),
    );
  });
});
