import type { QueryClient } from '@tanstack/react-query';
import { cardChanged } from '#api/one-card.ts';
import { invalidateTag } from '#api/tags.ts';
import { taxpayerQueries } from '#api/taxpayers.ts';
import { userQueries } from '#api/users.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import { cardSchema } from '#contract/cards.ts';
import { settingsSchema } from '#contract/users.ts';
import { taxpayerSchema } from '#contract/taxpayers.ts';
import { warehouseGroupSchema } from '#contract/warehouses.ts';
import type { OutboxRecord, ServerState } from './outbox-record.ts';

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
    } else if (record.entity === 'taxpayer') {
      const saved = taxpayerSchema.safeParse(state?.fields);
      if (saved.success) {
        queryClient.setQueryData(taxpayerQueries.list().queryKey, (all) =>
          all?.map((one) => (one.id === saved.data.id ? saved.data : one)),
        );
      }
      await Promise.all([invalidateTag(queryClient, 'UserMe'), invalidateTag(queryClient, 'Profit')]);
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
