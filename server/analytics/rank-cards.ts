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

/** Of one card: the eight orders and the two partings. */
export const BYTES_OF_RANKS = 8 * 4 + 2;

export function rankCards(columns: CardColumns): RankedCards {
  const orders = new Map<CardOrdering, Uint32Array>();
  const partings = new Map<boolean, Groups>();
  return {
    inOrder(ordering) {
      const order = orders.get(ordering) ?? orderOf(columns, ordering);
      orders.set(ordering, order);
      return order;
    },
    groupsOf({ withShopRows }) {
      const groups = partings.get(withShopRows) ?? part(columns, withShopRows);
      partings.set(withShopRows, groups);
      return groups;
    },
  };
}

function part(columns: CardColumns, withShopRows: boolean): Groups {
  const asked = Array.from({ length: columns.count }, (_, at) => {
    const { shopId, nmId } = columns.placeOf(at);
    return { at, shopId, nmId, profitKopecks: columns.totalsOf(at).profitKopecks };
  }).filter(({ nmId }) => withShopRows || nmId !== 0);
  const { groupOf, groups, curve } = groupByProfit(asked);
  const groupNumbers = new Uint8Array(columns.count);
  for (const [{ at }, group] of groupOf) groupNumbers[at] = profitGroups.indexOf(group);
  return { groups, curve, groupAt: (at) => profitGroups[groupNumbers[at] ?? 0] };
}

const totalNames = {
  profit: 'profitKopecks',
  orders: 'orders',
  revenue: 'revenueKopecks',
  margin: 'marginShare',
} as const;

/** Equal cards keep one order, whichever way. */
function orderOf(columns: CardColumns, ordering: CardOrdering): Uint32Array {
  const direction = ordering.startsWith('-') ? -1 : 1;
  const name = totalNames[ordering.replace('-', '') as keyof typeof totalNames];
  const cards = Array.from({ length: columns.count }, (_, at) => {
    const { shopId, nmId } = columns.placeOf(at);
    return { at, shopId, nmId, value: columns.totalsOf(at)[name] };
  });
  cards.sort((one, other) => {
    const [left, right] = [one.value, other.value];
    if (left === right) return one.shopId - other.shopId || one.nmId - other.nmId;
    // A card without revenue has no margin: it stands last either way.
    if (left === null || right === null) return left === null ? 1 : -1;
    return direction * (left - right);
  });
  return Uint32Array.from(cards, ({ at }) => at);
}
