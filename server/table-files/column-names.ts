import { createHash } from 'node:crypto';
import { columnMeanings, type ColumnMeaning } from '#contract/imports.ts';

export type Meanings = (ColumnMeaning | null)[];

const WB_SIZES = /^(?:рос\.? ?|российский |российские )размеры?$/;

/** How sellers, the marketplace's own tables and our export name the columns. */
const NAMES: [ColumnMeaning, RegExp][] = [
  ['cardId', /^id(?: карточки)?$/],
  ['vendorCode', /^артикул(?: (?:продавца|поставщика))?$/],
  ['nmId', /^(?:артикул (?:wb|вб)|nm ?id|номенклатура)$/],
  ['barcodes', /^(?:баркоды?|штрихкоды?|barcodes?|ean)(?: товара)?$/],
  ['title', /^(?:название|наименование)(?: товара| карточки)?$/],
  ['subject', /^(?:предмет|категория продавца|категория)$/],
  ['brand', /^(?:бренд|торговая марка|brand)$/],
  ['description', /^описание(?: товара)?$/],
  ['priceKopecks', /^(?:новая )?(?:розничная )?цена(?: до скидки)?$/],
  ['clubDiscount', /клуб/],
  ['discount', /^(?:новая )?скидка$/],
  ['costPriceKopecks', /^(?:новая )?себестоимость$/],
  ['costPriceFrom', /^(?:себестоимость )?действует с(?: даты)?$/],
  ['sizes', /^размеры?$/],
  ['wbSizes', WB_SIZES],
  ['lengthCm', /^длина(?: упаковки)?$/],
  ['widthCm', /^ширина(?: упаковки)?$/],
  ['heightCm', /^высота(?: упаковки)?$/],
  ['weightKg', /^вес(?: с упаковкой)?$/],
  ['tags', /^(?:ярлыки?|теги?)$/],
];

/** What the columns seem to be by their names; each meaning but a characteristic has one column, the first of several. */
export function guessMeanings(
  headings: readonly string[],
  characteristicNames: ReadonlySet<string>,
): Meanings {
  const taken = new Set<ColumnMeaning>();
  return headings.map((heading) => {
    const name = withoutUnit(heading);
    const known = NAMES.find(([, pattern]) => pattern.test(name))?.[0];
    if (known !== undefined && !taken.has(known)) {
      taken.add(known);
      return known;
    }
    return characteristicNames.has(plainName(heading)) ? 'characteristic' : null;
  });
}

/** As many as there are columns, each meaning once: what was remembered may be of another version. */
export function usableMeanings(meanings: readonly (string | null)[], columnCount: number): Meanings {
  const taken = new Set<ColumnMeaning>();
  return Array.from({ length: columnCount }, (_, column) => {
    const known = columnMeanings.find((meaning) => meaning === meanings[column]);
    if (known === undefined || taken.has(known)) return null;
    if (known !== 'characteristic') taken.add(known);
    return known;
  });
}

/** What a title was headed by our files before, and is now: files that differ in this alone are of one kind. */
const TITLE_HEADINGS = ['название', 'наименование'];

/** Under which of them a file's columns may be remembered, its own first. */
export function digestsOf(headings: readonly string[]): string[] {
  return [...new Set(alike(headings).map(digestOf))];
}

/** The same of what was remembered when no column could be «Рос. размер»: that one was is not known by it. */
export function digestsOfBefore(headings: readonly string[]): string[] {
  return headings.some(isOfWbSizes) ? [...new Set(alike(headings).map(hashed))] : [];
}

function alike(headings: readonly string[]): string[][] {
  const plain = headings.map(plainName);
  const headed = (title: string) => plain.map((name) => (TITLE_HEADINGS.includes(name) ? title : name));
  return [plain, ...TITLE_HEADINGS.map(headed)];
}

/** Files with these headings in this order are of one kind. */
export function digestOf(headings: readonly string[]): string {
  const plain = headings.map(plainName);
  return hashed(plain.some(isOfWbSizes) ? { withWbSizes: plain } : plain);
}

/** Files with these headings in whatever order: what their columns are is kept in the order of {@link byHeading}. */
export function digestInAnyOrder(headings: readonly string[]): string {
  return hashed({ inAnyOrder: byHeading(headings).map((column) => plainName(headings[column] ?? '')) });
}

/** The columns by their headings, those of one heading as they stand. */
export function byHeading(headings: readonly string[]): number[] {
  const plain = headings.map(plainName);
  const isAfter = (one: number, other: number) => ((plain[one] ?? '') > (plain[other] ?? '') ? 1 : -1);
  return [...plain.keys()].sort((one, other) =>
    plain[one] === plain[other] ? one - other : isAfter(one, other),
  );
}

function hashed(headings: unknown): string {
  return createHash('sha256').update(JSON.stringify(headings)).digest('hex');
}

function isOfWbSizes(heading: string): boolean {
  return WB_SIZES.test(plainName(heading));
}

export function plainName(heading: string): string {
  return heading.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').replace(/\*+$/, '').trim();
}

/** What a column of a characteristic is called, plainly: «объем», «объем, мл», «объем (мл)». */
export function headingsOf({ name, unit }: { name: string; unit: string }): string[] {
  const plain = plainName(name);
  return unit === '' ? [plain] : [plain, plainName(`${plain}, ${unit}`), plainName(`${plain} (${unit})`)];
}

/** Without what may be a unit of any kind: «объем, мл» is «объем». */
export function withoutAnyUnit(heading: string): string {
  return plainName(heading).replace(/(?:, ?| ?\()[^,()]{1,12}\)?$/, '');
}

/** «Цена, ₽» is «цена». */
export function withoutUnit(heading: string): string {
  return plainName(heading)
    .replace(/[,(]?\s*(?:₽|%|руб\.?|см|кг|шт\.?)\)?$/, '')
    .trim();
}
