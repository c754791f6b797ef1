import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import { CHARACTERISTIC_VALUE_MAX_LENGTH, MAX_CHARACTERISTIC_VALUES } from '#contract/bulk-rules.ts';
import { characterCount } from '#contract/card-rules.ts';
import type { TableCard } from '#contract/card-table.ts';
import { slipsBetween } from '#contract/catalogue/search-suggestion.ts';
import { listOf } from '#contract/cell-values.ts';
import { foldValue, listedIn, unlistedValues } from '#contract/directory-values.ts';
import type { DirectoryValue } from '#contract/subjects.ts';
import { inQuotes, stripLineBreaks } from '#lib/text.ts';
import { parseNumber } from '#lib/typed-numbers.ts';
import { numberProblem, withoutUnits } from '#ui/typed-number.ts';
import type { Column, Reading, Value } from './column.ts';
import { storedReading } from './columns.ts';

/** As the card's editor takes a number. */
const NUMBER_LIMITS = { maxDigits: 3, canBeNegative: false };
const SEPARATOR = '; ';
/** A word that is nearer than half of it has been meant. */
const MEANT_SHARE = 0.5;
/** Each is compared with the whole list: whoever pastes more that is not in it has pasted something else. */
const MOST_MEANT = 100;

export const characteristicKey = (id: number) => `characteristic:${id}`;

interface Known {
  definition: SelectedCharacteristic;
  /** By card; of cards that have any. */
  values: ReadonlyMap<number, readonly string[]>;
  /** The marketplace's list of them; empty: it keeps none, or has not been read. */
  listed: readonly DirectoryValue[];
}

/** One characteristic: of cards whose subject does not have it, the cells are closed. */
export function characteristicColumn({ definition, values, listed }: Known): Column {
  const { id, name, unit, type, subjects = [] } = definition;
  const limits = new Map(subjects.map((subject) => [subject.id, subject.maxCount]));
  const valuesOf = (card: TableCard) => values.get(card.id) ?? [];
  const isNumber = type === 'NUMBER';
  const directory = directoryOf(listed);
  return {
    key: characteristicKey(id),
    label: unit === '' ? name : `${name}, ${unit}`,
    above: null,
    name,
    target: { kind: 'characteristic', id, name, valuesOf },
    kind: isNumber ? 'measure' : 'text',
    width: { rem: isNumber ? 8 : 12 },
    long: null,
    empty: { value: null, isPasted: true },
    valueOf: (card) => (isNumber ? numberIn(valuesOf(card)) : textIn(valuesOf(card))),
    read: (text, card) =>
      isNumber
        ? readNumber(text)
        : readValues(text, {
            had: valuesOf(card),
            maxCount: limits.get(card.subjectId ?? 0) ?? 0,
            directory,
          }),
    isClosed: ({ subjectId }) => subjectId === undefined || !limits.has(subjectId),
    inPlace: null,
  };
}

/** What a cell says, as a card has it. */
export function valuesIn(value: number | string | null): string[] {
  return value === null ? [] : splitValues(String(value));
}

function splitValues(text: string): string[] {
  return listOf(text, /[;\n]/).map(stripLineBreaks);
}

/** As it is typed: a value with the mark between values in it reads as two. */
function textIn(values: readonly string[]): Value {
  return values.flatMap(splitValues).join(SEPARATOR) || null;
}

/** What the marketplace has is no typing: all of its decimals are meant. */
function numberIn(values: readonly string[]): Value {
  const [only = '', ...others] = values;
  const number = others.length > 0 ? null : parseNumber(only, { maxDigits: Infinity });
  return number ?? textIn(values);
}

function readNumber(text: string): Reading {
  const typed = withoutUnits(text);
  const value = parseNumber(typed, NUMBER_LIMITS);
  const problem = numberProblem(typed, NUMBER_LIMITS) ?? (value === null ? 'Нужно число' : null);
  return value === null || problem !== null ? { problem: problem ?? '' } : { value };
}

interface Rules {
  had: readonly string[];
  /** 0: no limit. */
  maxCount: number;
  directory: Directory;
}

function readValues(text: string, { had, maxCount, directory }: Rules): Reading {
  const split = splitValues(text);
  const values = split.filter((value, at) => !split.slice(0, at).some((one) => isSame(one, value)));
  const limit = Math.min(maxCount > 0 ? maxCount : Infinity, MAX_CHARACTERISTIC_VALUES);
  if (values.length === 0) return { problem: 'нужно хотя бы одно значение' };
  // Of too many that a card came with some may go.
  if (values.length > limit && values.length >= had.length) {
    return { problem: `значений ${values.length}, можно ${limit}` };
  }
  if (values.some((value) => characterCount(value) > CHARACTERISTIC_VALUE_MAX_LENGTH)) {
    return { problem: `значение — не длиннее ${CHARACTERISTIC_VALUE_MAX_LENGTH} символов` };
  }
  const [odd] = unlistedValues(values, had, directory.has);
  if (odd === undefined) return storedReading(values.join(SEPARATOR));
  const meant = directory.meantBy(odd);
  const problem = `нет в справочнике Wildberries: ${inQuotes(odd)}`;
  return { problem: meant === undefined ? problem : `${problem}. Похоже на ${inQuotes(meant)}` };
}

interface Directory {
  /** True of anything where the marketplace keeps no list, or it has not been read. */
  has: (value: string) => boolean;
  meantBy: (odd: string) => string | undefined;
}

/** Made once for a column: a paste asks it ten thousand times. */
function directoryOf(listed: Known['listed']): Directory {
  const names = new Map(listed.map(({ name }) => [foldValue(name), name]));
  const meant = new Map<string, string | undefined>();
  return {
    has: listedIn(listed),
    meantBy: (odd) => {
      const typed = foldValue(odd);
      if (!meant.has(typed) && meant.size < MOST_MEANT) meant.set(typed, nearestOf(typed, names));
      return meant.get(typed);
    },
  };
}

function nearestOf(typed: string, names: ReadonlyMap<string, string>): string | undefined {
  let nearest: string | undefined;
  let least = typed.length * MEANT_SHARE;
  for (const [folded, name] of names) {
    if (Math.abs(folded.length - typed.length) >= least) continue;
    const slips = slipsBetween(typed, folded);
    if (slips < least) [nearest, least] = [name, slips];
  }
  return nearest;
}

function isSame(one: string, other: string): boolean {
  return foldValue(one) === foldValue(other);
}
