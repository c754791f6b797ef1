import type { CardFilterValues } from '#contract/card-list.ts';
import { LOW_STOCK_MAX } from '#contract/card-rules.ts';
import type { CardColumns, SharedValues } from './catalogue-columns.ts';
import { DAY_MS, moscowMidnightMs } from './moscow-days.ts';
import { searchWords } from './search-words.ts';

const US_PER_MS = 1000;

type Numbers = Float64Array | Int32Array;

/** A byte per slot: 1 where the card matches. `matchesFilter` of the server says the same in SQL. */
export function matchesOf(cards: CardColumns, filter: CardFilterValues): Uint8Array {
  const matches = cards.isTaken.slice();
  const { wide, narrow, shared, names, flags } = cards;
  const { state, shop, subject, brand, tag, wbTag, stock, quality, changes, nmId, search = '' } = filter;
  const isArchiveOut = (state === undefined && filter.withArchived !== true) || changes === 'unsent';
  keepShared(
    matches,
    shared.state,
    names.state,
    (one) => (state === undefined || one === state) && !(isArchiveOut && one === 'ARCHIVED'),
  );
  if (shop?.length)
    keepShared(matches, shared.shopIds, names.shopIds, (ids) => shop.some((id) => ids.includes(id)));
  if (brand?.length) keepShared(matches, shared.brand, names.brand, (name) => brand.includes(name));
  // Nothing is no tag.
  if (tag?.length)
    keepShared(matches, shared.tags, names.tags, (tags) =>
      tag.some((one) => one !== '' && tags.includes(one)),
    );
  if (wbTag?.length)
    keepShared(matches, shared.wbTags, names.wbTags, (tags) => wbTag.some((one) => tags.includes(one)));
  if (subject?.length) {
    const wanted = new Set(subject);
    const { subjectId } = wide;
    keep(matches, (slot) => wanted.has(subjectId[slot] ?? 0));
  }
  if (stock === 'none') keepWithin(matches, narrow.stock, 0, 0);
  if (stock === 'some') keepWithin(matches, narrow.stock, 1, undefined);
  if (stock === 'low') keepWithin(matches, narrow.stock, 1, LOW_STOCK_MAX);
  if (quality === 'no_photo') keep(matches, (slot) => flags.hasPhoto[slot] === 0);
  if (quality === 'no_dimensions') keep(matches, (slot) => flags.hasDimensions[slot] === 0);
  if (quality === 'no_cost_price') keep(matches, (slot) => Number.isNaN(wide.costPriceKopecks[slot]));
  if (changes === 'unsent') keep(matches, (slot) => flags.hasUnsentChanges[slot] === 1);
  keepWithin(matches, wide.finalPriceKopecks, filter.priceFromKopecks, filter.priceToKopecks);
  keepWithin(matches, wide.marginPercent, filter.marginFromPercent, filter.marginToPercent);
  keepWithin(matches, narrow.filledPercent, filter.filledFromPercent, filter.filledToPercent);
  keepWithin(
    matches,
    wide.updatedAtUs,
    usOf(filter.updatedFrom, 0),
    usOf(filter.updatedTo, DAY_MS * US_PER_MS - 1),
  );
  if (nmId !== undefined) cards.nmIds.keepThoseWith([`,${nmId},`], matches);
  for (const alternatives of searchWords(search)) cards.searchText.keepThoseWith(alternatives, matches);
  return matches;
}

function usOf(day: string | undefined, laterUs: number): number | undefined {
  return day === undefined ? undefined : moscowMidnightMs(day) * US_PER_MS + laterUs;
}

/** Both ends belong to a range. What is missing (NaN) is in none. */
function keepWithin(
  matches: Uint8Array,
  numbers: Numbers,
  from: number | undefined,
  to: number | undefined,
): void {
  if (from === undefined && to === undefined) return;
  const [least, most] = [from ?? -Infinity, to ?? Infinity];
  for (let slot = 0; slot < matches.length; slot += 1) {
    const value = numbers[slot] ?? Number.NaN;
    if (!(value >= least && value <= most)) matches[slot] = 0;
  }
}

function keep(matches: Uint8Array, isWanted: (slot: number) => boolean): void {
  for (let slot = 0; slot < matches.length; slot += 1) {
    if (matches[slot] === 1 && !isWanted(slot)) matches[slot] = 0;
  }
}

/** Each value is asked about once, not each card. */
function keepShared<Value>(
  matches: Uint8Array,
  numbers: Uint32Array,
  { values }: SharedValues<Value>,
  isWanted: (value: Value) => boolean,
): void {
  const wanted = Uint8Array.from(values, (value) => Number(isWanted(value)));
  for (let slot = 0; slot < matches.length; slot += 1) {
    matches[slot] = (matches[slot] ?? 0) & (wanted[numbers[slot] ?? 0] ?? 0);
  }
}
