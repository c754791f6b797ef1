import type { ShopCard } from '#contract/shop-cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Status, type StatusTone } from '#ui/status.tsx';
import { UnsentChanges } from './unsent-changes.tsx';

const STATES: Record<ShopCard['state'], { label: string; tone: StatusTone }> = {
  NOT_SENT: { label: 'Не отправлялась', tone: 'black' },
  PENDING: { label: 'Обновление', tone: 'orange' },
  PUBLISHED: { label: 'Опубликована', tone: 'green' },
  HAS_ERRORS: { label: 'Есть ошибки', tone: 'red' },
};

const UNSENT: { label: string; tone: StatusTone } = { label: 'Не отправлены правки', tone: 'orange' };

interface ShopsPanelProps {
  shops: readonly ProfileShop[];
  /** Undefined while loading. */
  inShops: readonly ShopCard[] | undefined;
}

export function ShopsPanel({ shops, inShops }: ShopsPanelProps) {
  return (
    <Panel title="В магазинах">
      {inShops ? (
        <ul className="-my-2 flex flex-col divide-y divide-line-soft">
          {shops.map((shop) => {
            const shopCard = inShops.find((one) => one.shopId === shop.id);
            const unsent = shopCard?.unsentChanges ?? [];
            const { label, tone } =
              shopCard?.state === 'PUBLISHED' && unsent.length > 0
                ? UNSENT
                : STATES[shopCard?.state ?? 'NOT_SENT'];
            return (
              <li key={shop.id} className="py-2.5">
                <div className="flex items-start gap-3">
                  <ShopBadge shop={shop} />
                  {/* The names of one seller's shops differ at their ends: they are never cut. */}
                  <div className="min-w-0 grow">
                    <div className="break-words">{shop.name}</div>
                    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
                      <Status tone={tone}>{label}</Status>
                      {shopCard?.nmId ? (
                        <span className="flex items-center gap-1 text-sm whitespace-nowrap text-muted">
                          nmId {shopCard.nmId}
                          <CopyButton text={String(shopCard.nmId)} what="артикул WB" />
                        </span>
                      ) : null}
                    </div>
                  </div>
                </div>
                {unsent.length > 0 ? <UnsentChanges changes={unsent} /> : null}
                {shopCard?.errors.map((error) => (
                  <p key={error} className="mt-1 text-sm break-words text-red">
                    {error}
                  </p>
                ))}
              </li>
            );
          })}
        </ul>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Panel>
  );
}
