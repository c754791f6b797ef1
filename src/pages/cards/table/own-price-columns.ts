import type { ProfileShop } from '#contract/users.ts';
import { inQuotes } from '#lib/text.ts';
import type { Column } from './column.ts';
import { readPrice } from './columns.ts';

export const ownPriceKey = (shopId: number) => `ownPrice:${shopId}`;

/** What a shop has of its own in place of the card's price. */
export function ownPriceColumn({ id: shopId, name }: Pick<ProfileShop, 'id' | 'name'>): Column {
  return {
    key: ownPriceKey(shopId),
    label: name,
    above: 'Своя цена',
    name: `Своя цена ${inQuotes(name)}`,
    target: { kind: 'ownPrice', shopId },
    kind: 'sum',
    width: { rem: 9 },
    long: null,
    canBeEmpty: true,
    valueOf: ({ ownPrices }) => ownPrices?.find((own) => own.shopId === shopId)?.priceKopecks ?? null,
    read: readPrice,
    isClosed: () => false,
    inPlace: { valueOf: ({ priceKopecks }) => priceKopecks, note: 'Своей цены нет: действует общая' },
  };
}
