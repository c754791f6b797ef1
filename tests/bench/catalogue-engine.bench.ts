import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCatalogue, type Catalogue, type CatalogueQuery } from '#contract/catalogue/catalogue.ts';
import { deviceCardOrderings } from '#contract/card-list.ts';
import { marginPercent } from '#contract/card-rules.ts';
import type { CatalogueColumns, CatalogueRow } from '#contract/catalogue-feed.ts';
import { columnsOf } from '#contract/feed-columns.ts';
import { summariseCard } from '#server/cards/card-summary.ts';
import { demoCatalogue, type DemoCard } from '#server/demo/catalogue.ts';
import { median, percentile, type Figure } from './figures.ts';

const SEED = 100_000;
/** As a feed brings them. */
const CARDS_PER_PORTION = 5000;
const CHANGED_CARDS = 1000;
const ROUNDS = 12;
const GOAL_MS = 15;
const MEMORY_GOAL_MB = 60;
const WINDOW = { offset: 0, limit: 50 };

/** As they are typed: from the first letter on, in the wrong layout, by numbers, two words, one that nothing has. */
const SEARCHES = ['п', 'пл', 'пла', 'плать', 'платье', 'gkfnmt', 'кружка', 'кру 450', 'платье летнее', '1200', '12000', '203', '2039485', 'ab', 'mb-77', 'е', 'нет такого слова', 'а о', 'керамическая кружка']; // prettier-ignore
const FILTERS: Omit<CatalogueQuery, 'ordering'>[] = [
  { state: 'PUBLISHED' },
  { shop: [2, 4] },
  { stock: 'low', quality: 'no_photo' },
  { priceFromKopecks: 50_000, priceToKopecks: 90_000, marginFromPercent: 10 },
  { tag: ['Хит'], withArchived: true },
  { updatedFrom: '2026-05-01', changes: 'unsent' },
  { nmId: 120_000_100 },
];

/** The engine of the device, in this process: no network, no browser, no server. */
export function benchCatalogueEngine(count: number): Figure[] {
  const portions = makePortions(count);
  const before = memoryMb();
  const catalogue = createCatalogue();
  const fill = portions.map((columns) => timed(() => catalogue.put(columns)));
  const changed = columnsOf(
    catalogue.rows(
      Array.from({ length: CHANGED_CARDS }, (_, n) => 1 + n * Math.floor(count / CHANGED_CARDS)),
    ),
  );
  const firstOrders = deviceCardOrderings.map((ordering) =>
    timed(() => catalogue.query({ ordering }, WINDOW)),
  );
  const measured = {
    search: measure(
      catalogue,
      SEARCHES.map((search) => ({ search, ordering: '-updated_at' })),
    ),
    filter: measure(
      catalogue,
      FILTERS.map((filter) => ({ ...filter, ordering: '-updated_at' })),
    ),
    sort: measure(
      catalogue,
      deviceCardOrderings.map((ordering) => ({ ordering })),
    ),
    counters: Array.from({ length: 50 }, () => timed(() => catalogue.counters())),
  };
  const put = timed(() => catalogue.put(changed));
  const repaired = deviceCardOrderings.map((ordering) => timed(() => catalogue.query({ ordering }, WINDOW)));
  const megabytes = memoryMb() - before;
  const name = (what: string) => `engine of the list, ${count} cards, processor time: ${what}`;
  const ms = { unit: 'ms', goal: GOAL_MS, better: 'smaller' as const };
  return [
    ...Object.entries(measured).flatMap(([what, times]) => [
      { name: name(`${what}, median`), value: median(times), ...ms },
      {
        name: name(`${what}, p95`),
        value: percentile(times, 0.95),
        ...ms,
        note: `longest ${Math.max(...times).toFixed(1)} ms`,
      },
    ]),
    {
      name: name(`an order asked for the first time, longest`),
      value: Math.max(...firstOrders),
      ...ms,
      goal: 300,
    },
    { name: name(`${CHANGED_CARDS} changed cards put`), value: put, ...ms, goal: 100 },
    {
      name: name(`an order after ${CHANGED_CARDS} changes, longest`),
      value: Math.max(...repaired),
      ...ms,
      goal: 50,
    },
    { name: name(`a portion of ${CARDS_PER_PORTION} put, median`), value: median(fill), ...ms, goal: 50 },
    {
      name: `engine of the list, ${count} cards: memory`,
      value: megabytes,
      unit: 'MB',
      goal: MEMORY_GOAL_MB,
      better: 'smaller',
      note: `all orders kept; ${portions.length} portions not counted`,
    },
  ];
}

function measure(catalogue: Catalogue, queries: readonly CatalogueQuery[]): number[] {
  // The first round is for the compiler.
  return Array.from({ length: ROUNDS + 1 }, () =>
    queries.map((query) => timed(() => catalogue.query(query, WINDOW))),
  )
    .slice(1)
    .flat();
}

/** Of the processor, the collector's threads included: it is not waited for anything, and neighbours do not count. */
function timed(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function makePortions(count: number): CatalogueColumns[] {
  // As text, so that the strings are those of an answer.
  const cards = demoCatalogue({ seed: SEED, now: new Date('2026-11-23T12:00:00Z') });
  const portions: string[] = [];
  for (let done = 0; done < count; done += CARDS_PER_PORTION) {
    const rows = Array.from({ length: Math.min(CARDS_PER_PORTION, count - done) }, (_, n) =>
      rowOf(cards.next().value, 1 + done + n),
    );
    portions.push(JSON.stringify(columnsOf(rows)));
  }
  return portions.map((text) => JSON.parse(text) as CatalogueColumns);
}

function rowOf(card: DemoCard, id: number): CatalogueRow {
  const shops = id % 20 === 0 ? [] : [1 + (id % 5), ...(id % 3 === 0 ? [6] : [])];
  const summary = summariseCard({
    title: card.title,
    vendor_code: card.vendorCode,
    brand: card.brand,
    sizes: card.sizes,
    shop_cards: shops.map((shopId, index) => ({
      shop_id: shopId,
      vendor_code: card.vendorCode,
      nm_id: 120_000_000 + id * 5 + index,
      state: card.isRejected ? ('HAS_ERRORS' as const) : ('PUBLISHED' as const),
      skus: [],
      stock: card.hasNoStock ? 0 : (id * 7) % 60,
    })),
  });
  const priceKopecks = card.priceRub * 100;
  const finalPriceKopecks = Math.floor((priceKopecks * (100 - card.discount)) / 100);
  const costPriceKopecks = card.costRub === null ? null : card.costRub * 100;
  return {
    id,
    vendorCode: card.vendorCode,
    title: card.title,
    subjectId: card.subject.id,
    subjectName: card.subject.name,
    brand: card.brand,
    photo: card.photos[0] ?? null,
    nmId: summary.nm_id,
    nmIds: summary.nm_ids,
    priceKopecks,
    discount: card.discount,
    finalPriceKopecks,
    costPriceKopecks,
    marginPercent: marginPercent(finalPriceKopecks, costPriceKopecks),
    filledPercent: 50 + (id % 50),
    hasDimensions: id % 9 !== 0,
    stock: summary.stock,
    shopIds: summary.shop_ids,
    tags: card.tags,
    wbTags: [],
    state: id % 33 === 0 ? 'ARCHIVED' : summary.state,
    hasUnsentChanges: id % 11 === 0,
    version: 1 + (id % 4),
    updatedAtUs: card.updatedAt.getTime() * 1000 + (id % 1000),
    searchText: summary.search_text,
  };
}

/** What is in use after the collector has been. */
function memoryMb(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 ** 2;
}
