import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownCostRateQueries } from '#api/own-cost-rates.ts';
import { ownCostQueries } from '#api/own-costs.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatPeriod } from '#lib/dates.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ownCostColumns } from './own-cost-columns.ts';
import type { OwnCostEntry } from './own-cost-draft.ts';
import { OwnCostForm } from './own-cost-form.tsx';
import { CostRow, RateRow } from './own-cost-rows.tsx';

interface OwnCostsDialogProps {
  period: { from: string; to: string };
  shops: readonly ProfileShop[];
  onClose: () => void;
}

/** The costs that have a day in the shown period: added, changed, deleted and brought back. */
export function OwnCostsDialog({ period, shops, onClose }: OwnCostsDialogProps) {
  const { entries, failed, retry } = useEntries(period);
  const [edited, setEdited] = useState<OwnCostEntry | 'new' | null>(null);
  const shopLabel = useShopLabel();
  const onlineOnly = useOnlineOnly();
  if (edited !== null) {
    return (
      <OwnCostForm
        entry={edited === 'new' ? null : edited}
        shops={shops}
        day={period.to}
        onClose={() => setEdited(null)}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Прочие расходы"
      footer={
        <>
          {entries && entries.length > 0 ? (
            <ExportButton
              fileName={`Прочие расходы ${period.from} — ${period.to}`}
              sheet="Прочие расходы"
              columns={ownCostColumns(shopLabel)}
              readRows={() => entries}
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
        {formatPeriod(period.from, period.to)}. Сумма делится поровну на все свои дни, процент берётся от
        выручки каждого дня.
      </p>
      {failed ? (
        <LoadProblem
          error={failed.error}
          onRetry={retry}
          offlineText="Деньги не хранятся на устройстве. Расходы появятся, когда будет связь."
        />
      ) : null}
      {entries === undefined && !failed ? <Skeleton className="h-24 w-full" /> : null}
      {entries?.length === 0 ? <p className="py-6 text-center text-muted">Расходов за эти дни нет</p> : null}
      {entries && entries.length > 0 ? (
        <ul className="divide-y divide-line-soft">
          {entries.map((entry) =>
            entry.rate ? (
              <RateRow
                key={`rate:${entry.rate.id}`}
                rate={entry.rate}
                shops={shops}
                onEdit={() => setEdited(entry)}
              />
            ) : (
              <CostRow
                key={`cost:${entry.cost.id}`}
                cost={entry.cost}
                shops={shops}
                onEdit={() => setEdited(entry)}
              />
            ),
          )}
        </ul>
      ) : null}
    </Dialog>
  );
}

/** Rates first: they hold on, amounts pass. Half of the list would look like all of it, so it waits for both. */
function useEntries(period: OwnCostsDialogProps['period']) {
  const rates = useQuery(ownCostRateQueries.list(period));
  const costs = useQuery(ownCostQueries.list(period));
  const entries: OwnCostEntry[] | undefined = rates.data &&
    costs.data && [...rates.data.map((rate) => ({ rate })), ...costs.data.map((cost) => ({ cost }))];
  return {
    entries,
    failed: [rates, costs].find((query) => query.data === undefined && isStuck(query)),
    retry: () => {
      void rates.refetch();
      void costs.refetch();
    },
  };
}
