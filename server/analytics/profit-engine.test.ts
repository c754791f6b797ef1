import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linesOfReportRow,
  linesOfSale,
  lineNames,
  NO_LINES,
  NO_TAXES,
  profitTotals,
  unnamedDeductionKopecks,
  sumLines,
  type ProfitLines,
  type ReportRow,
} from './profit-engine.ts';

const emptyRow: ReportRow = {
  docTypeName: 'Продажа',
  operation: 'Продажа',
  operationNote: '',
  quantity: 0,
  retailPriceWithDiscKopecks: 0,
  retailAmountKopecks: 0,
  forPayKopecks: 0,
  deliveryKopecks: 0,
  rebillLogisticKopecks: 0,
  storageKopecks: 0,
  acceptanceKopecks: 0,
  penaltyKopecks: 0,
  deductionKopecks: 0,
  loyaltyKopecks: 0,
  correctionKopecks: 0,
};
const row = (values: Partial<ReportRow>): ReportRow => ({ ...emptyRow, ...values });

const sale = row({
  quantity: 1,
  retailPriceWithDiscKopecks: 1_000_00,
  retailAmountKopecks: 800_00,
  forPayKopecks: 700_00,
});
const aWeek: ReportRow[] = [
  sale,
  row({
    quantity: 2,
    retailPriceWithDiscKopecks: 500_00,
    retailAmountKopecks: 900_00,
    forPayKopecks: 660_00,
  }),
  { ...sale, docTypeName: 'Возврат', operation: 'Возврат' },
  row({ operation: 'Логистика', quantity: 1, deliveryKopecks: 50_00, rebillLogisticKopecks: 1_35 }),
  row({ operation: 'Хранение', storageKopecks: 12_34 }),
  row({ operation: 'Платная приемка', acceptanceKopecks: 7_00 }),
  row({ operation: 'Штраф', penaltyKopecks: 50_00 }),
  row({ operation: 'Удержание', deductionKopecks: 25_00 }),
  row({ operation: 'Лояльность', loyaltyKopecks: 3_00, correctionKopecks: 1_50 }),
  row({
    operation: 'Компенсация ущерба',
    quantity: 1,
    retailPriceWithDiscKopecks: 150_00,
    retailAmountKopecks: 150_00,
    forPayKopecks: 120_00,
  }),
];
const COST = 200_00;
const linesOf = (rows: ReportRow[]) => sumLines(rows.map((one) => linesOfReportRow(one, COST)));

describe('the lines of a week, counted by hand', () => {
  const totals = profitTotals(linesOf(aWeek), { vatKopecks: 50_00, taxKopecks: 60_00 });

  it('counts goods only on rows of sales and returns', () => {
    expect(totals).toMatchObject({ buyouts: 3, returns: 1, revenueKopecks: 1_000_00 });
  });

  it('takes income from every row, with the sign of its document', () => {
    expect(totals.realizedKopecks).toBe(1_050_00);
  });

  it('counts what the marketplace keeps', () => {
    expect(totals).toMatchObject({
      forPayKopecks: 660_00,
      commissionKopecks: 340_00,
      logisticsKopecks: 51_35,
      storageKopecks: 12_34,
      acceptanceKopecks: 7_00,
      penaltyKopecks: 50_00,
      deductionKopecks: 25_00,
      loyaltyKopecks: 3_00,
    });
  });

  it('puts the money of an operation it does not know into the correction, not into nothing', () => {
    expect(totals.correctionKopecks).toBe(1_50 - 120_00);
  });

  it('arrives at the payout, the cost of what stayed sold, and the profit', () => {
    expect(totals).toMatchObject({
      payoutKopecks: 629_81,
      cogsKopecks: 400_00,
      profitKopecks: 119_81,
      marginShare: 11981 / 100000,
      roiShare: 11981 / 40000,
    });
  });
});

describe('orders, shares and an operational day', () => {
  it('counts the buy-out share without goods on the way', () => {
    const totals = profitTotals({ ...NO_LINES, orders: 20, cancels: 4, buyouts: 15, returns: 1 }, NO_TAXES);
    expect(totals.buyoutShare).toBe(0.75);
  });

  it('rounds the average check to the kopeck, a half up', () => {
    const totals = profitTotals({ ...NO_LINES, orders: 2, ordersKopecks: 1_00_01 }, NO_TAXES);
    expect(totals.averageCheckKopecks).toBe(50_01);
  });

  it('answers null where there is nothing to divide by', () => {
    expect(profitTotals(NO_LINES, NO_TAXES)).toMatchObject({
      buyoutShare: null,
      averageCheckKopecks: null,
      marginShare: null,
      roiShare: null,
      profitKopecks: 0,
    });
  });

  it('takes a sale and its return of the operational list as opposites, whichever sign the amounts have', () => {
    const amounts = { priceWithDiscKopecks: 900_00, finishedPriceKopecks: 700_00, forPayKopecks: 600_00 };
    const negative = { priceWithDiscKopecks: -900_00, finishedPriceKopecks: -700_00, forPayKopecks: -600_00 };
    const both = sumLines([
      linesOfSale({ isReturn: false, ...amounts }, COST),
      linesOfSale({ isReturn: true, ...negative }, COST),
    ]);
    expect(both).toEqual({ ...NO_LINES, buyouts: 1, returns: 1 });
  });
});

const kopecks = fc.integer({ min: -5_000_000, max: 50_000_000 });
const anyRow: fc.Arbitrary<ReportRow> = fc.record({
  docTypeName: fc.constantFrom('Продажа', 'Возврат', ''),
  operation: fc.constantFrom(
    'Продажа',
    'Возврат',
    'Логистика',
    'Хранение',
    'Сторно продаж',
    'Новая операция',
  ),
  operationNote: fc.constantFrom(null, '', 'Оказание услуг «WB Продвижение»', 'Страхование'),
  quantity: fc.integer({ min: 0, max: 20 }),
  retailPriceWithDiscKopecks: kopecks,
  retailAmountKopecks: kopecks,
  forPayKopecks: kopecks,
  deliveryKopecks: kopecks,
  rebillLogisticKopecks: kopecks,
  storageKopecks: kopecks,
  acceptanceKopecks: kopecks,
  penaltyKopecks: kopecks,
  deductionKopecks: kopecks,
  loyaltyKopecks: kopecks,
  correctionKopecks: kopecks,
});
const anyLines: fc.Arbitrary<ProfitLines> = fc
  .array(kopecks, { minLength: lineNames.length, maxLength: lineNames.length })
  .map((values) => {
    const lines = { ...NO_LINES };
    lineNames.forEach((name, index) => (lines[name] = values[index] ?? 0));
    return lines;
  });

describe('laws of the engine', () => {
  it('keeps every kopeck of a row: the payout is what its columns say', () => {
    fc.assert(
      fc.property(anyRow, (one) => {
        const sign = one.docTypeName === 'Возврат' ? -1 : 1;
        const costs =
          one.deliveryKopecks +
          one.rebillLogisticKopecks +
          one.storageKopecks +
          one.acceptanceKopecks +
          one.penaltyKopecks +
          one.deductionKopecks +
          one.loyaltyKopecks +
          one.correctionKopecks;
        const totals = profitTotals(linesOfReportRow(one, null), NO_TAXES);
        expect(totals.payoutKopecks).toBe(sign * one.forPayKopecks - costs);
      }),
    );
  });

  it('adds up over days: two halves are the whole', () => {
    fc.assert(
      fc.property(fc.array(anyRow), fc.array(anyRow), (first, second) => {
        expect(sumLines([linesOf(first), linesOf(second)])).toEqual(linesOf([...first, ...second]));
      }),
    );
  });

  it('takes a full return as the mirror of its sale: nothing is left of either', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        kopecks,
        kopecks,
        kopecks,
        (quantity, price, paid, toPay) => {
          const sold = row({
            quantity,
            retailPriceWithDiscKopecks: price,
            retailAmountKopecks: paid,
            forPayKopecks: toPay,
          });
          const both = linesOf([sold, { ...sold, docTypeName: 'Возврат', operation: 'Возврат' }]);
          expect(both).toEqual({ ...NO_LINES, buyouts: quantity, returns: quantity });
        },
      ),
    );
  });

  it('makes revenue of its parts: revenue − commission − costs − cost of goods − taxes is the profit', () => {
    fc.assert(
      fc.property(anyLines, kopecks, kopecks, (lines, vatKopecks, taxKopecks) => {
        const t = profitTotals(lines, { vatKopecks, taxKopecks });
        expect(
          t.revenueKopecks -
            t.commissionKopecks -
            t.logisticsKopecks -
            t.storageKopecks -
            t.acceptanceKopecks -
            t.penaltyKopecks -
            t.deductionKopecks -
            t.loyaltyKopecks -
            t.correctionKopecks -
            t.cogsKopecks -
            (t.ownCostsKopecks ?? 0) -
            t.vatKopecks -
            t.taxKopecks,
        ).toBe(t.profitKopecks);
      }),
    );
  });

  it('knows of each withholding that it is for advertising, for something else, or does not say', () => {
    fc.assert(
      fc.property(anyRow, (one) => {
        const lines = linesOfReportRow(one, null);
        const unnamed = unnamedDeductionKopecks(lines);
        expect(lines.advertisingKopecks + lines.otherDeductionKopecks + unnamed).toBe(one.deductionKopecks);
        if (one.operationNote === null || one.operationNote === '')
          expect(unnamed).toBe(one.deductionKopecks);
        else expect(unnamed).toBe(0);
      }),
    );
  });
});
