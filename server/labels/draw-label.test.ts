import { array, assert, asyncProperty, constantFrom, oneof, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ean13CheckDigit } from '#contract/card-rules.ts';
import { labelCodes, labelFormats, type LabelDrawing } from '#contract/labels.ts';
import { scanLabel } from '#tests/support/labels/scan-label.ts';
import { codeOn, drawLabel, type Label } from './draw-label.ts';
import { labelSheets } from './formats.ts';
import { printableText } from './printable-text.ts';

/** 600 dpi for paper; a roll's printer has 203. */
const dotsPerMm = (format: string) => (format.startsWith('ROLL') ? 8 : 600 / 25.4);

const digits = (length: number) =>
  string({ unit: constantFrom(...Array.from('0123456789')), minLength: length, maxLength: length });
const ean13 = digits(12).map((first) => first + ean13CheckDigit(first));
const latin = string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 50 });
const anyBarcode = oneof(
  ean13,
  digits(13),
  digits(8),
  latin,
  string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
)
  .map((barcode) => barcode.trim())
  .filter((barcode) => barcode !== '');
const anyText = string({
  unit: oneof(constantFrom(...Array.from('аяжЩ Ш№-/')), constantFrom('W', 'i', '😀', 'م', ' ')),
  maxLength: 120,
}).map(printableText);
const anyLabel = record({
  barcode: anyBarcode,
  text: record({
    shop: anyText,
    title: anyText,
    facts: array(
      anyText.filter((text) => text !== ''),
      { maxLength: 4 },
    ),
  }),
});

const GENTLY = 1e-6;

function expectInside({ widthMm, heightMm, bars, lines }: LabelDrawing) {
  for (const [left, top, width, height] of bars) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(-GENTLY);
    expect(left + width).toBeLessThanOrEqual(widthMm + GENTLY);
    expect(top + height).toBeLessThanOrEqual(heightMm + GENTLY);
  }
  for (const { leftMm, baselineMm, sizeMm, widthMm: lineMm } of lines) {
    expect(leftMm).toBeGreaterThanOrEqual(-GENTLY);
    expect(leftMm + lineMm).toBeLessThanOrEqual(widthMm + GENTLY);
    expect(baselineMm - sizeMm * 0.97).toBeGreaterThanOrEqual(-GENTLY);
    expect(baselineMm + sizeMm * 0.305).toBeLessThanOrEqual(heightMm + GENTLY);
  }
}

describe('a label', () => {
  it('has everything within its edges, whatever stands on it', () => {
    assert(
      property(
        constantFrom(...labelFormats),
        constantFrom(...labelCodes),
        anyLabel,
        (format, code, label) => {
          expectInside(drawLabel(label, labelSheets[format], code));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has no text over its bars nor beside them, where a scanner needs a blank', () => {
    assert(
      property(
        constantFrom(...labelFormats),
        constantFrom(...labelCodes),
        anyLabel,
        (format, code, label) => {
          const sheet = labelSheets[format];
          const { bars, lines } = drawLabel(label, sheet, code);
          const module = Math.min(...bars.map(([, , width]) => width));
          const isSquare = codeOn(sheet, code, label.barcode) === 'QR';
          const blank = module * (isSquare ? 4 : 7) - GENTLY;
          const [left, right] = [
            Math.min(...bars.map(([x]) => x)),
            Math.max(...bars.map(([x, , w]) => x + w)),
          ];
          const [top, bottom] = [
            Math.min(...bars.map(([, y]) => y)),
            // Digits stand between the long bars of an EAN-13.
            Math.min(...bars.map(([, y, , h]) => y + h)),
          ];
          for (const { leftMm, baselineMm, sizeMm, widthMm } of lines) {
            const isAbove = baselineMm + sizeMm * 0.305 <= top + GENTLY;
            const isBelow =
              baselineMm - sizeMm * 0.97 >=
              (isSquare ? Math.max(...bars.map(([, y, , h]) => y + h)) : bottom) - GENTLY;
            const isBeside = leftMm >= right + blank || leftMm + widthMm <= left - blank;
            expect(isAbove || isBelow || isBeside).toBe(true);
          }
          if (!isSquare) {
            expect(module).toBeGreaterThanOrEqual(0.25 - GENTLY);
            expect(left).toBeGreaterThanOrEqual(blank);
            expect(sheet.label.widthMm - right).toBeGreaterThanOrEqual(blank);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read by a scanner as its barcode, in the code that it was to have or that is told', async () => {
    const named = { EAN_13: 'EAN13', CODE_128: 'Code128', QR: 'QRCode' };
    await assert(
      asyncProperty(
        constantFrom(...labelFormats),
        constantFrom(...labelCodes),
        anyLabel,
        async (format, code, label) => {
          const sheet = labelSheets[format];
          const real = codeOn(sheet, code, label.barcode);
          const read = await scanLabel(drawLabel(label, sheet, code), dotsPerMm(format));
          expect(read.map((one) => ({ ...one, format: one.format.replace('-', '') }))).toEqual([
            { format: named[real], text: label.barcode },
          ]);
        },
      ),
      { numRuns: 150 },
    );
  });
});

const LABEL: Label = {
  barcode: '2039485716200',
  text: { shop: 'ИП Соколова А. В.', title: 'Кружка «Утро»', facts: ['Артикул: КР-1', 'Размер: M'] },
};
const textsOf = (drawing: LabelDrawing) => drawing.lines.map(({ text }) => text);
const right = `203948571620${ean13CheckDigit('203948571620')}`;

describe('the code of a label', () => {
  const sheet = labelSheets.ROLL_43_25;

  it('is EAN-13 only for thirteen digits with a right check digit, else Code 128', () => {
    expect(codeOn(sheet, 'EAN_13', right)).toBe('EAN_13');
    expect(codeOn(sheet, 'EAN_13', '2039485716209')).toBe('CODE_128');
    expect(codeOn(sheet, 'EAN_13', '20394857')).toBe('CODE_128');
  });

  it('is QR for what Code 128 cannot say, or has no room for on the label', () => {
    expect(codeOn(sheet, 'CODE_128', 'Кружка-1')).toBe('QR');
    expect(codeOn(sheet, 'CODE_128', 'ABCDEFGHIJKLMNOP')).toBe('QR');
    expect(codeOn(labelSheets.ROLL_58_40, 'CODE_128', 'ABCDEFGHIJKLMNOP')).toBe('CODE_128');
  });

  it('has its digits below: those of an EAN-13 in their groups', () => {
    expect(textsOf(drawLabel({ ...LABEL, barcode: right }, sheet, 'EAN_13')).slice(-3)).toEqual([
      right.slice(0, 1),
      right.slice(1, 7),
      right.slice(7),
    ]);
    expect(textsOf(drawLabel(LABEL, sheet, 'CODE_128')).at(-1)).toBe('2039485716200');
  });
});

describe('the text of a label', () => {
  it('stands whole where there is room, in letters as large as it allows', () => {
    const { lines } = drawLabel(LABEL, labelSheets.ROLL_58_40, 'CODE_128');
    expect(textsOf({ ...drawLabel(LABEL, labelSheets.ROLL_58_40, 'CODE_128') }).slice(0, 3)).toEqual([
      'ИП Соколова А. В.',
      'Кружка «Утро»',
      'Артикул: КР-1 · Размер: M',
    ]);
    expect(lines[0]?.sizeMm).toBe(3.5);
  });

  it('gives up a long name before what tells two labels apart, and says so by «…»', () => {
    const title = 'Платье летнее женское длинное с поясом и карманами '.repeat(3);
    const facts = ['Артикул: ПЛ-2026', 'Размер: 42-44 (M)', 'Цвет: тёмно-синий', 'Артикул WB: 218734500'];
    const texts = textsOf(
      drawLabel({ ...LABEL, text: { shop: '', title, facts } }, labelSheets.ROLL_43_25, 'CODE_128'),
    );
    const all = texts.join('\n');
    for (const fact of facts) expect(all).toContain(fact);
    expect(texts[0]).toMatch(/^Платье летнее/);
    expect(all).toContain('…');
  });

  it('keeps a line of the name, however much else there is', () => {
    const facts = ['Артикул: ' + 'ОЧЕНЬ-ДЛИННЫЙ-'.repeat(8), 'Цвет: ' + 'белый, синий, '.repeat(8)];
    const text = { shop: 'ИП Соколова', title: 'Платье', facts };
    expect(textsOf(drawLabel({ ...LABEL, text }, labelSheets.SHEET_65_38_21, 'CODE_128'))[0]).toBe('Платье');
  });
});
