import { useQuery } from '@tanstack/react-query';
import { taxpayerQueries } from '#api/taxpayers.ts';
import type { VatThreshold } from '#contract/taxpayers.ts';
import { paths } from '#lib/paths.ts';
import { inQuotes } from '#lib/text.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { ProblemLine } from '#parts/problem-line.tsx';
import { isWorthALook, VatMeter } from '#parts/vat-meter.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

interface TaxPanelProps {
  shopIds: readonly number[];
  onOpen: (taxpayerId: number) => void;
}

/** How near the taxpayers of the shown shops are to VAT. Of this year, whatever period is shown. */
export function TaxPanel({ shopIds, onOpen }: TaxPanelProps) {
  const query = useQuery(taxpayerQueries.vatThresholds());
  const shown = thresholdsOf(query.data, shopIds);
  const isFailed = isStuck(query);
  if (shown?.length === 0) return null;
  return (
    <Panel
      title="Порог НДС"
      actions={
        <LinkButton to={paths.settings} size="sm">
          Ставки налога
        </LinkButton>
      }
    >
      {shown ? (
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          {shown.map((threshold) => (
            <VatMeter
              key={threshold.taxpayerId}
              threshold={threshold}
              hasName={(query.data?.length ?? 0) > 1}
              onOpen={() => onOpen(threshold.taxpayerId)}
            />
          ))}
        </div>
      ) : null}
      {!shown && isFailed ? (
        <ProblemLine
          text="Не удалось посчитать доход с начала года."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {!shown && !isFailed ? <Skeleton className="h-12 w-full" /> : null}
      <p className="mt-3 text-sm text-muted">
        Налог и НДС в прибыли — оценка для управления по ставкам из настроек, считается с&nbsp;1&nbsp;января.
      </p>
    </Panel>
  );
}

/** VAT has begun, or is near, and no rate has it. */
export function VatNotice({ shopIds }: { shopIds: readonly number[] }) {
  const { data } = useQuery(taxpayerQueries.vatThresholds());
  const pressing =
    thresholdsOf(data, shopIds)?.filter((one) => one.crossedOn !== null && isWorthALook(one)) ?? [];
  if (pressing.length === 0) return null;
  const names = pressing.map(({ name }) => inQuotes(name)).join(', ');
  return (
    <Notice
      tone="warning"
      title={(data?.length ?? 0) > 1 ? `Порог НДС пройден: ${names}` : 'Порог НДС пройден'}
      action={
        <LinkButton to={paths.settings} size="sm">
          Указать ставку
        </LinkButton>
      }
    >
      <p className="text-sm">НДС в ставках не указан: без него прибыль завышена.</p>
    </Notice>
  );
}

function thresholdsOf(
  all: readonly VatThreshold[] | undefined,
  shopIds: readonly number[],
): VatThreshold[] | undefined {
  return all?.filter((one) => shopIds.length === 0 || one.shopIds.some((id) => shopIds.includes(id)));
}
