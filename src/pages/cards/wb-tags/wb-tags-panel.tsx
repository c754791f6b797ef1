import { lazy, Suspense, useState } from 'react';
import { useReadWbTags, useSetWbTags } from '#api/wb-tags.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { inQuotes } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { sendingRefusal } from '#pages/cards/send/sendable-shops.ts';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import { WbTagChip } from './wb-tag-chip.tsx';

const WbTagsDialog = lazy(() =>
  import('./wb-tags-dialog.tsx').then((module) => ({ default: module.WbTagsDialog })),
);

const NEEDS_CONNECTION = 'Ярлыки WB меняются на Wildberries: нужна связь';
const IS_LATE = 'Принято. Wildberries показывает ярлыки с задержкой';

interface WbTagsPanelProps {
  cardId: number;
  shops: readonly ProfileShop[];
  /** Undefined while loading. */
  inShops: readonly ShopCard[] | undefined;
}

/** «Ярлыки WB» of the card, shop by shop. Nothing for a card that the marketplace has nowhere. */
export function WbTagsPanel({ cardId, shops, inShops = [] }: WbTagsPanelProps) {
  const there = shops.flatMap((shop) => {
    const shopCard = inShops.find((one) => one.shopId === shop.id && one.nmId !== null);
    return shopCard ? [{ shop, tags: shopCard.wbTags ?? [] }] : [];
  });
  if (there.length === 0) return null;
  return (
    <Panel title="Ярлыки WB">
      <ul className="-my-2 flex flex-col divide-y divide-line-soft">
        {there.map(({ shop, tags }) => (
          <TagsInShop key={shop.id} cardId={cardId} shop={shop} tags={tags} />
        ))}
      </ul>
    </Panel>
  );
}

interface TagsInShopProps {
  cardId: number;
  shop: ProfileShop;
  tags: NonNullable<ShopCard['wbTags']>;
}

function TagsInShop({ cardId, shop, tags }: TagsInShopProps) {
  const [isOpen, setOpen] = useState(false);
  const [isLate, setLate] = useState(false);
  const read = useReadWbTags({ isQuiet: false });
  const set = useSetWbTags();
  const offlineReason = useOnlineOnly()(NEEDS_CONNECTION);
  const place = { cardId, shopId: shop.id };

  const tell = (isShown: boolean, text: string, takeBack?: () => void) => {
    setLate(!isShown);
    showToast({
      type: isShown ? 'success' : 'info',
      text: isShown ? text : IS_LATE,
      action: takeBack && { label: 'Вернуть', onClick: takeBack },
    });
  };
  const takeBack = async (tagIds: number[], seenIds: number[]) => {
    try {
      const { isShown } = await set.mutateAsync({ ...place, tagIds, seenIds });
      tell(isShown, 'Прежние ярлыки WB возвращены');
    } catch {
      // The mutation's own failure notice has told it.
    }
  };

  return (
    <li className="py-2.5">
      <div className="flex items-start gap-3">
        <ShopBadge shop={shop} />
        <div className="min-w-0 grow">
          <div className="break-words">{shop.name}</div>
          {tags.length === 0 ? <p className="mt-0.5 text-sm text-muted">Ярлыков нет</p> : null}
        </div>
        <Button
          size="sm"
          aria-label={`Изменить ярлыки WB в ${inQuotes(shop.name)}`}
          loading={set.isPending}
          disabledReason={offlineReason ?? sendingRefusal(shop)}
          onClick={() => setOpen(true)}
        >
          Изменить
        </Button>
      </div>
      {tags.length > 0 ? (
        <ul aria-label={`Ярлыки WB, ${inQuotes(shop.name)}`} className="mt-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag.id} className="max-w-full">
              <WbTagChip {...tag} />
            </li>
          ))}
        </ul>
      ) : null}
      {isLate ? (
        <div
          aria-live="polite"
          className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted"
        >
          {IS_LATE}
          <Button
            size="sm"
            variant="ghost"
            loading={read.isPending}
            disabledReason={offlineReason}
            onClick={() => read.mutate(place, { onSuccess: () => setLate(false) })}
          >
            Прочитать снова
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <WbTagsDialog
            cardId={cardId}
            shop={shop}
            onSaved={({ isShown, tagIds, seenIds }) =>
              tell(isShown, 'Ярлыки WB изменены', () => void takeBack(seenIds, tagIds))
            }
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
