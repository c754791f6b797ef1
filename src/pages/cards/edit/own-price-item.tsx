import { useState } from 'react';
import type { CardContent } from '#contract/cards.ts';
import type { OwnPrice, ShopCard } from '#contract/shop-cards.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { OwnPriceDialog } from '#pages/cards/form/own-price-dialog.tsx';
import { TextChange } from '#parts/cards/text-change.tsx';
import { Button } from '#ui/button.tsx';
import { HistoryRow } from './history-row.tsx';
import type { OwnPriceLine } from './own-price-lines.ts';
import { PRICES_NEED_CONNECTION } from './save-card.ts';

interface OwnPriceItemProps {
  cardId: number;
  line: OwnPriceLine;
  /** undefined until it is known what the shops have now. */
  inShops: readonly ShopCard[] | undefined;
  /** What the form holds: a shop without a price of its own takes it. */
  card: Pick<CardContent, 'priceKopecks' | 'discount'>;
}

/** It goes back by way of the dialog in which it is typed, with what it is now beside it. */
export function OwnPriceItem({ cardId, line, inShops, card }: OwnPriceItemProps) {
  const [isOpen, setOpen] = useState(false);
  const onlineOnly = useOnlineOnly();
  const shopCard = inShops?.find(({ shopId }) => shopId === line.shopId);
  const isGone = inShops !== undefined && !shopCard;
  const isThere = shopCard !== undefined && hasAll(shopCard, line.old);
  return (
    <HistoryRow
      label={line.label}
      action={
        isGone ? null : (
          <Button
            size="sm"
            className="shrink-0"
            aria-label={`Вернуть: ${line.label}`}
            disabledReason={
              (isThere ? 'Так сейчас и есть' : null) ??
              (shopCard ? null : 'Цены магазинов ещё не прочитаны') ??
              onlineOnly(PRICES_NEED_CONNECTION)
            }
            onClick={() => setOpen(true)}
          >
            Вернуть
          </Button>
        )
      }
    >
      <TextChange before={line.before} after={line.after} />
      {isOpen && shopCard ? (
        <OwnPriceDialog
          cardId={cardId}
          shopCard={shopCard}
          card={card}
          restored={line.old}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </HistoryRow>
  );
}

function hasAll({ ownPriceKopecks = null, ownDiscount = null }: ShopCard, old: Partial<OwnPrice>): boolean {
  return (
    (old.ownPriceKopecks === undefined || old.ownPriceKopecks === ownPriceKopecks) &&
    (old.ownDiscount === undefined || old.ownDiscount === ownDiscount)
  );
}
