import type { ReactNode } from 'react';
import type { Shop } from '#contract/shops.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { ShopForm } from './shop-form.tsx';

export function ShopDescription({ shop }: { shop: Shop }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ShopForm shop={shop} />
      <ShopFacts shop={shop} />
    </div>
  );
}

function ShopFacts({ shop }: { shop: Shop }) {
  return (
    <Panel title="На Wildberries">
      <dl className="flex flex-col gap-3">
        <Fact label="Торговая марка">{shop.tradeMark || '—'}</Fact>
        <Fact label="ИНН">
          {shop.tin ? (
            <span className="inline-flex items-center gap-1 tabular-nums">
              {shop.tin}
              <CopyButton text={shop.tin} what="ИНН" />
            </span>
          ) : (
            '—'
          )}
        </Fact>
        <Fact label="Идентификатор продавца">
          <span className="inline-flex min-w-0 items-center gap-1">
            <span className="min-w-0 break-all">{shop.sid}</span>
            <CopyButton text={shop.sid} what="идентификатор" />
          </span>
        </Fact>
        <Fact label="Карточек">{formatInteger(shop.cardCount)}</Fact>
        <Fact label="Обновлён с Wildberries">
          {shop.lastSyncedAt === null ? 'Ещё не обновлялся' : formatDateTime(shop.lastSyncedAt)}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
