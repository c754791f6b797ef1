import { createCardEndpoint } from '#contract/card-creation.ts';
import { characterCount, WB_SIZE_MAX_LENGTH } from '#contract/card-rules.ts';
import type { CardContent, CardSize, CharacteristicValue } from '#contract/cards.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { parseNumber } from '#contract/number-text.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { TOO_MANY_SIZES } from '#server/bulk-edits/change-sizes.ts';
import { repeated } from '#server/cards/barcode-rules.ts';
import { normaliseContent } from '#server/cards/normalise-content.ts';
import {
  barcodesBySize,
  barcodesMismatchText,
  WB_SIZE_TOO_LONG,
  WB_SIZE_WITHOUT_SIZE,
  wbSizesBySize,
  wbSizesMismatchText,
} from '#server/cards/size-cells.ts';
import { headingsOf, plainName, withoutUnit } from '#server/table-files/column-names.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import type { KnownSubjects } from './directory.ts';
import type { RowValues } from './read-row.ts';

type Content = { content: CardContent } | { problems: CellProblem[] };

/** What a field of a card is called by its column. */
const COLUMN_OF: Record<string, ColumnMeaning> = {
  vendorCode: 'vendorCode',
  title: 'title',
  description: 'description',
  subjectId: 'subject',
  brand: 'brand',
  sizes: 'barcodes',
  tags: 'tags',
  priceKopecks: 'priceKopecks',
};

/** The card that a row would make, by the rules of the form; what needs the account's other cards is asked elsewhere. */
export function newContent(
  values: RowValues,
  meanings: readonly (ColumnMeaning | null)[],
  subjects: KnownSubjects,
): Content {
  const problems: CellProblem[] = [];
  const say = (field: string, text: string) =>
    problems.push({ column: columnOf(meanings, COLUMN_OF[field]), text });
  const subjectId = subjects.ids.get((values.subject ?? '').toLowerCase());
  if (subjectId === undefined) {
    say(
      'subjectId',
      values.subject === undefined ? 'Для новой карточки нужен предмет' : 'Нет такого предмета',
    );
  }
  if (values.priceKopecks === undefined) say('priceKopecks', 'Для новой карточки нужна цена');
  const [twice] = repeated((values.sizes ?? []).map((name) => normaliseLine(name).toLowerCase()));
  if (twice !== undefined) {
    problems.push({ column: columnOf(meanings, 'sizes'), text: `Размер ${twice} указан дважды` });
  }
  const wbSizes = wbSizesOf(values);
  if (typeof wbSizes === 'string') problems.push({ column: columnOf(meanings, 'wbSizes'), text: wbSizes });
  const sizes = sizesOf(values, typeof wbSizes === 'string' ? [] : wbSizes);
  if (typeof sizes === 'string') say('sizes', sizes);
  const characteristics =
    subjectId === undefined
      ? []
      : characteristicsOf(values, subjects.characteristics.get(subjectId), problems).map(
          ({ id, values: said }) => ({ id, values: said }),
        );
  const body = createCardEndpoint.body.safeParse({
    vendorCode: values.vendorCode ?? '',
    title: values.title ?? '',
    subjectId: subjectId ?? 1,
    priceKopecks: values.priceKopecks ?? 0,
    discount: values.discount ?? 0,
    clubDiscount: values.clubDiscount ?? 0,
    costPriceKopecks: values.costPriceKopecks ?? null,
    description: values.description ?? '',
    brand: values.brand ?? '',
    tags: values.tags ?? [],
    dimensions: {
      lengthCm: values.lengthCm ?? 0,
      widthCm: values.widthCm ?? 0,
      heightCm: values.heightCm ?? 0,
      weightKg: values.weightKg ?? 0,
    },
    sizes: typeof sizes === 'string' ? [] : sizes,
    characteristics,
  });
  if (!body.success) {
    for (const { path, message } of body.error.issues)
      say(String(path[0]), PROBLEMS[String(path[0])] ?? message);
  }
  if (values.title === undefined) say('title', 'Для новой карточки нужно наименование');
  return problems.length > 0 || !body.success ? { problems } : { content: normaliseContent(body.data) };
}

/** Where the contract has no sentence of its own. */
const PROBLEMS: Record<string, string> = {
  sizes: TOO_MANY_SIZES,
  tags: 'Не больше 15 ярлыков, и каждый не длиннее 15 знаков',
  characteristics: 'Характеристика слишком длинная',
};

export function columnOf(
  meanings: readonly (ColumnMeaning | null)[],
  meaning: ColumnMeaning | undefined,
): number | null {
  const column = meanings.findIndex((one) => one !== null && one === meaning);
  return column === -1 ? null : column;
}

/** One of each size, or a sentence where they do not fit. */
function wbSizesOf({ sizes = [], wbSizes = [] }: RowValues): string[] | string {
  if (wbSizes.every((value) => value === '')) return [];
  if (sizes.length === 0) return WB_SIZE_WITHOUT_SIZE;
  const bySize = wbSizesBySize(wbSizes, sizes.length)?.map(normaliseLine);
  if (bySize === undefined) return wbSizesMismatchText(sizes.length, wbSizes);
  return bySize.some((value) => characterCount(value) > WB_SIZE_MAX_LENGTH) ? WB_SIZE_TOO_LONG : bySize;
}

/** Barcodes for each size, or all of the only one. */
function sizesOf({ sizes = [], barcodes = [] }: RowValues, wbSizes: readonly string[]): CardSize[] | string {
  if (sizes.length <= 1) {
    return sizes.length + barcodes.length === 0
      ? []
      : [{ techSize: sizes[0] ?? '', wbSize: wbSizes[0] ?? '', skus: barcodes.flat() }];
  }
  const bySize = barcodes.length === 0 ? [] : barcodesBySize(barcodes, sizes.length);
  if (bySize === null) return barcodesMismatchText(sizes.length, barcodes);
  return sizes.map((techSize, index) => ({
    techSize,
    wbSize: wbSizes[index] ?? '',
    skus: bySize[index] ?? [],
  }));
}

interface SaidCharacteristic extends CharacteristicValue {
  name: string;
  column: number;
}

/** Those of other subjects are left out: a table has the columns of all its subjects. */
export function characteristicsOf(
  { characteristics: given }: RowValues,
  known: readonly SubjectCharacteristic[] = [],
  problems: CellProblem[],
): SaidCharacteristic[] {
  if (known.length === 0 && given.length > 0) {
    const text =
      'Характеристики этого предмета ещё не загружены: откройте «Создать карточку» и выберите предмет';
    problems.push({ column: given[0]?.column ?? null, text });
  }
  const taken = new Set<number>();
  return given.flatMap(({ column, name, text }) => {
    const one =
      known.find((characteristic) => plainName(characteristic.name) === name) ??
      known.find((characteristic) => headingsOf(characteristic).includes(name)) ??
      known.find((characteristic) => plainName(characteristic.name) === withoutUnit(name));
    if (!one) return [];
    if (taken.has(one.id)) problems.push({ column, text: `Характеристика «${one.name}» указана дважды` });
    taken.add(one.id);
    if (one.type === 'TEXT') {
      const values = text.split(/[;\n]/).map((value) => value.trim());
      return [{ id: one.id, name: one.name, column, values: values.filter((value) => value !== '') }];
    }
    const value = parseNumber(text.replace(/\s*[^\d\s.,]+\.?$/, ''), { maxDigits: 3 });
    if (value === null)
      problems.push({ column, text: `Нужно число${one.unit === '' ? '' : `, ${one.unit}`}` });
    return value === null ? [] : [{ id: one.id, name: one.name, column, values: [String(value)] }];
  });
}
