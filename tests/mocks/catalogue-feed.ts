import { checksumOfRows } from '#contract/catalogue-checksum.ts';
import type { CataloguePortion, CatalogueRow } from '#contract/catalogue-feed.ts';
import { columnsOf } from '#contract/feed-columns.ts';
import type { Card } from '#contract/cards.ts';

/** All cards in one portion, whatever the device has already: it takes rows that it knows as it takes others. */
export function mockCataloguePortion(cards: readonly Card[]): CataloguePortion {
  const rows = cards.map(rowOf);
  return {
    isReset: false,
    columns: columnsOf(rows),
    removedIds: [],
    cursor: 'mock',
    hasMore: false,
    count: rows.length,
    checksum: checksumOfRows(rows),
    fullChecksum: checksumOfRows(rows),
  };
}

function rowOf(card: Card): CatalogueRow {
  const { nmId, photos, costPriceKopecks, hasUnsentChanges, updatedAt } = card;
  return {
    ...card,
    photo: photos[0] ?? null,
    wbTags: [],
    nmIds: nmId === null ? [] : [nmId],
    costPriceKopecks: costPriceKopecks ?? null,
    marginPercent: null,
    filledPercent: 80,
    hasDimensions: true,
    hasUnsentChanges: hasUnsentChanges ?? false,
    updatedAtUs: Date.parse(updatedAt) * 1000,
    searchText: ` ${card.title} ${card.vendorCode}`.toLowerCase().replaceAll('ё', 'е'),
  };
}
