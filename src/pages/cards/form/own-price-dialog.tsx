import { useState } from 'react';
import { useUpdateShopCard } from '#api/one-card.ts';
import { isQuarantined } from '#contract/card-rules.ts';
import type { CardContent } from '#contract/cards.ts';
import { ApiError } from '#api/http/api-error.ts';
import type { OwnPrice, ShopCard } from '#contract/shop-cards.ts';
import { formatKopecks } from '#lib/money.ts';
import { MINUS, NBSP } from '#lib/numbers.ts';
import { inQuotes } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { showToast } from '#ui/toast-store.ts';
import { finalPriceKopecks, priceIn } from './final-price.ts';
import { ownPriceText } from './own-price-text.ts';

interface OwnPriceDialogProps {
  cardId: number;
  shopCard: ShopCard;
  /** What the shop takes where it has nothing of its own. */
  card: Pick<CardContent, 'priceKopecks' | 'discount'>;
  /** What it was before, to be had again: it stands in the fields, and what there is now beside it. */
  restored?: Partial<OwnPrice>;
  onClose: () => void;
}

/** A price and a discount of the card for one shop; an empty field takes the card's. */
export function OwnPriceDialog({ cardId, shopCard, card, restored, onClose }: OwnPriceDialogProps) {
  // As it was when the dialog opened: somebody may change it meanwhile.
  const [seen] = useState({
    ownPriceKopecks: shopCard.ownPriceKopecks ?? null,
    ownDiscount: shopCard.ownDiscount ?? null,
  });
  const [price, setPrice] = useState(beginWith(restored?.ownPriceKopecks, seen.ownPriceKopecks));
  const [discount, setDiscount] = useState(beginWith(restored?.ownDiscount, seen.ownDiscount));
  const save = useUpdateShopCard();
  const onlineOnly = useOnlineOnly();
  const next = { priceKopecks: price ?? card.priceKopecks, discount: discount ?? card.discount };
  const problem = problemOf(price, discount);

  const submit = () => {
    if (problem !== null || save.isPending) return;
    save.mutate(
      { cardId, shopId: shopCard.shopId, body: { ownPriceKopecks: price, ownDiscount: discount, seen } },
      {
        onSuccess: () => {
          showToast({ type: 'success', text: `Цена для ${inQuotes(shopCard.shopName)} сохранена` });
          onClose();
        },
        // The refusal says what it is now; opened again, the dialog begins with that.
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      isDismissible={!save.isPending}
      size="sm"
      title={`Цена для ${inQuotes(shopCard.shopName)}`}
      description={
        restored
          ? `Вернётся ${ownPriceText(restored)}. Сейчас ${ownPriceText(seen)}.`
          : 'Уйдёт на маркетплейс со следующей отправкой цен'
      }
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            type="submit"
            variant="primary"
            loading={save.isPending}
            disabledReason={problem ?? onlineOnly('Цены меняются только при связи')}
          >
            Сохранить
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Своя цена" hint={`Пусто — как в карточке: ${formatKopecks(card.priceKopecks)}`}>
          <NumberInput
            value={price === null ? null : price / 100}
            // The marketplace takes whole roubles.
            onChange={(roubles) => setPrice(roubles === null ? null : Math.round(roubles) * 100)}
            unit="₽"
          />
        </Field>
        <Field label="Своя скидка" hint={`Пусто — как в карточке: ${MINUS}${card.discount}${NBSP}%`}>
          <NumberInput value={discount} onChange={setDiscount} unit="%" />
        </Field>
      </div>
      <p className="mt-4">
        Цена со скидкой:{' '}
        <span className="font-heading tabular-nums">
          {formatKopecks(finalPriceKopecks(next.priceKopecks, next.discount))}
        </span>
      </p>
      {isQuarantined(priceIn(shopCard), next) ? (
        <Notice tone="warning" className="mt-3">
          Это треть прежней цены или меньше: маркетплейс оставит прежнюю.
        </Notice>
      ) : null}
    </Dialog>
  );
}

/** null is a value as well: the card's. */
function beginWith(restored: number | null | undefined, now: number | null): number | null {
  return restored === undefined ? now : restored;
}

function problemOf(priceKopecks: number | null, discount: number | null): string | null {
  if (priceKopecks !== null && priceKopecks < 100) return 'Цена — от 1 ₽';
  return discount !== null && (discount < 0 || discount > 99) ? 'Скидка — от 0 до 99\u00a0%' : null;
}
