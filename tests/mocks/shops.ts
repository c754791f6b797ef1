import type { HttpHandler } from 'msw';
import {
  addShopTokenEndpoint,
  checkShopTokensEndpoint,
  createShopEndpoint,
  getShopEndpoint,
  listShopsEndpoint,
  removeShopTokenEndpoint,
  updateShopEndpoint,
  type Shop,
  type ShopToken,
} from '#contract/shops.ts';
import { allTokenCategories, type Profile } from '#contract/users.ts';
import { mock, mockError } from './mock-endpoint.ts';

export const allCategoriesActive: Profile['shops'][number]['tokens'] = allTokenCategories.map((category) => ({
  category,
  status: 'ACTIVE',
}));

const DAY_MS = 24 * 3600 * 1000;

export function mockToken(changes: Partial<ShopToken> = {}): ShopToken {
  return {
    id: 11,
    last4: 'q7Xw',
    type: 'PERSONAL',
    isReadOnly: false,
    expiresAt: new Date(Date.now() + 120 * DAY_MS).toISOString(),
    createdAt: '2026-10-01T10:00:00+03:00',
    categories: allTokenCategories.map((category) => ({ category, status: 'ACTIVE', problem: null })),
    ...changes,
  };
}

export function mockShop(changes: Partial<Shop> = {}): Shop {
  return {
    id: 1,
    name: 'Московский',
    letter: 'М',
    color: 0,
    sid: 'e8923014-e233-47c6-9c9c-0e2d9a1b2c3d',
    tradeMark: 'Тёплый Дом',
    tin: '7707083893',
    description: 'Главный магазин',
    cardCount: 248,
    warehouseCount: 2,
    tokens: [mockToken()],
    lastSyncedAt: '2026-11-20T13:40:00+03:00',
    misfits: [],
    unreadCards: { count: 0, rows: [] },
    ...changes,
  };
}

export const mockShops: Shop[] = [
  mockShop(),
  mockShop({
    id: 2,
    name: 'Сибирь',
    letter: 'С',
    color: 1,
    cardCount: 131,
    tokens: [mockToken({ id: 12, last4: 'p0Lk' })],
  }),
];

/** A secret that the mocked marketplace knows; anything else is refused. */
export const mockSecret = 'eyJhbGciOiJFUzI1NiJ9.eyJzIjo3fQ.c2lnbmF0dXJl';

export function shopHandlers(): HttpHandler[] {
  const shops = new Map(mockShops.map((shop) => [shop.id, shop]));
  const notFound = () => mockError(404, { code: 'not_found', detail: ['Магазин не найден'] });
  const change = (id: number, patch: (shop: Shop) => Partial<Shop>) => {
    const shop = shops.get(id);
    if (!shop) return notFound();
    const changed = { ...shop, ...patch(shop) };
    shops.set(id, changed);
    return changed;
  };
  const refused = () =>
    mockError(400, {
      detail: ['Это не похоже на токен Wildberries'],
      errors: [{ field: 'token', detail: 'Это не похоже на токен Wildberries' }],
    });
  return [
    mock(listShopsEndpoint, () => [...shops.values()]),
    mock(getShopEndpoint, ({ params }) => shops.get(params.id) ?? notFound()),
    mock(createShopEndpoint, ({ body }) => {
      if (body.token !== mockSecret) return refused();
      const shop = mockShop({
        id: 3,
        name: body.name ?? 'Новый магазин',
        letter: 'Н',
        color: 2,
        cardCount: 0,
      });
      shops.set(shop.id, shop);
      return shop;
    }),
    mock(updateShopEndpoint, ({ params, body }) =>
      change(params.id, (shop) => ({
        name: body.name ?? shop.name,
        description: body.description ?? shop.description,
      })),
    ),
    mock(addShopTokenEndpoint, ({ params, body }) =>
      body.token === mockSecret
        ? change(params.id, (shop) => ({ tokens: [...shop.tokens, mockToken({ id: 99, last4: 'ture' })] }))
        : refused(),
    ),
    mock(removeShopTokenEndpoint, ({ params }) => {
      const changed = change(params.id, (shop) => ({
        tokens: shop.tokens.filter(({ id }) => id !== params.tokenId),
      }));
      return changed instanceof Response ? changed : undefined;
    }),
    mock(checkShopTokensEndpoint, ({ params }) => change(params.id, () => ({}))),
  ];
}
