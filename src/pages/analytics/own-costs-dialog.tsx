import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { ownCostQueries, useDeleteOwnCost, useSaveOwnCost } from '#api/own-costs.ts';
import type { OwnCost } from '#contract/own-costs.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatPeriod } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ownCostColumns } from './own-cost-columns.ts';
import { OwnCostForm } from './own-cost-form.tsx';
import { costFacts, costTitle, shopName } from './own-cost-texts.ts';

interface OwnCostsDialogProps {
  period: { from: string; to: string };
  shops: readonly ProfileShop[];
  onClose: () => void;
}

/** The costs that have a day in the shown period: added, changed, deleted and brought back. */
export function OwnCostsDialog({ period, shops, onClose }: OwnCostsDialogProps) {
  const query = useQuery(ownCostQueries.list(period));
  const [edited, setEdited] = useState<OwnCost | 'new' | null>(null);
  const onlineOnly = useOnlineOnly();
  if (edited !== null) {
    return (
      <OwnCostForm
        cost={edited === 'new' ? null : edited}
        shops={shops}
        day={period.to}
        onClose={() => setEdited(null)}
      />
    );
  }
  const costs = query.data;
  const isFailed = isStuck(query);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Прочие расходы"
      footer={
        <>
          {costs && costs.length > 0 ? (
            <ExportButton
              fileName={`Прочие расходы ${period.from} — ${period.to}`}
              sheet="Прочие расходы"
              columns={ownCostColumns((shopId) => shopName(shops, shopId))}
              readRows={() => costs}
            />
          ) : null}
          <Button onClick={onClose}>Закрыть</Button>
          <Button
            variant="primary"
            icon="plus"
            disabledReason={onlineOnly('Добавить расход можно только при связи')}
            onClick={() => setEdited('new')}
          >
            Добавить расход
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">
        То, чего не знает Wildberries: реклама на стороне, зарплаты, упаковка. Показаны те, что приходятся на{' '}
        {formatPeriod(period.from, period.to)}; сумма делится поровну на все свои дни.
      </p>
      {costs === undefined && isFailed ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {costs === undefined && !isFailed ? <Skeleton className="h-24 w-full" /> : null}
      {costs?.length === 0 ? <p className="py-6 text-center text-muted">Расходов за эти дни нет</p> : null}
      {costs && costs.length > 0 ? (
        <ul className="divide-y divide-line-soft">
          {costs.map((cost) => (
            <CostRow key={cost.id} cost={cost} shops={shops} onEdit={() => setEdited(cost)} />
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}

interface CostRowProps {
  cost: OwnCost;
  shops: readonly ProfileShop[];
  onEdit: () => void;
}

function CostRow({ cost, shops, onEdit }: CostRowProps) {
  const title = costTitle(cost);
  const { mutate: remove, isPending } = useDeleteOwnCost();
  const { mutate: bringBack } = useSaveOwnCost();
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="break-words">{title}</div>
        <div className="text-sm break-words text-muted">{costFacts(cost, shops)}</div>
      </div>
      <span className="pt-0.5 font-heading whitespace-nowrap tabular-nums">
        {formatKopecks(cost.amountKopecks)}
      </span>
      <IconButton size="sm" icon="edit" label={`Изменить расход «${title}»`} onClick={onEdit} />
      <IconButton
        size="sm"
        icon="trash"
        label={`Удалить расход «${title}»`}
        onClick={() => {
          if (isPending) return;
          remove(cost, {
            onSuccess: () =>
              showToast({
                type: 'success',
                text: `Расход «${title}» удалён`,
                action: {
                  label: 'Вернуть',
                  onClick: () =>
                    bringBack({ cost: null, body: contentOf(cost), idempotencyKey: newIdempotencyKey() }),
                },
              }),
          });
        }}
      />
    </li>
  );
}

function contentOf({ id: _id, version: _version, updatedAt: _updatedAt, ...content }: OwnCost) {
  return content;
}
