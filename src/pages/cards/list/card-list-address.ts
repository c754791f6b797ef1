import {
  cardOrderings,
  changesFilters,
  qualityFilters,
  stockFilters,
  type CardOrdering,
  type DeviceCardOrdering,
} from '#contract/card-list.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { cardStates, type CardState } from '#contract/card-states.ts';
import { isCalendarDay } from '#contract/fields.ts';

/** What the card list shows: it lives in the address, so that Back, reload and a copied link restore it. */
export interface CardListState {
  state: CardState | null;
  search: string;
  shopIds: number[];
  subjectIds: number[];
  brands: string[];
  stock: (typeof stockFilters)[number] | null;
  quality: (typeof qualityFilters)[number] | null;
  changes: (typeof changesFilters)[number] | null;
  ranges: CardRanges;
  ordering: CardOrdering;
}

/** From – to, both included, and tags of both kinds; what is not set is not there. Their names are those of the address and of the contract. */
export interface CardRanges {
  /** Any of them. */
  tag?: string[];
  wbTag?: string[];
  priceFromKopecks?: number;
  priceToKopecks?: number;
  marginFromPercent?: number;
  marginToPercent?: number;
  filledFromPercent?: number;
  filledToPercent?: number;
  updatedFrom?: string;
  updatedTo?: string;
}

const NUMBERS = [
  'priceFromKopecks',
  'priceToKopecks',
  'marginFromPercent',
  'marginToPercent',
  'filledFromPercent',
  'filledToPercent',
] as const;
const DAYS = ['updatedFrom', 'updatedTo'] as const;
const TAGS = ['tag', 'wbTag'] as const;

export const DEFAULT_ORDERING: DeviceCardOrdering = '-updated_at';

/** Reads what it knows; anything else in the address is ignored. */
export function parseCardListState(params: URLSearchParams): CardListState {
  return {
    state: oneOf(cardStates, params.get('state')),
    search: (params.get('q') ?? '').slice(0, 200),
    shopIds: numbers(params.getAll('shop')),
    subjectIds: numbers(params.getAll('subject')),
    brands: params.getAll('brand').slice(0, 50),
    stock: oneOf(stockFilters, params.get('stock')),
    quality: oneOf(qualityFilters, params.get('quality')),
    changes: oneOf(changesFilters, params.get('changes')),
    ranges: parseRanges(params),
    ordering: oneOf(cardOrderings, params.get('ordering')) ?? DEFAULT_ORDERING,
  };
}

function parseRanges(params: URLSearchParams): CardRanges {
  const ranges: CardRanges = {};
  for (const name of NUMBERS) {
    const text = params.get(name) ?? '';
    if (/^-?\d{1,12}$/.test(text)) ranges[name] = Number(text);
  }
  for (const name of DAYS) {
    const text = params.get(name) ?? '';
    if (isCalendarDay(text)) ranges[name] = text;
  }
  for (const name of TAGS) {
    const tags = params.getAll(name).slice(0, 50);
    if (tags.length) ranges[name] = tags;
  }
  return ranges;
}

export function cardListSearchParams(state: CardListState): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(matchingFilter(state))) {
    for (const one of [value].flat()) params.append(name === 'search' ? 'q' : name, String(one));
  }
  if (state.ordering !== DEFAULT_ORDERING) params.set('ordering', state.ordering);
  return params;
}

type SelectionFilter = Extract<CardSelection, { filter: unknown }>['filter'];

/** «All that match» for bulk work: the same filter, resolved by the server at the moment of the work. */
export function matchingFilter(state: CardListState): SelectionFilter {
  return {
    ...(state.state ? { state: state.state } : {}),
    ...(state.search ? { search: state.search } : {}),
    ...(state.shopIds.length ? { shop: state.shopIds } : {}),
    ...(state.subjectIds.length ? { subject: state.subjectIds } : {}),
    ...(state.brands.length ? { brand: state.brands } : {}),
    ...(state.stock ? { stock: state.stock } : {}),
    ...(state.quality ? { quality: state.quality } : {}),
    ...(state.changes ? { changes: state.changes } : {}),
    ...state.ranges,
  };
}

/** The query of GET /cards/ for one page of the list, as text values of an address. */
export function cardListQuery(state: CardListState, page: { limit: number; offset: number }) {
  const filter = Object.entries(matchingFilter(state)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
  return {
    ordering: state.ordering,
    limit: String(page.limit),
    offset: String(page.offset),
    // Each of them is a value of the filter, as text.
    ...(Object.fromEntries(filter) as Record<string, string>),
  };
}

/** True when something beyond the state tab narrows the list: then «Сбросить фильтры» makes sense. */
export function hasFilters(state: CardListState): boolean {
  return Boolean(
    state.search ||
    state.shopIds.length ||
    state.subjectIds.length ||
    state.brands.length ||
    state.stock ||
    state.quality ||
    Object.keys(state.ranges).length,
  );
}

export function withoutFilters(state: CardListState): CardListState {
  return {
    ...state,
    search: '',
    shopIds: [],
    subjectIds: [],
    brands: [],
    stock: null,
    quality: null,
    ranges: {},
  };
}

function oneOf<const T extends readonly string[]>(values: T, text: string | null): T[number] | null {
  return values.find((value) => value === text) ?? null;
}

function numbers(texts: string[]): number[] {
  return [...new Set(texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number))].slice(0, 50);
}
