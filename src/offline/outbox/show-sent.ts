import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { userQueries } from '#api/users.ts';
import type { CardRow } from '#contract/card-list.ts';
import type { Card } from '#contract/cards.ts';
import type { Profile } from '#contract/users.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import type { OutboxRecord } from './outbox-record.ts';
import { EMPTY_CONTENT } from './outbox-store.ts';
import { withWaitingContent, withWaitingGroups, withWaitingRow, withWaitingSettings } from './overlay.ts';

/**
 * Another tab has sent the record: what it put over the server's data becomes part of them here. That tab has told the
 * tags, so the true answer is on its way; until it comes, the old value must not. It is needed at once, so it is here from
 * the start, and names the keys itself: with their queries would come the endpoints of cards and groups.
 */
export function showSent(queryClient: QueryClient, record: OutboxRecord): void {
  const outbox = { ...EMPTY_CONTENT, records: [{ ...record, state: 'queued' as const }] };
  // What was made there has another id by now: the answer to come brings it.
  if (record.kind === 'create') return;
  if (record.entity === 'card') {
    put<Card>(queryClient, ['Card', record.entityId], (card) => ({
      ...card,
      ...withWaitingContent(card, [record]),
    }));
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['Cards', 'list'] })) {
      put<{ results: CardRow[] }>(queryClient, queryKey, (page) => ({
        ...page,
        results: page.results.map((row) => withWaitingRow(row, outbox)),
      }));
    }
  } else if (record.entity === 'settings') {
    put<Profile>(queryClient, userQueries.me().queryKey, (profile) => ({
      ...profile,
      settings: withWaitingSettings(profile.settings, outbox),
    }));
  } else if (record.entity === 'taxpayer') {
    put<{ id: number }[]>(queryClient, ['UserMe', 'taxpayers'], (all) =>
      all.map((one) => (one.id === record.entityId ? { ...one, ...record.patch } : one)),
    );
  } else {
    put<WarehouseGroup[]>(queryClient, ['WarehouseGroups', 'list'], (groups) =>
      withWaitingGroups(groups, [], outbox).map(({ group }) => group),
    );
  }
}

/**
 * The data keep their age: nobody has asked the server. An answer that is on its way may be older than what was sent, so
 * it is asked for again.
 */
function put<Data>(queryClient: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): void {
  const query = queryClient.getQueryCache().find<Data>({ queryKey, exact: true });
  if (!query) return;
  const isOnItsWay = query.state.fetchStatus !== 'idle';
  if (isOnItsWay) void queryClient.cancelQueries({ queryKey, exact: true });
  const { data, dataUpdatedAt } = query.state;
  if (data !== undefined)
    queryClient.setQueryData<Data>(queryKey, change(data), { updatedAt: dataUpdatedAt });
  if (isOnItsWay) void queryClient.invalidateQueries({ queryKey, exact: true });
}
