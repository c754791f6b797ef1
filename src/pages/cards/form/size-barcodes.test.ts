import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askableBarcodes, barcodeDoubts, placesWithout, withBarcodes } from './size-barcodes.ts';

const size = (techSize: string, ...skus: string[]) => ({ techSize, wbSize: '', skus });
const GOOD = '4006381333931';
const WRONG = '4006381333932';

describe('new barcodes', () => {
  it('go to the sizes without one, each gets its own', () => {
    const sizes = [size('42'), size('43', GOOD), size('44')];
    expect(withBarcodes(sizes, placesWithout(sizes), ['1', '2'])).toEqual([
      size('42', '1'),
      size('43', GOOD),
      size('44', '2'),
    ]);
  });

  it('go to no size that was renamed or taken away meanwhile', () => {
    const places = placesWithout([size('42'), size('43'), size('44')]);
    expect(withBarcodes([size('42'), size('44')], places, ['1', '2', '3'])).toEqual([
      size('42', '1'),
      size('44'),
    ]);
  });

  it('take nothing away and are used once at most', () => {
    const sizes = fc.array(
      fc.record({
        techSize: fc.constantFrom('42', '43'),
        wbSize: fc.constant(''),
        skus: fc.constantFrom<string[]>([], [GOOD]),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(sizes, sizes, (then, now) => {
        const after = withBarcodes(now, placesWithout(then), ['1', '2', '3', '4', '5']);
        const added = after.flatMap(({ skus }, index) => skus.slice(now[index]?.skus.length));
        expect(after.map(({ skus }, index) => skus.slice(0, now[index]?.skus.length))).toEqual(
          now.map(({ skus }) => skus),
        );
        expect(new Set(added).size).toBe(added.length);
      }),
    );
  });
});

describe('doubts about barcodes', () => {
  it('are a wrong check digit, one that stands twice, and one that another card has', () => {
    const holder = { barcode: GOOD, cardId: 7, vendorCode: 'B-7' };
    const sizes = [size('42', WRONG, GOOD), size('43', GOOD)];
    expect(barcodeDoubts(sizes, 0, [holder]).map(({ text }) => text)).toEqual([
      `У баркода ${WRONG} не сходится контрольная цифра`,
      `Баркод ${GOOD} указан дважды`,
      `Баркод ${GOOD} уже у карточки`,
    ]);
    expect(barcodeDoubts([size('42', GOOD)], 0, [])).toEqual([]);
  });

  it('are asked about for whole barcodes alone, each once', () => {
    expect(askableBarcodes([size('42', GOOD, '12'), size('43', GOOD, 'абв')])).toEqual([GOOD]);
  });
});
