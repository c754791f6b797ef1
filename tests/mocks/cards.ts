import type { HttpHandler } from 'msw';
import { suggestSearch } from '#contract/catalogue/search-suggestion.ts';
import { foldForSearch } from '#contract/catalogue/search-words.ts';
import { suggestSearchEndpoint } from '#contract/search-suggestion.ts';
import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import {
  copyCardsEndpoint,
  duplicateCardEndpoint,
  listCopyNamesEndpoint,
  nameCopiesEndpoint,
  readCopySourcesEndpoint,
} from '#contract/card-copies.ts';
import { checkCardEndpoint, sendCardsEndpoint, readCardStocksEndpoint } from '#contract/card-sending.ts';
import { listGroupsOfCardEndpoint } from '#contract/card-groups.ts';
import { listCardTagsEndpoint, listCardWbTagsEndpoint } from '#contract/card-tags.ts';
import { generateTitlesEndpoint } from '#contract/card-texts.ts';
import {
  getCardCountersEndpoint,
  getCardFacetsEndpoint,
  listCardsEndpoint,
  type CardRow,
} from '#contract/card-list.ts';
import {
  archiveCardsEndpoint,
  freezeSelectionEndpoint,
  getCardOperationEndpoint,
  undoCardOperationEndpoint,
  type CardSelection,
} from '#contract/card-operations.ts';
import { listCardOperationsEndpoint } from '#contract/operation-history.ts';
import { readCardTableEndpoint } from '#contract/card-table.ts';
import { listCardCostsEndpoint } from '#contract/card-costs.ts';
import { createCardEndpoint } from '#contract/card-creation.ts';
import { getCardEndpoint, updateCardEndpoint, type Card } from '#contract/cards.ts';
import { listShopCardsEndpoint } from '#contract/shop-cards.ts';
import {
  listDirectoryEndpoint,
  listRecentSubjectsEndpoint,
  listSubjectBrandsEndpoint,
  listSubjectCharacteristicsEndpoint,
  listSubjectsEndpoint,
  listUsedValuesEndpoint,
} from '#contract/subjects.ts';
import { generateBarcodesEndpoint, listBarcodeHoldersEndpoint } from '#contract/barcodes.ts';
import { mockCataloguePortion } from './catalogue-feed.ts';
import { mock, mockError } from './mock-endpoint.ts';

const SUBJECT = { id: 812, name: 'Кружки', parentName: 'Посуда и инвентарь' };

export function mockCard(id: number, changes: Partial<Card> = {}): Card {
  return {
    id,
    vendorCode: `MUG-${id}`,
    title: `Кружка керамическая ${id}`,
    description: 'Для чая и кофе.',
    subjectId: SUBJECT.id,
    subjectName: SUBJECT.name,
    brand: 'Керамия',
    dimensions: { lengthCm: 13, widthCm: 11, heightCm: 11, weightKg: 0.42 },
    characteristics: [{ id: 14177449, values: ['белый'] }],
    sizes: [],
    photos: ['/media/drawn/mug-20-1.svg'],
    tags: [],
    priceKopecks: 890_00,
    discount: 32,
    clubDiscount: 0,
    costPriceKopecks: 250_00,
    nmId: 218_734_500 + id,
    finalPriceKopecks: 605_20,
    stock: 604,
    shopIds: [1],
    state: 'PUBLISHED',
    version: 1,
    createdAt: '2026-10-01T12:00:00+03:00',
    updatedAt: '2026-11-20T14:05:00+03:00',
    updatedBy: 'Демо',
    ...changes,
  };
}

export function mockCardRow(card: Card): CardRow {
  return {
    id: card.id,
    vendorCode: card.vendorCode,
    title: card.title,
    subjectName: card.subjectName,
    brand: card.brand,
    photo: card.photos[0] ?? null,
    nmId: card.nmId,
    priceKopecks: card.priceKopecks,
    discount: card.discount,
    finalPriceKopecks: card.finalPriceKopecks,
    costPriceKopecks: card.costPriceKopecks,
    stock: card.stock,
    shopIds: card.shopIds,
    state: card.state,
    version: card.version,
    updatedAt: card.updatedAt,
  };
}

interface MockFilter {
  search?: string | undefined;
  state?: Card['state'] | undefined;
  shop?: number[] | undefined;
  nmId?: number | undefined;
}

/** A server with a few cards; what one request changes, the next one sees. */
export function cardHandlers(initial: Card[] = [1, 2, 3].map((id) => mockCard(id))): HttpHandler[] {
  const cards = new Map(initial.map((card) => [card.id, card]));
  const all = () => [...cards.values()];
  const matching = (filter: MockFilter) =>
    all().filter(
      (card) =>
        (filter.search === undefined || card.title.toLowerCase().includes(filter.search.toLowerCase())) &&
        (filter.state === undefined ? card.state !== 'ARCHIVED' : card.state === filter.state) &&
        (filter.shop === undefined || filter.shop.some((id) => card.shopIds.includes(id))) &&
        (filter.nmId === undefined || card.nmId === filter.nmId),
    );
  /** Ids of what was frozen. */
  const frozen = new Map<string, number[]>();
  const chosen = (selection: CardSelection): Card[] => {
    if ('id' in selection) {
      const ids = frozen.get(selection.id) ?? [];
      return all().filter(({ id }) => ids.includes(id) && !selection.except?.includes(id));
    }
    if ('ids' in selection) return all().filter((card) => selection.ids.includes(card.id));
    const found = 'filter' in selection ? matching(selection.filter) : all();
    return found.filter((card) => !selection.except?.includes(card.id));
  };
  /** The chosen cards, or the server's refusal when they are not as many as the person has seen. */
  const selected = (selection: CardSelection) => {
    const found = chosen(selection);
    const { expectedCount = found.length } = selection;
    if (found.length === expectedCount) return found;
    return mockError(409, {
      code: 'selection_changed',
      detail: [`Выбрано ${expectedCount}, стало ${found.length}. Проверьте список и выберите ещё раз`],
    });
  };
  /** What each operation moved, as it was before. */
  const operations: Card[][] = [];
  return [
    mock(listCardsEndpoint, ({ query }) => {
      const found = matching(query);
      return {
        count: found.length,
        next: null,
        previous: null,
        results: found.slice(query.offset, query.offset + query.limit).map(mockCardRow),
      };
    }),
    mock(getCardCountersEndpoint, () => {
      const count = (state: Card['state']) => all().filter((card) => card.state === state).length;
      return {
        all: all().filter((card) => card.state !== 'ARCHIVED').length,
        DRAFT: count('DRAFT'),
        PUBLISHED: count('PUBLISHED'),
        UPDATING: count('UPDATING'),
        HAS_ERRORS: count('HAS_ERRORS'),
        ARCHIVED: count('ARCHIVED'),
      };
    }),
    mock(suggestSearchEndpoint, ({ query }) => {
      const words = all().flatMap(({ title, brand }) => foldForSearch(`${title} ${brand}`).split(' '));
      return { search: suggestSearch(query.search, words) ?? null };
    }),
    mock(getCardFacetsEndpoint, () => ({
      subjects: [{ id: SUBJECT.id, name: SUBJECT.name, count: cards.size }],
      brands: [{ name: 'Керамия', count: cards.size }],
    })),
    mock(listCatalogueChangesEndpoint, () => mockCataloguePortion(all())),
    mock(listCardTagsEndpoint, () => ['Хит', 'Новинка']),
    mock(listCardWbTagsEndpoint, () => ['Вывод', 'Сезон']),
    mock(
      getCardEndpoint,
      ({ params }) => cards.get(params.id) ?? mockError(404, { detail: ['Карточка не найдена'] }),
    ),
    mock(updateCardEndpoint, ({ params, body, request }) => {
      const card = cards.get(params.id);
      if (!card) return mockError(404, { detail: ['Карточка не найдена'] });
      if (request.headers.get('if-match') !== `"v${card.version}"`) {
        return mockError(412, { code: 'version_conflict', detail: ['Карточку изменили'], current: card });
      }
      const saved = { ...card, version: card.version + 1 };
      // Fields left out stay as they are.
      Object.assign(saved, body);
      cards.set(card.id, saved);
      return saved;
    }),
    mock(createCardEndpoint, ({ body }) => {
      const card = { ...mockCard(cards.size + 100, { state: 'DRAFT', nmId: null, shopIds: [] }), ...body };
      cards.set(card.id, card);
      return card;
    }),
    mock(listCopyNamesEndpoint, ({ params, query }) => {
      const { vendorCode, title } = cards.get(params.id) ?? mockCard(params.id);
      return Array.from({ length: query.count }, (_, index) => ({
        vendorCode: `${vendorCode}-${index + 2}`,
        title: `${title} ${index + 2}`,
      }));
    }),
    mock(duplicateCardEndpoint, ({ params, body }) => {
      const card = cards.get(params.id) ?? mockCard(params.id);
      const copies = Array.from({ length: body.copies }, (_, index) => {
        const { vendorCode = `${card.vendorCode}-${index + 2}`, title = `${card.title} ${index + 2}` } =
          body.rows?.[index] ?? {};
        return mockCard(500 + index, { vendorCode, title });
      });
      return { cards: copies.map(mockCardRow) };
    }),
    mock(nameCopiesEndpoint, ({ body }) => {
      const chosen = selected(body.selection);
      if (!Array.isArray(chosen)) return chosen;
      const results = chosen.map(({ id, vendorCode, title }) => ({
        cardId: id,
        vendorCode: `${vendorCode}-2`,
        title: `${title} 2`,
      }));
      return { cardTotal: results.length, madeCount: 0, results };
    }),
    mock(readCopySourcesEndpoint, ({ body }) => ({
      results: body.cardIds
        .map((id) => cards.get(id) ?? mockCard(id))
        .map(({ id, vendorCode, title, sizes }) => ({
          cardId: id,
          colour: { values: ['белый'], maxCount: 2 },
          sizes: sizes.map(({ techSize }) => ({ techSize })),
          sourceVendorCode: vendorCode,
          sourceTitle: title,
          photo: null,
        })),
    })),
    mock(copyCardsEndpoint, ({ body }) => ({
      cards: body.rows.map(({ vendorCode, title }, index) =>
        mockCardRow(mockCard(500 + index, { vendorCode, title })),
      ),
    })),
    mock(freezeSelectionEndpoint, ({ body }) => {
      const chosen = selected(body.selection);
      if (!Array.isArray(chosen)) return chosen;
      const id = `frozen-${frozen.size + 1}`;
      frozen.set(
        id,
        chosen.map((card) => card.id),
      );
      return { id, count: chosen.length, expiresAt: '2026-11-23T15:05:00+03:00' };
    }),
    mock(archiveCardsEndpoint, ({ body }) => {
      const chosen = selected(body.selection);
      if (!Array.isArray(chosen)) return chosen;
      const state = body.isArchived ? ('ARCHIVED' as const) : ('PUBLISHED' as const);
      const moved = chosen.filter((card) => (card.state === 'ARCHIVED') !== body.isArchived);
      for (const card of moved) cards.set(card.id, { ...card, state });
      operations.push(moved);
      return {
        ids: moved.map(({ id }) => id),
        count: moved.length,
        operationId: operations.length,
        isDone: true,
      };
    }),
    mock(undoCardOperationEndpoint, ({ params }) => {
      const moved = operations[params.id - 1] ?? [];
      for (const card of moved) cards.set(card.id, card);
      return { count: moved.length, movedSince: 0, operationId: operations.length + 1, isDone: true };
    }),
    mock(listCardOperationsEndpoint, () => ({ results: [], nextBeforeId: null })),
    mock(getCardOperationEndpoint, ({ params }) => {
      const count = operations[params.id - 1]?.length ?? 0;
      return { count, total: null, movedSince: 0, isDone: true };
    }),
    mock(readCardTableEndpoint, ({ body }) => {
      const chosen = selected(body.selection);
      if (!Array.isArray(chosen)) return chosen;
      const results = chosen.map((card) => ({ ...card, ...card.dimensions }));
      return { cardTotal: chosen.length, results, nextAfterId: null };
    }),
    mock(listShopCardsEndpoint, () => []),
    mock(listCardCostsEndpoint, () => []),
    mock(listGroupsOfCardEndpoint, () => []),
    mock(readCardStocksEndpoint, () => ({ shopCards: [], unread: [] })),
    mock(listSubjectsEndpoint, () => [SUBJECT]),
    mock(listRecentSubjectsEndpoint, () => [SUBJECT]),
    mock(listSubjectCharacteristicsEndpoint, () => [
      {
        id: 14177449,
        name: 'Цвет',
        isRequired: true,
        type: 'TEXT' as const,
        unit: '',
        maxCount: 0,
        directory: 'COLORS' as const,
      },
      { id: 900001, name: 'Объем', isRequired: false, type: 'NUMBER' as const, unit: 'мл', maxCount: 1 },
    ]),
    mock(listDirectoryEndpoint, () => [
      { name: 'белый', parentName: 'белый' },
      { name: 'синий', parentName: 'синий' },
      { name: 'хаки', parentName: 'зеленый' },
    ]),
    mock(listSubjectBrandsEndpoint, () => ['Керамия', 'Чайная церемония']),
    mock(listUsedValuesEndpoint, () => ({
      brands: ['Керамия'],
      characteristics: [{ id: 14177449, values: ['белый', 'белый с ручкой'] }],
    })),
    mock(generateBarcodesEndpoint, ({ body }) => ({
      barcodes: Array.from({ length: body.count }, (_, index) => String(2_000_000_000_001 + index)),
    })),
    mock(listBarcodeHoldersEndpoint, ({ query }) =>
      all().flatMap(({ id, vendorCode, sizes }) =>
        sizes
          .flatMap(({ skus }) => skus)
          .filter((sku) => query.barcode.includes(sku))
          .map((barcode) => ({ barcode, cardId: id, vendorCode })),
      ),
    ),
    mock(generateTitlesEndpoint, () => ({ titles: ['Кружка для чая белая'], source: 'rules' as const })),
    mock(checkCardEndpoint, ({ body }) => ({
      cards: chosen(body.selection).length,
      problems: [],
      shops: body.shopIds.map((shopId) => ({ shopId, toCreate: 1, toUpdate: 1, quota: 100, problem: null })),
    })),
    mock(sendCardsEndpoint, ({ body }) => {
      const chosen = selected(body.selection);
      if (!Array.isArray(chosen)) return chosen;
      return { id: 1042, status: 'NEW', cards: chosen.length, shops: body.shopIds.length };
    }),
  ];
}
