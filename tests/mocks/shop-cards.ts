import type { ShopCard } from '#contract/shop-cards.ts';

/** The card as a shop has it, without own texts and prices. */
export const mockShopCard = (shopId: number, changes: Partial<ShopCard> = {}): ShopCard => ({
  shopId,
  shopName: 'Магазин',
  nmId: 120_000_000 + shopId,
  vendorCode: 'V-1',
  title: null,
  priceKopecks: 305_000,
  discount: 30,
  state: 'PUBLISHED',
  errors: [],
  sizes: [],
  syncedAt: '2026-11-20T14:02:00+03:00',
  ...changes,
});
