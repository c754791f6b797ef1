import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shopQueries } from '#api/shops.ts';
import type { CardContent } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatKopecks } from '#lib/money.ts';
import { MINUS, NBSP } from '#lib/numbers.ts';
import { inQuotes } from '#lib/text.ts';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { finalPriceKopecks } from './final-price.ts';
import { OwnPriceDialog } from './own-price-dialog.tsx';

interface ShopPricesTableProps {
  /** Undefined for a card that is not saved yet: its shops cannot have prices of their own. */
  cardId: number | undefined;
  inShops: readonly ShopCard[];
  shops: readonly ProfileShop[];
  card: Pick<CardContent, 'priceKopecks' | 'discount'>;
  disabledReason: string | null;
}

/** What each shop has at the marketplace now, and what will be sent there when it is not the card's price. */
export function ShopPricesTable({ cardId, inShops, shops, card, disabledReason }: ShopPricesTableProps) {
  const [editedId, setEditedId] = useState<number | null>(null);
  const edited = inShops.find(({ shopId }) => shopId === editedId);
  const unread = useUnreadShops(inShops);
  return (
    <>
      <DataTable label="Цены в магазинах" className="table-fixed">
        <colgroup>
          <col />
          <col className="w-28 max-md:hidden" />
          <col className="w-24 max-md:hidden" />
          <col className="w-28" />
          <col className="w-14" />
        </colgroup>
        <thead>
          <tr>
            <HeadCell>Магазин</HeadCell>
            <HeadCell align="end" className="max-md:hidden">
              Цена
            </HeadCell>
            <HeadCell align="end" className="max-md:hidden">
              Скидка
            </HeadCell>
            <HeadCell align="end">Со скидкой</HeadCell>
            <HeadCell>
              <span className="sr-only">Своя цена</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {inShops.map((shop) => {
            const badge = shops.find(({ id }) => id === shop.shopId);
            return (
              <Row key={shop.shopId}>
                <Cell>
                  <span className="flex items-center gap-2">
                    {badge ? <ShopBadge shop={badge} /> : null}
                    <span className="min-w-0">
                      <span className="block truncate">{shop.shopName}</span>
                      {unread.has(shop.shopId) ? (
                        <span className="block text-sm text-muted">Магазин ещё не обновлялся</span>
                      ) : null}
                      <OwnPrice shop={shop} card={card} />
                    </span>
                  </span>
                </Cell>
                <PriceThere shop={shop} isUnread={unread.has(shop.shopId)} />
                <Cell align="end">
                  {cardId === undefined ? null : (
                    <IconButton
                      icon="edit"
                      size="sm"
                      label={`Своя цена для ${inQuotes(shop.shopName)}`}
                      onClick={() => setEditedId(shop.shopId)}
                      disabledReason={disabledReason}
                    />
                  )}
                </Cell>
              </Row>
            );
          })}
        </tbody>
      </DataTable>
      {edited && cardId !== undefined ? (
        <OwnPriceDialog cardId={cardId} shopCard={edited} card={card} onClose={() => setEditedId(null)} />
      ) : null}
    </>
  );
}

/** Shops whose first reading is not over: whether they have the card, nobody knows yet. */
function useUnreadShops(inShops: readonly ShopCard[]): ReadonlySet<number> {
  const mayBeUnread = inShops.some(({ nmId }) => nmId === null);
  const { data = [] } = useQuery({ ...shopQueries.list(), enabled: mayBeUnread });
  const unread = new Set(data.filter(({ lastSyncedAt }) => lastSyncedAt === null).map(({ id }) => id));
  return new Set(
    inShops.filter((shop) => shop.nmId === null && unread.has(shop.shopId)).map(({ shopId }) => shopId),
  );
}

/** Of a shop without the card there is none; of one that has it, or may have it, it may not have been read yet. */
function PriceThere({ shop, isUnread }: { shop: ShopCard; isUnread: boolean }) {
  const { nmId, priceKopecks, discount } = shop;
  const unknown = nmId === null && !isUnread ? '—' : '';
  return (
    <>
      <Cell align="end" className="max-md:hidden">
        {priceKopecks === null ? unknown : formatKopecks(priceKopecks)}
      </Cell>
      <Cell align="end" className="max-md:hidden">
        {discount === null ? unknown : `${MINUS}${discount}${NBSP}%`}
      </Cell>
      <Cell align="end">
        {priceKopecks === null
          ? unknown || <span className="text-sm text-muted">не прочитана</span>
          : formatKopecks(finalPriceKopecks(priceKopecks, discount ?? 0))}
      </Cell>
    </>
  );
}

function OwnPrice({ shop, card }: Pick<ShopPricesTableProps, 'card'> & { shop: ShopCard }) {
  const price = shop.ownPriceKopecks ?? null;
  const discount = shop.ownDiscount ?? null;
  if (price === null && discount === null) return null;
  const final = finalPriceKopecks(price ?? card.priceKopecks, discount ?? card.discount);
  return (
    <span className="block text-sm text-accent-ink">
      Своя: {formatKopecks(final)} ({formatKopecks(price ?? card.priceKopecks)}, {MINUS}
      {discount ?? card.discount}
      {NBSP}%)
    </span>
  );
}
