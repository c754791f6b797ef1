import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceWatchQueries, useSetPriceFloor } from '#api/price-watch.ts';
import type { PriceFloor } from '#contract/price-floor.ts';
import { formatKopecks } from '#lib/money.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { FloorInputs } from './floor-inputs.tsx';
import { floorOf, floorValuesOf, type FloorValues } from './floor-values.ts';

interface FloorPanelProps {
  cardId: number;
  /** With the discount, as it is being typed. */
  finalKopecks: number;
}

/** «Минимальная цена» of a card: below it nothing goes out. Saved by itself, at once. */
export function FloorPanel({ cardId, finalKopecks }: FloorPanelProps) {
  const query = useQuery(priceWatchQueries.floor(cardId));
  const { data } = query;
  const save = useSetPriceFloor(cardId);
  const offlineReason = useOnlineOnly()('Минимальную цену можно изменить только при связи');
  const [typed, setTyped] = useState<FloorValues | null>(null);
  if (!data) {
    return (
      <Panel title="Минимальная цена">
        {isStuck(query) ? (
          <LoadProblem
            error={query.error}
            onRetry={() => void query.refetch()}
            offlineText="Минимальная цена загрузится, когда появится связь."
          />
        ) : (
          <Skeleton className="h-30 w-full" />
        )}
      </Panel>
    );
  }
  const values = typed ?? floorValuesOf(data);
  const wanted = floorOf(values);
  const isBelow = data.lowestKopecks !== null && finalKopecks > 0 && finalKopecks < data.lowestKopecks;
  return (
    <Panel title="Минимальная цена">
      <p className="text-sm text-muted">
        Цену со скидкой ниже минимальной Прилавок никуда не отправит: ни с карточкой, ни изменением многих, ни
        в акцию. Из двух условий действует то, что выше.
      </p>
      <div
        data-field="priceFloor"
        className="mt-4 grid items-end justify-start gap-4 sm:grid-cols-[10rem_14rem_auto]"
      >
        <FloorInputs values={values} onChange={setTyped} />
        <Button
          isWrapping
          loading={save.isPending}
          disabledReason={offlineReason ?? reasonNotToSave(wanted, data)}
          onClick={() => {
            if ('problem' in wanted) return;
            save.mutate(wanted, {
              onSuccess: () => {
                setTyped(null);
                showToast({ type: 'success', text: 'Минимальная цена сохранена' });
              },
            });
          }}
        >
          Сохранить минимальную цену
        </Button>
      </div>
      {data.lowestKopecks === null ? null : (
        <p className="mt-3 text-sm">Сейчас это {formatKopecks(data.lowestKopecks)}.</p>
      )}
      {data.overCostBasisPoints !== null && data.lowestKopecks === null ? (
        <p className="mt-3 text-sm text-orange">
          Себестоимость не указана: пока её нет, минимальная цена не действует.
        </p>
      ) : null}
      {isBelow ? (
        <Notice tone="error" title="Цена ниже минимальной" className="mt-3">
          Цена со скидкой {formatKopecks(finalKopecks)} не будет отправлена: поднимите её или измените
          минимальную.
        </Notice>
      ) : null}
    </Panel>
  );
}

function reasonNotToSave(wanted: ReturnType<typeof floorOf>, saved: PriceFloor): string | null {
  if ('problem' in wanted) return wanted.problem;
  const isSame =
    wanted.floorKopecks === saved.floorKopecks && wanted.overCostBasisPoints === saved.overCostBasisPoints;
  return isSame ? 'Ничего не изменено' : null;
}
