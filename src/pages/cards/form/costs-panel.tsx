import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardCostQueries, useDeleteCardCost } from '#api/card-costs.ts';
import type { CardCost } from '#contract/card-costs.ts';
import type { CardSize } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import { formatDateTime, formatDay } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { AddCostDialog } from './add-cost-dialog.tsx';

interface CostsPanelProps {
  cardId: number;
  /** Undefined while loading. */
  inShops: readonly ShopCard[] | undefined;
  sizes: readonly CardSize[];
}

const NEEDS_CONNECTION = 'История себестоимости меняется только при связи';

/** «История себестоимости»: what a piece costs from a day on. The field above corrects what is valid today. */
export function CostsPanel({ cardId, inShops, sizes }: CostsPanelProps) {
  const query = useQuery(cardCostQueries.ofCard(cardId));
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<CardCost | null>(null);
  const remove = useDeleteCardCost(cardId);
  const onlineOnly = useOnlineOnly();
  const { data } = query;
  return (
    <Panel
      title="История себестоимости"
      actions={
        <Button
          size="sm"
          isWrapping
          onClick={() => setIsAdding(true)}
          disabledReason={onlineOnly(NEEDS_CONNECTION)}
        >
          Новая себестоимость с даты
        </Button>
      }
    >
      <p className="mb-3 text-sm text-muted">
        Прибыль каждой продажи считается по себестоимости на её день. Поле «Себестоимость» исправляет ту, что
        действует сейчас; прежние остаются. Много записей сразу —{' '}
        <TextLink to={paths.costTable}>из файла</TextLink>.
      </p>
      {data === undefined && isStuck(query) ? (
        <LoadProblem
          error={query.error}
          onRetry={() => void query.refetch()}
          offlineText="Историю хранит сервер. Она появится, когда будет связь."
        />
      ) : null}
      {data === undefined && !isStuck(query) ? <Skeleton className="h-16 w-full" /> : null}
      {data?.length === 0 ? <p>Себестоимость ещё не указана.</p> : null}
      <ul aria-label="Себестоимость по датам" className="divide-y divide-line-soft">
        {data?.map((cost) => (
          <li key={cost.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 grow">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-heading tabular-nums">{amountOf(cost)}</span>
                <span className="break-words">{whenAndWhere(cost, inShops)}</span>
                {cost.isCurrent ? <Badge tone="green">Действует сейчас</Badge> : null}
              </span>
              <span className="block text-sm text-muted">
                {cost.userName === null ? '' : `${cost.userName}, `}
                {formatDateTime(cost.changedAt)}
              </span>
            </div>
            <IconButton
              icon="trash"
              size="sm"
              label={`Удалить: ${amountOf(cost)} ${whenAndWhere(cost, inShops)}`}
              onClick={() => setRemoved(cost)}
              disabledReason={onlineOnly(NEEDS_CONNECTION)}
            />
          </li>
        ))}
      </ul>
      {isAdding ? (
        <AddCostDialog
          cardId={cardId}
          inShops={inShops ?? []}
          sizes={sizes}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {removed ? (
        <ConfirmDialog
          open
          isDangerous
          title="Удалить себестоимость?"
          confirmLabel="Удалить"
          loading={remove.isPending}
          onClose={() => setRemoved(null)}
          onConfirm={() => remove.mutate(removed.id, { onSuccess: () => setRemoved(null) })}
        >
          {amountOf(removed)} {whenAndWhere(removed, inShops)}. Прибыль продаж, которые она считала,
          пересчитается по той, что была до неё, — или останется без себестоимости.
        </ConfirmDialog>
      ) : null}
    </Panel>
  );
}

function amountOf({ costPriceKopecks }: CardCost): string {
  return costPriceKopecks === null ? 'Не указана' : formatKopecks(costPriceKopecks);
}

function whenAndWhere(
  { from, shopId, techSize }: CardCost,
  inShops: readonly ShopCard[] | undefined,
): string {
  const shopName = inShops?.find((shop) => shop.shopId === shopId)?.shopName;
  // Of one that is gone, or has not come yet.
  const shop = shopName ?? (inShops ? 'другой магазин' : 'магазин');
  return [
    from === null ? 'всегда' : `с ${formatDay(from)}`,
    ...(shopId === null ? [] : [shop]),
    ...(techSize === null ? [] : [`размер ${techSize}`]),
  ].join(' · ');
}
