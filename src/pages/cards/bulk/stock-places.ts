import type { Warehouse, WarehouseGroup } from '#contract/warehouses.ts';
import { countOf } from '#lib/plurals.ts';

/** A warehouse, or a group of them. */
export interface Place {
  value: string;
  label: string;
  warehouseIds: number[];
  name: string;
}

/** Groups that hold what people enter come first: the others are for zeroing, which has its own page. */
export function placesOf(warehouses: readonly Warehouse[], groups: readonly WarehouseGroup[]): Place[] {
  const joined = groups
    .filter((group) => group.kind === 'USER' && group.warehouses.length > 0)
    .map((group) => ({
      value: `group-${group.id}`,
      label: `Группа: ${group.name} (${countOf(group.warehouses.length, ['склад', 'склада', 'складов'])})`,
      warehouseIds: group.warehouses.map(({ id }) => id),
      name: group.name,
    }));
  const single = warehouses.map(({ id, name, shopName }) => ({
    value: `warehouse-${id}`,
    label: `${name} · ${shopName}`,
    warehouseIds: [id],
    name,
  }));
  return [...joined, ...single];
}
