import { useQuery } from '@tanstack/react-query';
import { warehouseQueries } from '#api/warehouses.ts';
import { useIsReachable } from '#offline/connection/connectivity.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { ProblemLine } from '#parts/problem-line.tsx';
import { placesOf, type Place } from '#pages/cards/bulk/stock-places.ts';
import type { CountDocument } from '#offline/counts/count-document.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { returnToScanning } from './return-to-scanning.ts';

type CountPlace = CountDocument['place'];

interface PlaceFieldProps {
  place: CountPlace;
  onChange: (place: CountPlace) => void;
}

/** Where it is counted. It may be said later: counting does not wait for the list of warehouses. */
export function PlaceField({ place, onChange }: PlaceFieldProps) {
  const warehouses = useQuery(warehouseQueries.list());
  const groups = useQuery(warehouseQueries.groups());
  if (!warehouses.data || !groups.data) {
    if (place) return <PlaceName name={place.name} />;
    const lacking = warehouses.data ? groups : warehouses;
    return isStuck(lacking) ? (
      <PlacesProblem error={lacking.error} onRetry={() => void lacking.refetch()} />
    ) : (
      <Skeleton className="h-control w-full max-w-md" />
    );
  }
  const places = placesOf(warehouses.data, groups.data);
  if (places.length === 0) {
    return (
      <p className="text-sm text-muted">
        Складов пока нет: они читаются из магазинов, у токена которых есть категория «Маркетплейс».
      </p>
    );
  }
  return (
    <Field
      label="Склад или группа складов"
      hint={
        (place?.warehouseIds.length ?? 0) > 1 ? 'Посчитанное запишется на каждый склад группы.' : undefined
      }
      className="max-w-md"
    >
      <Select
        value={places.find((one) => isSame(one, place))?.value ?? ''}
        placeholder="Выберите"
        onChange={(value) => {
          const chosen = places.find((one) => one.value === value);
          if (!chosen) return;
          onChange({ warehouseIds: chosen.warehouseIds, name: chosen.name });
          returnToScanning();
        }}
        options={places}
      />
    </Field>
  );
}

/** A server that refuses is asked again by a press: nothing else asks it. */
function PlacesProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isReachable = useIsReachable();
  return isReachable ? (
    <ProblemLine
      text="Список складов не загрузился. Считайте: склад можно выбрать позже."
      error={error}
      onRetry={onRetry}
    />
  ) : (
    <p className="text-sm text-muted">
      Списка складов на этом устройстве ещё нет. Считайте: склад выберете, когда появится связь.
    </p>
  );
}

export function PlaceName({ name }: { name: string }) {
  return (
    <p>
      <span className="text-muted">Склад:</span> {name}
    </p>
  );
}

function isSame(one: Place, place: CountPlace): boolean {
  return (
    place !== null &&
    place.name === one.name &&
    place.warehouseIds.length === one.warehouseIds.length &&
    one.warehouseIds.every((id) => place.warehouseIds.includes(id))
  );
}
