import type { UseQueryResult } from '@tanstack/react-query';
import type { Warehouse } from '#contract/warehouses.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { byShop, cargoLabel, deliveryLabel, type ShopWarehouses } from './warehouse-facts.ts';

interface WarehouseChoiceProps {
  query: UseQueryResult<Warehouse[]>;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  error: string | undefined;
}

/** Warehouses of all shops; a shop's own box takes all of its warehouses at once. */
export function WarehouseChoice({ query, chosen, onChange, error }: WarehouseChoiceProps) {
  const toggle = (ids: readonly number[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Склады</legend>
      {error ? (
        <p role="alert" className="mb-2 text-sm text-red">
          {error}
        </p>
      ) : null}
      <Warehouses query={query} chosen={chosen} onToggle={toggle} />
    </fieldset>
  );
}

interface Choosing {
  chosen: ReadonlySet<number>;
  onToggle: (ids: readonly number[], isOn: boolean) => void;
}

function Warehouses({ query, ...choosing }: Choosing & { query: UseQueryResult<Warehouse[]> }) {
  if (!query.data) {
    if (!isStuck(query)) return <Skeleton className="h-24 w-full" />;
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) {
    return <p className="text-ink-2">Складов пока нет. Создайте склад продавца в кабинете Wildberries.</p>;
  }
  return (
    <div className="flex flex-col gap-3">
      {byShop(query.data).map((shop) => (
        <ShopChoice key={shop.shopId} shop={shop} {...choosing} />
      ))}
    </div>
  );
}

function ShopChoice({ shop, chosen, onToggle }: Choosing & { shop: ShopWarehouses }) {
  const ids = shop.warehouses.map(({ id }) => id);
  const chosenHere = ids.filter((id) => chosen.has(id)).length;
  return (
    <div className="rounded-control border border-line p-3">
      <Checkbox
        checked={chosenHere === ids.length}
        isIndeterminate={chosenHere > 0 && chosenHere < ids.length}
        onChange={(isOn) => onToggle(ids, isOn)}
        label={<span className="font-medium wrap-anywhere">{shop.shopName}</span>}
      />
      <ul className="mt-1 flex flex-col gap-1 pl-6">
        {shop.warehouses.map((warehouse) => (
          <li key={warehouse.id}>
            <Checkbox
              checked={chosen.has(warehouse.id)}
              onChange={(isOn) => onToggle([warehouse.id], isOn)}
              label={<span className="wrap-anywhere">{warehouse.name}</span>}
              hint={`${warehouse.officeName} · ${deliveryLabel(warehouse.deliveryType)} · ${cargoLabel(warehouse.cargoType)}`}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
