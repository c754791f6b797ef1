import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hintLineCount } from './hint-lines.ts';

/** Lines as they are drawn, under «Артикул продавца», «Наименование», «Бренд», «Цена», «Баркод». */
function hintCount(...lines: string[]): number {
  return hintLineCount(
    lines.map((line) => ({ cells: line.split('|') })),
    [0, 4],
  );
}

const TEMPLATE =
  'Это номер или название, по которому вы сможете идентифицировать свой товар.|Максимальное количество значений: 1||Единица измерения: ₽|';
const GOODS = 'K-1|Кружка|Керамия|100|2000000000017';

describe('a line under the names of columns', () => {
  it.each([
    ['the marketplace’s template', TEMPLATE],
    ['what must be filled in', 'Обязательное поле|Обязательное поле|Необязательно|Обязательное поле|'],
    ['how long a text may be', '|Текст до 60 символов|Не более 100 символов||'],
    ['hints beside a few words of another kind', 'Обязательное поле|Не длиннее 60 символов|Любой бренд||'],
    [
      'hints beside an explanation of the article that nobody knows',
      'Код, который видите только вы|Обязательное поле|Обязательное поле||',
    ],
    ['hints in other letters', 'ОБЯЗАТЕЛЬНОЕ  ПОЛЕ|например, кружка|||Пример: из накладной'],
  ])('is a hint by %s', (_what, line) => {
    expect(hintCount(line, GOODS)).toBe(1);
  });

  it.each([
    ['goods', GOODS],
    ['an article beside hints', 'K-1|Максимальное количество значений: 1|Обязательное поле||'],
    ['a barcode beside hints', '|Обязательное поле|Обязательное поле||2000000000017'],
    ['a barcode that Excel has shortened', '|Обязательное поле|Обязательное поле||2E+12'],
    ['a price beside hints', 'Обязательное поле|Обязательное поле||1 290,50 ₽|'],
    ['a price after its sign', 'Обязательное поле|Обязательное поле||₽ 100|'],
    ['an example of goods', 'Пример: K-1|Кружка, например|Керамия|100|'],
    ['one hint alone', '|Обязательное поле|||'],
    ['an article of few words beside hints', 'кружка с котом|Обязательное поле|Обязательное поле||'],
    ['an article of words and a figure', 'кружка с котом 2 шт.|Обязательное поле|Обязательное поле||'],
    ['an article that is called like a hint', 'Обязательное поле|Кружка|Керамия|дорого|'],
    ['words that begin like hints', 'Единица|Максимальный комфорт|Пример|Ссылка|'],
    ['most cells that are no hints', '|Обязательное поле|Обязательное поле|дорого||мелко|вкусно|тепло'],
    ['a size of the card above', '||Кружки||'],
  ])('is a row by %s', (_what, line) => {
    expect(hintCount(line, GOODS)).toBe(0);
  });

  it('is a hint only above the first row, and five of them at most', () => {
    expect(hintCount(TEMPLATE, TEMPLATE, GOODS, TEMPLATE)).toBe(2);
    expect(hintCount(GOODS, TEMPLATE)).toBe(0);
    expect(hintCount(...Array.from({ length: 9 }, () => TEMPLATE))).toBe(5);
  });

  it('is a row where no column is known to name a card', () => {
    expect(hintLineCount([{ cells: TEMPLATE.split('|') }], [])).toBe(0);
  });

  it('is a row whatever else it says, where an article or a figure stands in it', () => {
    const hint = fc.constantFrom('Обязательное поле', 'Единица измерения: см', 'Например, кружка', '');
    const article = fc.stringMatching(/^[A-ZК]{1,3}-\d{1,4}$/);
    const figure = fc.oneof(
      fc.integer({ min: 0 }).map(String),
      fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
    );
    fc.assert(
      fc.property(fc.array(hint, { minLength: 4, maxLength: 9 }), article, figure, (hints, code, number) => {
        expect(hintLineCount([{ cells: [code, ...hints] }], [0])).toBe(0);
        expect(hintLineCount([{ cells: [...hints, number] }], [0])).toBe(0);
      }),
    );
  });
});
