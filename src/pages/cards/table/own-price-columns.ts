import type { ProfileShop } from '#contract/users.ts';
import { inQuotes } from '#lib/text.ts';
import type { Column } from './column.ts';
import { readDiscount, readPrice } from './columns.ts';

export const ownPriceKey = (shopId: number) => `ownPrice:${shopId}`;
export const ownDiscountKey = (shopId: number) => `ownDiscount:${shopId}`;

type Shop = Pick<ProfileShop, 'id' | 'name'>;

/** What a shop has of its own in place of the card's price. */
export function ownPriceColumn({ id: shopId, name }: Shop): Column {
  return {
    key: ownPriceKey(shopId),
    label: name,
    above: 'Своя цена',
    name: `Своя цена ${inQuotes(name)}`,
    target: { kind: 'ownPrice', shopId },
    kind: 'sum',
    width: { rem: 9 },
    long: null,
    empty: { value: null, isPasted: true },
    valueOf: ({ ownPrices }) => ownPrices?.find((own) => own.shopId === shopId)?.priceKopecks ?? null,
    read: readPrice,
    isClosed: () => false,
    inPlace: { valueOf: ({ priceKopecks }) => priceKopecks, note: 'Своей цены нет: действует общая' },
  };
}

/** The same of its discount. */
export function ownDiscountColumn({ id: shopId, name }: Shop): Column {
  return {
    key: ownDiscountKey(shopId),
    label: name,
    above: 'Своя скидка',
    name: `Своя скидка ${inQuotes(name)}`,
    target: { kind: 'ownDiscount', shopId },
    kind: 'percent',
    width: { rem: 8 },
    long: null,
    empty: { value: null, isPasted: true },
    valueOf: ({ ownDiscounts }) => ownDiscounts?.find((own) => own.shopId === shopId)?.discount ?? null,
    read: readDiscount,
    isClosed: () => false,
    inPlace: { valueOf: ({ discount }) => discount, note: 'Своей скидки нет: действует общая' },
  };
}
