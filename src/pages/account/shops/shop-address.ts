export const shopTabs = ['description', 'warehouses', 'tokens'] as const;
export type ShopTab = (typeof shopTabs)[number];

export function parseShopTab(text: string | null): ShopTab {
  return shopTabs.find((tab) => tab === text) ?? 'description';
}

/** The query of a shop's tab. */
export function shopSearch(id: number, tab: ShopTab = 'description'): string {
  return tab === 'description' ? `?shop=${id}` : `?shop=${id}&tab=${tab}`;
}
