import type { ProfitTotals } from '#contract/analytics.ts';
import {
  lineNames,
  NO_LINES,
  NO_TAXES,
  profitTotals,
  type ProfitLines,
  type Taxes,
} from './profit-engine.ts';
import type { TaxedCard } from './profit-report.ts';

/**
 * The profit of many cards, column by column: a hundred thousand of them as objects take four times the memory, and most columns are empty
 * or fit into four bytes. Totals are made when they are asked for, by the engine, as of every other sum.
 */
export interface CardColumns {
  readonly count: number;
  /** About what they take. */
  readonly byteSize: number;
  placeOf(at: number): Pick<TaxedCard, 'shopId' | 'nmId' | 'vendorCode'>;
  totalsOf(at: number): ProfitTotals;
}

/** Of zeros alone there is none. */
type Column = Int32Array | Float64Array | undefined;

/** A text of some twenty letters, and the way to it. */
const BYTES_OF_TEXT = 48;

export function columnsOf(cards: readonly TaxedCard[]): CardColumns {
  const columnOf = (valueOf: (card: TaxedCard) => number) => column(cards, valueOf);
  return readColumns({
    shopIds: columnOf(({ shopId }) => shopId),
    nmIds: columnOf(({ nmId }) => nmId),
    vendorCodes: cards.map(({ vendorCode }) => vendorCode),
    lines: filled(lineNames, (name) => columnOf((card) => card.lines[name])),
    taxes: filled(taxNames, (name) => columnOf((card) => card.taxes[name])),
  });
}

/** Those of one shop after another. */
export function joinColumns(all: readonly CardColumns[]): CardColumns {
  const firsts: number[] = [];
  let count = 0;
  for (const one of all) {
    firsts.push(count);
    count += one.count;
  }
  const within = (at: number): [CardColumns | undefined, number] => {
    const part = firsts.findLastIndex((first) => first <= at);
    return [all[part], at - (firsts[part] ?? 0)];
  };
  return {
    count,
    byteSize: all.reduce((sum, one) => sum + one.byteSize, 0),
    placeOf(at) {
      const [columns, own] = within(at);
      return columns?.placeOf(own) ?? NO_PLACE;
    },
    totalsOf(at) {
      const [columns, own] = within(at);
      return columns?.totalsOf(own) ?? profitTotals(NO_LINES, NO_TAXES);
    },
  };
}

const NO_PLACE = { shopId: 0, nmId: 0, vendorCode: '' };

interface Columns {
  shopIds: Column;
  nmIds: Column;
  vendorCodes: readonly string[];
  lines: readonly [keyof ProfitLines, NonNullable<Column>][];
  taxes: readonly [keyof Taxes, NonNullable<Column>][];
}

/** A function of its own: what it returns would hold on to the cards else. */
function readColumns({ shopIds, nmIds, vendorCodes, lines, taxes }: Columns): CardColumns {
  const columns = [shopIds, nmIds, ...lines.map(([, one]) => one), ...taxes.map(([, one]) => one)];
  return {
    count: vendorCodes.length,
    byteSize: columns.reduce((sum, one) => sum + (one?.byteLength ?? 0), vendorCodes.length * BYTES_OF_TEXT),
    placeOf: (at) => ({
      shopId: shopIds?.[at] ?? 0,
      nmId: nmIds?.[at] ?? 0,
      vendorCode: vendorCodes[at] ?? '',
    }),
    totalsOf(at) {
      const linesAt: ProfitLines = { ...NO_LINES };
      for (const [name, values] of lines) linesAt[name] = values[at] ?? 0;
      const taxesAt: Taxes = { ...NO_TAXES };
      for (const [name, values] of taxes) taxesAt[name] = values[at] ?? 0;
      return profitTotals(linesAt, taxesAt);
    },
  };
}

const taxNames = ['vatKopecks', 'taxKopecks'] as const satisfies (keyof Taxes)[];

/** Those of them that say something of any card. */
function filled<Name>(
  names: readonly Name[],
  columnNamed: (name: Name) => Column,
): [Name, NonNullable<Column>][] {
  return names.flatMap((name): [Name, NonNullable<Column>][] => {
    const values = columnNamed(name);
    return values ? [[name, values]] : [];
  });
}

function column(cards: readonly TaxedCard[], valueOf: (card: TaxedCard) => number): Column {
  const exact = new Float64Array(cards.length);
  let [isEmpty, isShort] = [true, true];
  cards.forEach((card, at) => {
    const value = valueOf(card);
    exact[at] = value;
    if (value !== 0) isEmpty = false;
    if ((value | 0) !== value) isShort = false;
  });
  if (isEmpty) return undefined;
  return isShort ? Int32Array.from(exact) : exact;
}
