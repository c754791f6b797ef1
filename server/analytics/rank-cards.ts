import type { EndpointQuery } from '#contract/endpoint.ts';
import {
  profitGroups,
  type listProfitCardsEndpoint,
  type ProfitCurvePoint,
  type ProfitGroup,
  type ProfitGroupSums,
} from '#contract/analytics.ts';
import type { CardColumns } from './card-columns.ts';
import { groupByProfit } from './profit-groups.ts';

export type CardOrdering = EndpointQuery<typeof listProfitCardsEndpoint>['ordering'];

/** Each order and each parting is made when it is first asked for, and then stands. */
export interface RankedCards {
  /** Where each card stands in the columns, in order. */
  inOrder(ordering: CardOrdering): Uint32Array;
  /** The groups of all goods; with the rows of shops that have none, when asked for. */
  groupsOf(asked: { withShopRows: boolean }): Groups;
}

interface Groups {
  groups: ProfitGroupSums[];
  curve: ProfitCurvePoint[];
  groupAt(at: number): ProfitGroup | undefined;
}

/** Of one card: the eight orders, the two partings and what they are made of. */
export const BYTES_OF_RANKS = 8 * 4 + 2 + 8;

export function rankCards(columns: CardColumns): RankedCards {
  const orders = new Map<CardOrdering, Uint32Array>();
  const partings = new Map<boolean, Groups>();
  let profits: Float64Array | undefined;
  const valuesOf = (name: (typeof totalNames)[keyof typeof totalNames]) =>
    name === 'profitKopecks' ? (profits ??= columns.valuesOf(name)) : columns.valuesOf(name);
  const inOrder = (ordering: CardOrdering) => {
    const name = totalNames[ordering.replace('-', '') as keyof typeof totalNames];
    const order = orders.get(ordering) ?? orderOf(valuesOf(name), ordering.startsWith('-') ? -1 : 1);
    orders.set(ordering, order);
    return order;
  };
  return {
    inOrder,
    groupsOf({ withShopRows }) {
      const best = inOrder('-profit');
      const asked = withShopRows ? best : best.filter((at) => !columns.isShopRow(at));
      const groups = partings.get(withShopRows) ?? part(asked, valuesOf('profitKopecks'));
      partings.set(withShopRows, groups);
      return groups;
    },
  };
}

function part(best: Uint32Array, profits: Float64Array): Groups {
  const { groupOf, groups, curve } = groupByProfit(Array.from(best, (at) => profits[at] ?? 0));
  const groupNumbers = new Uint8Array(profits.length);
  best.forEach((at, index) => {
    groupNumbers[at] = profitGroups.indexOf(groupOf[index] ?? 'C');
  });
  return { groups, curve, groupAt: (at) => profitGroups[groupNumbers[at] ?? 0] };
}

const totalNames = {
  profit: 'profitKopecks',
  orders: 'orders',
  revenue: 'revenueKopecks',
  margin: 'marginShare',
} as const;

/**
 * Equal cards keep one order, whichever way: that of shops and numbers, in which they stand. A card without revenue has no margin, and
 * stands last either way. Numbers are put in order by themselves, and each card then finds its place: a rule of ours that is
 * asked of every two cards takes six times as long.
 */
function orderOf(values: Float64Array, direction: 1 | -1): Uint32Array {
  // Plus zero: there is no other zero then, and equal numbers stand together.
  const keys = values.map((value) => direction * value + 0);
  const sorted = keys.toSorted();
  const nextPlace = new Map<number, number>();
  for (let place = 0; place < sorted.length; place += 1) {
    const key = sorted[place] ?? 0;
    if (place === 0 || !Object.is(key, sorted[place - 1])) nextPlace.set(key, place);
  }
  const order = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    const place = nextPlace.get(key) ?? 0;
    nextPlace.set(key, place + 1);
    order[place] = at;
  }
  return order;
}
