import { fileFields, tableFigures, type FileField } from '#contract/bulk-changes.ts';
import type { RowKey, WantedValues } from '#contract/bulk-table-rows.ts';
import { dimensionFields } from '#contract/bulk-rules.ts';
import { tagsOf } from '#contract/cell-values.ts';
import type { CellProblem, ColumnMeaning } from '#contract/imports.ts';
import { parseNumber } from '#contract/number-text.ts';
import type { CardFacts } from '#server/bulk-edits/card-change.ts';
import { changeCard } from '#server/bulk-edits/change-card.ts';
import { changeSizes } from '#server/bulk-edits/change-sizes.ts';
import { lostFor, withSubject } from '#server/bulk-edits/change-subject.ts';
import { fileChangeOf } from '#server/bulk-edits/wanted-values.ts';
import { valuesOf } from '#server/cards/characteristic-values.ts';
import { normaliseLine, normaliseText } from '#server/text/text-rules.ts';
import type { KnownSubjects } from './directory.ts';
import { characteristicsOf, columnOf } from './new-content.ts';
import type { RowValues } from './read-row.ts';

type Meanings = readonly (ColumnMeaning | null)[];
type Outcome =
  { state: 'SAME'; wanted: null } | { state: 'CHANGED'; wanted: WantedValues } | { problems: CellProblem[] };

/** What a file of these columns may change of a card that there is. */
export function changedFields(meanings: Meanings): FileField[] {
  const isSaid = (...asked: ColumnMeaning[]) => asked.some((one) => meanings.includes(one));
  return fileFields.filter((field) => {
    if (field === 'characteristics') return isSaid('characteristic');
    return field === 'sizes' ? isSaid('sizes', 'barcodes') : isSaid(field);
  });
}

interface Table {
  meanings: Meanings;
  subjects: KnownSubjects;
  /** What the row names its card by: that is no value of it. */
  key: RowKey;
}

/**
 * What a card that there is should have and has not, by the rules of a bulk edit. What the file says as the card has it is left
 * out before any rule is asked: a card that was written by older rules is not changed by its own values.
 */
export function changeKnownCard(
  card: CardFacts,
  values: RowValues,
  { meanings, subjects, key }: Table,
): Outcome {
  const problems: CellProblem[] = [];
  const wanted: WantedValues = {};
  /** Whether it may be so. */
  const take = (part: WantedValues, column: number | null, of = card): boolean => {
    const { after, refusal } = changeCard(of, fileChangeOf([part]), part);
    if (refusal !== null) problems.push({ column, text: refusal });
    else if (Object.keys(after).length > 0) merge(wanted, part);
    return refusal === null;
  };
  const { vendorCode = '' } = values;
  if (
    key === 'CARD_ID' &&
    vendorCode !== '' &&
    normaliseLine(vendorCode) !== normaliseLine(card.vendorCode)
  ) {
    take({ vendorCode: normaliseLine(vendorCode) }, columnOf(meanings, 'vendorCode'));
  }
  const subject = subjectOf(card, values, subjects);
  if (subject === null) problems.push({ column: columnOf(meanings, 'subject'), text: 'Нет такого предмета' });
  const isMoved = subject ? take({ subject }, columnOf(meanings, 'subject')) : false;
  const { sizes: techSizes } = values;
  const areSizesFit = techSizes === undefined || take({ sizes: { techSizes } }, columnOf(meanings, 'sizes'));
  // The barcode that names the card is one of its own.
  const barcodes = key === 'BARCODE' ? undefined : values.barcodes;
  if (areSizesFit && barcodes !== undefined) {
    take({ sizes: { techSizes, barcodes } }, columnOf(meanings, 'barcodes'));
  }
  if (areSizesFit && values.wbSizes !== undefined) {
    const { sizes = card.sizes } = changeSizes(card, wanted.sizes).after;
    const said = { techSizes, values: values.wbSizes };
    take({ wbSizes: said }, columnOf(meanings, 'wbSizes'), { ...card, sizes });
  }
  for (const part of partsOf(card, values)) {
    // A part is of one field, which may have its day beside it.
    const [field] = Object.keys(part);
    const column = meanings.findIndex((one) => one === field);
    take(part, column === -1 ? null : column);
  }
  const onSubject = subject && isMoved ? withSubject(card, subject) : card;
  const given = characteristicsOf(values, onSubject.definitions, problems);
  for (const { id, name, column, values: said } of given) {
    if (printed(said) !== printed(ownValues(onSubject, id))) {
      take({ characteristics: [{ id, name, values: said }] }, column, onSubject);
    }
  }
  if (problems.length > 0) return { problems };
  return Object.keys(wanted).length === 0 ? { state: 'SAME', wanted: null } : { state: 'CHANGED', wanted };
}

function merge(wanted: WantedValues, { characteristics, ...others }: WantedValues): void {
  Object.assign(wanted, others);
  if (characteristics) wanted.characteristics = [...(wanted.characteristics ?? []), ...characteristics];
}

/** The subject that the card is to have; undefined: its own, null: there is none of the name. */
function subjectOf(
  card: CardFacts,
  { subject: said }: RowValues,
  { ids, names }: KnownSubjects,
): WantedValues['subject'] | null {
  if (said === undefined || said.toLowerCase() === card.subjectName.toLowerCase()) return undefined;
  const id = ids.get(said.toLowerCase());
  if (id === undefined) return null;
  const lost = lostFor(card, id).map((one) => {
    const known = card.definitions.find((definition) => definition.id === one.id);
    return { id: one.id, name: known?.name ?? `№ ${one.id}` };
  });
  return { id, name: names.get(id) ?? said, lost };
}

/** What the file says otherwise than the card has it, field by field. */
function partsOf(card: CardFacts, values: RowValues): WantedValues[] {
  const { title, description, brand, tags } = values;
  const parts: WantedValues[] = [];
  const { costPriceKopecks, costPriceFrom } = values;
  // By the rule: what the card says today is not what it says of another day.
  const isDated = costPriceKopecks !== undefined && costPriceFrom !== undefined;
  if (isDated) parts.push({ costPriceKopecks, costPriceFrom });
  for (const field of tableFigures) {
    if (isDated && field === 'costPriceKopecks') continue;
    if (values[field] !== undefined && values[field] !== card[field]) parts.push({ [field]: values[field] });
  }
  if (title !== undefined && normaliseLine(title) !== normaliseLine(card.title)) parts.push({ title });
  if (description !== undefined && normaliseText(description) !== normaliseText(card.description)) {
    parts.push({ description });
  }
  if (brand !== undefined && normaliseLine(brand) !== normaliseLine(card.brand)) parts.push({ brand });
  for (const field of dimensionFields) {
    const value = values[field];
    if (value !== undefined && grams(value) !== grams(card[field])) parts.push({ [field]: value });
  }
  // As a file says them: a tag with a comma in it is two there.
  if (tags !== undefined && printed(tags) !== printed(tagsOf(card.tags.join(', ')))) parts.push({ tags });
  return parts;
}

/** To the third decimal, which a file has at most. */
const grams = (value: number) => Math.round(value * 1000);

/** «12.50» of a card is 12.5 in a file. */
function ownValues({ characteristics, definitions }: CardFacts, id: number): string[] {
  const values = valuesOf(characteristics, id);
  const isNumber = definitions.some((one) => one.id === id && one.type === 'NUMBER');
  return isNumber ? values.map((value) => String(parseNumber(value, { maxDigits: 3 }) ?? value)) : values;
}

/** As one text: a value that has the mark between values in it reads as two. */
function printed(values: readonly string[]): string {
  return values
    .flatMap((value) => value.split(';'))
    .map((value) => normaliseLine(value).replace(/^(\d+),(\d+)$/, '$1.$2'))
    .filter((value) => value !== '')
    .join(';');
}
