import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { CardContent, ShopText } from '#contract/cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import { isSameJson } from '#offline/outbox/three-way-merge.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useCardForm } from './form-context.ts';
import { ShopLine } from './shop-line.tsx';

const ShopTextsDialog = lazy(() =>
  import('./shop-texts-dialog.tsx').then((module) => ({ default: module.ShopTextsDialog })),
);
const ShopTitlesDialog = lazy(() =>
  import('./shop-titles-dialog.tsx').then((module) => ({ default: module.ShopTitlesDialog })),
);

interface ShopsPanelProps {
  shops: readonly ProfileShop[];
  /** Undefined while loading. */
  inShops: readonly ShopCard[] | undefined;
  /** The card as the server has it: what the shops were compared with. */
  saved: CardContent;
  /** Why the shops have not come, instead of their loading. */
  problem?: ReactNode;
}

/** The card in each shop: where it stands there, what the next shipment would change, and what it says in that shop alone. */
export function ShopsPanel({ shops, inShops, saved, problem }: ShopsPanelProps) {
  const { values, change } = useCardForm();
  const [writtenFor, setWrittenFor] = useState<ProfileShop | null>(null);
  const [areTitlesOpen, setTitlesOpen] = useState(false);
  const [replaced, setReplaced] = useState<{ before: ShopText[]; after: ShopText[] } | null>(null);
  // Once the texts are edited further there is nothing simple to take back.
  const canTakeBack = replaced !== null && isSameJson(replaced.after, values.shopTexts);
  return (
    <Panel
      title="В магазинах"
      actions={
        shops.length > 1 ? (
          <Button size="sm" variant="ghost" icon="sparkle" isWrapping onClick={() => setTitlesOpen(true)}>
            Разные наименования
          </Button>
        ) : null
      }
    >
      {inShops ? (
        <ul className="-my-2 flex flex-col divide-y divide-line-soft">
          {shops.map((shop) => (
            <ShopLine
              key={shop.id}
              shop={shop}
              shopCard={inShops.find((one) => one.shopId === shop.id)}
              saved={saved}
              onWrite={() => setWrittenFor(shop)}
            />
          ))}
        </ul>
      ) : (
        (problem ?? <Skeleton className="h-24 w-full" />)
      )}
      {canTakeBack ? (
        <div
          aria-live="polite"
          className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted"
        >
          Наименования подставлены, но не сохранены
          <Button size="sm" variant="ghost" onClick={() => change({ shopTexts: replaced.before })}>
            Вернуть прежние
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {writtenFor ? (
          <ShopTextsDialog
            shop={writtenFor}
            values={values}
            onChange={(shopTexts) => change({ shopTexts })}
            onClose={() => setWrittenFor(null)}
          />
        ) : null}
        {areTitlesOpen ? (
          <ShopTitlesDialog
            shops={shops}
            values={values}
            onTake={(shopTexts) => {
              setReplaced({ before: values.shopTexts ?? [], after: shopTexts });
              change({ shopTexts });
            }}
            onClose={() => setTitlesOpen(false)}
          />
        ) : null}
      </Suspense>
    </Panel>
  );
}
