import type { qualityFilters } from '#contract/card-list.ts';
import type { CardTab } from '#contract/cards.ts';

/** Every address of the product. Whatever else is asked for is «Страница не найдена». */
export const paths = {
  root: '/',
  home: '/home',
  cards: '/home/cards',
  cardEdit: '/home/cards/edit',
  cardCreate: '/home/cards/create',
  cardDuplicate: '/home/cards/duplicate',
  cardTable: '/home/cards/table',
  bulkEdit: '/home/cards/bulk-edit',
  cardHistory: '/home/cards/history',
  cardImport: '/home/cards/import',
  costTable: '/home/cards/costs',
  heldPrices: '/home/cards/price-quarantine',
  cardCount: '/home/cards/count',
  shipments: '/home/shipments',
  promotions: '/home/promotions',
  account: '/home/account',
  shops: '/home/account/shops',
  warehouses: '/home/account/warehouses',
  settings: '/home/account/settings',
  analytics: '/home/analytics',
  profit: '/home/analytics/profit',
  reports: '/home/analytics/reports',
  diagnostics: '/home/diagnostics',
  auth: '/auth',
  login: '/auth/login',
  passwordChange: '/auth/password/change',
} as const;

/** Addresses that say more than the screen: what stands after «?». */
export const hrefTo = {
  cards: (query: { q?: string; quality?: (typeof qualityFilters)[number] }) => withQuery(paths.cards, query),
  card: (query: { id: number; tab?: CardTab; field?: string; shipment?: number; error?: number }) =>
    withQuery(paths.cardEdit, query),
  /** The card that waits on the device, by its temporary id. */
  newCard: (query: { local: number }) => withQuery(paths.cardCreate, query),
  copiesOf: (query: { id: number }) => withQuery(paths.cardDuplicate, query),
  bulkEdit: (query: { id: number }) => withQuery(paths.bulkEdit, query),
  cardImport: (query: { id: number }) => withQuery(paths.cardImport, query),
  shipment: (query: { id: number }) => withQuery(paths.shipments, query),
  shopTokens: (shopId: number) => withQuery(paths.shops, { shop: shopId, tab: 'tokens' }),
  installSteps: () => withQuery(paths.settings, { install: 'steps' }),
};

function withQuery(path: string, query: Record<string, string | number>): string {
  // Its type asks for texts alone, and it writes a number as its text.
  return `${path}?${new URLSearchParams(query as Record<string, string>)}`;
}

const known = new Set<string>(Object.values(paths));

/** Whether the product has such an address; a slash at the end does not matter. */
export function isKnownPath(pathname: string): boolean {
  return known.has(pathname === '/' ? pathname : pathname.replace(/\/$/, ''));
}
