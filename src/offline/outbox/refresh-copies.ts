import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { cardChanged, oneCardQueries } from '#api/one-card.ts';
import { invalidateTag } from '#api/tags.ts';
import { userQueries } from '#api/users.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import { type CardRow } from '#contract/card-list.ts';
import { cardSchema, type Card } from '#contract/cards.ts';
import { settingsSchema, type Profile } from '#contract/users.ts';
import { warehouseGroupSchema, type WarehouseGroup } from '#contract/warehouses.ts';
import { EMPTY_CONTENT } from './outbox-store.ts';
import type { OutboxRecord, ServerState } from './outbox-record.ts';
import { withWaitingContent, withWaitingGroups, withWaitingRow, withWaitingSettings } from './overlay.ts';

/** After it no copy of what the record changed is left, in memory or on the device. Never throws. */
export async function refreshCopies(
  queryClient: QueryClient,
  record: OutboxRecord,
  state: ServerState | null,
): Promise<void> {
  try {
    if (record.entity === 'card') {
      const card = cardSchema.safeParse(state?.fields);
      if (card.success) await cardChanged(queryClient, card.data);
    } else if (record.entity === 'settings') {
      const settings = settingsSchema.safeParse(state?.fields);
      if (state && settings.success) {
        const response = { settings: settings.data, settingsVersion: state.version };
        queryClient.setQueryData(
          userQueries.me().queryKey,
          (profile) => profile && { ...profile, ...response },
        );
      }
      await invalidateTag(queryClient, 'UserMe');
    } else {
      putGroup(queryClient, record, state);
      await Promise.all([
        invalidateTag(queryClient, 'WarehouseGroups'),
        invalidateTag(queryClient, 'UserMe'),
      ]);
    }
  } catch {
    // A copy that could not be cleared is stale, which its age says; the record must go all the same.
  }
}

/** Into the list that is on the screen: the old name must not come back while the list is asked for again. */
function putGroup(
  queryClient: QueryClient,
  { entityId, kind }: OutboxRecord,
  state: ServerState | null,
): void {
  const saved = warehouseGroupSchema.safeParse(state?.fields);
  queryClient.setQueryData(warehouseQueries.groups().queryKey, (groups) => {
    if (!groups) return undefined;
    if (!saved.success) return kind !== 'delete' ? groups : groups.filter(({ id }) => id !== entityId);
    const group = saved.data;
    const isKnown = groups.some(({ id }) => id === group.id);
    return isKnown ? groups.map((one) => (one.id === group.id ? group : one)) : [...groups, group];
  });
}

/**
 * Another tab has sent the record: what it put over the server's data becomes part of them here. That tab has told the
 * tags, so the true answer is on its way; until it comes, the old value must not.
 */
export function showSent(queryClient: QueryClient, record: OutboxRecord): void {
  const outbox = { ...EMPTY_CONTENT, records: [{ ...record, state: 'queued' as const }] };
  // What was made there has another id by now: the answer to come brings it.
  if (record.kind === 'create') return;
  if (record.entity === 'card') {
    put<Card>(queryClient, oneCardQueries.byId(record.entityId).queryKey, (card) => ({
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
  } else {
    put<WarehouseGroup[]>(queryClient, warehouseQueries.groups().queryKey, (groups) =>
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
