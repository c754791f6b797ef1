/** Every address of the product. Whatever else is asked for is «Страница не найдена». */
export const paths = {
  root: '/',
  home: '/home',
  cards: '/home/cards',
  cardEdit: '/home/cards/edit',
  cardCreate: '/home/cards/create',
  cardDuplicate: '/home/cards/duplicate',
  shipments: '/home/shipments',
  promotions: '/home/promotions',
  account: '/home/account',
  shops: '/home/account/shops',
  warehouses: '/home/account/warehouses',
  settings: '/home/account/settings',
  analytics: '/home/analytics',
  profit: '/home/analytics/profit',
  diagnostics: '/home/diagnostics',
  auth: '/auth',
  login: '/auth/login',
  passwordChange: '/auth/password/change',
} as const;

const known = new Set<string>(Object.values(paths));

/** Whether the product has such an address; a slash at the end does not matter. */
export function isKnownPath(pathname: string): boolean {
  return known.has(pathname === '/' ? pathname : pathname.replace(/\/$/, ''));
}
