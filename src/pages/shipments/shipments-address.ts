import {
  confirmedStatuses,
  shipmentStatuses,
  unconfirmedStatuses,
  type ShipmentStatus,
} from '#contract/shipments.ts';

/** What the shipments screen shows; it lives in the address. */
export const shipmentTabs = ['all', 'running', 'errors', 'finished'] as const;
export type ShipmentTab = (typeof shipmentTabs)[number];

/** The two groups of statuses, and each status by itself. */
export const statusFilters = ['unconfirmed', 'confirmed', ...shipmentStatuses] as const;
export type StatusFilter = (typeof statusFilters)[number];

export interface ShipmentsState {
  tab: ShipmentTab;
  status: StatusFilter | null;
  shopIds: number[];
  search: string;
  id: number | null;
}

export function parseShipmentsState(params: URLSearchParams): ShipmentsState {
  const id = params.get('id');
  return {
    tab: shipmentTabs.find((tab) => tab === params.get('tab')) ?? 'all',
    status: statusFilters.find((status) => status === params.get('status')) ?? null,
    shopIds: [
      ...new Set(
        params
          .getAll('shop')
          .filter((text) => /^[1-9]\d{0,14}$/.test(text))
          .map(Number),
      ),
    ],
    search: (params.get('q') ?? '').slice(0, 200),
    id: id !== null && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null,
  };
}

export function shipmentsSearch({ tab, status, shopIds, search, id }: ShipmentsState): string {
  const params = new URLSearchParams();
  if (tab !== 'all') params.set('tab', tab);
  if (status !== null) params.set('status', status);
  for (const shopId of shopIds) params.append('shop', String(shopId));
  if (search) params.set('q', search);
  if (id !== null) params.set('id', String(id));
  return params.toString();
}

export function shipmentsQuery({ tab, status, shopIds, search }: ShipmentsState) {
  return {
    ...(tab === 'all' ? {} : { group: tab }),
    ...(status === null ? {} : { status: statusesOf(status) }),
    ...(shopIds.length > 0 ? { shop: shopIds.map(String) } : {}),
    ...(search ? { search } : {}),
  };
}

function statusesOf(filter: StatusFilter): ShipmentStatus[] {
  if (filter === 'unconfirmed') return [...unconfirmedStatuses];
  return filter === 'confirmed' ? [...confirmedStatuses] : [filter];
}
