import { paths } from '#lib/paths.ts';

export interface MenuLeaf {
  label: string;
  to: string;
}

export interface MenuBranch {
  label: string;
  /** The area that the submenu belongs to. */
  under: string;
  items: readonly MenuLeaf[];
}

/** The top menu, and the palette's list of screens. */
export const menuItems: readonly (MenuLeaf | MenuBranch)[] = [
  { label: 'Список карточек', to: paths.cards },
  { label: 'Отправки', to: paths.shipments },
  { label: 'Акции', to: paths.promotions },
  {
    label: 'Аккаунт',
    under: paths.account,
    items: [
      { label: 'Магазины', to: paths.shops },
      { label: 'Группы складов', to: paths.warehouses },
      { label: 'Настройки', to: paths.settings },
    ],
  },
  {
    label: 'Аналитика',
    under: paths.analytics,
    items: [{ label: 'Заказы и продажи', to: paths.profit }],
  },
];

/** Whether the path is the item's page or one below it. */
export function isUnder(pathname: string, area: string): boolean {
  return pathname === area || pathname.startsWith(`${area}/`);
}
