import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { cardQueries } from '#api/cards.ts';
import { oneCardQueries } from '#api/one-card.ts';
import { userQueries } from '#api/users.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import type { Card } from '#contract/cards.ts';
import { defaultSettings, type Profile } from '#contract/users.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { SETTINGS_ID, type OutboxRecord } from './outbox-record.ts';
import { refreshCopies } from './refresh-copies.ts';
import { showSent } from './show-sent.ts';
import { sampleRecord } from '#tests/support/outbox/sample-record.ts';

const READ_AT = 1_000;

const record = (part: Partial<OutboxRecord>) =>
  sampleRecord({ state: 'sending', isUncertain: true, ...part });

const group = (id: number, name: string): WarehouseGroup => ({
  id,
  name,
  kind: 'USER',
  warehouses: [],
  version: 1,
  updatedAt: '2026-11-21T06:00:00Z',
});

const { queryKey: groupsKey } = warehouseQueries.groups();

it('a saved group is in the list at once, a deleted one is not, a new one is', async () => {
  const client = new QueryClient();
  client.setQueryData(groupsKey, [group(1, 'old'), group(2, 'gone')]);
  const saved = { ...group(1, 'new'), version: 2 };
  const of = (entityId: number, kind: OutboxRecord['kind']) =>
    record({ entity: 'warehouseGroup', entityId, kind });
  await refreshCopies(client, of(1, 'update'), {
    entityId: 1,
    version: 2,
    fields: { ...saved, warehouseIds: [] },
  });
  await refreshCopies(client, of(2, 'delete'), null);
  await refreshCopies(client, of(-5, 'create'), { entityId: 3, version: 1, fields: { ...group(3, 'made') } });
  expect(client.getQueryData(groupsKey)).toEqual([saved, group(3, 'made')]);
});

it('what another tab has sent becomes part of the data here, whose age does not change', () => {
  const client = new QueryClient();
  const at = { updatedAt: READ_AT };
  // Only what is looked at.
  const card = { id: 17, title: 'old', brand: 'old' } as Card;
  const profile = { settings: defaultSettings } as Profile;
  const listKey = cardQueries.list({}).queryKey;
  client.setQueryData(oneCardQueries.byId(17).queryKey, card, at);
  client.setQueryData(listKey, { count: 1, next: null, previous: null, results: [card as never] }, at);
  client.setQueryData(userQueries.me().queryKey, profile, at);
  client.setQueryData(groupsKey, [group(1, 'old')], at);

  showSent(client, record({ patch: { title: 'new' } }));
  showSent(client, record({ entity: 'settings', entityId: SETTINGS_ID, patch: { theme: 'dark' } }));
  showSent(client, record({ entity: 'warehouseGroup', entityId: 1, patch: { name: 'new' } }));

  expect(client.getQueryData(oneCardQueries.byId(17).queryKey)).toMatchObject({ title: 'new', brand: 'old' });
  expect(client.getQueryData(listKey)?.results).toMatchObject([{ title: 'new' }]);
  expect(client.getQueryData(userQueries.me().queryKey)?.settings.theme).toBe('dark');
  expect(client.getQueryData(groupsKey)).toMatchObject([{ name: 'new' }]);
  for (const { state } of client.getQueryCache().getAll()) expect(state.dataUpdatedAt).toBe(READ_AT);
});

it('a group that another tab has deleted is gone from the list at once', () => {
  const client = new QueryClient();
  client.setQueryData(groupsKey, [group(1, 'kept'), group(2, 'deleted')]);
  const deletion = { entity: 'warehouseGroup', entityId: 2, kind: 'delete', state: 'rejected' } as const;
  showSent(client, record(deletion));
  expect(client.getQueryData(groupsKey)).toMatchObject([{ name: 'kept' }]);
});

describe('an answer that was on its way when another tab sent the edit', () => {
  function openCard(client: QueryClient) {
    const { queryKey } = oneCardQueries.byId(17);
    const responses: ((title: string) => void)[] = [];
    const queryFn = () =>
      new Promise<Card>((resolve) => responses.push((title) => resolve({ id: 17, title } as Card)));
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
    return { responses, title: () => client.getQueryData<Card>(queryKey)?.title };
  }

  it('is not shown: it is asked for again', async () => {
    const client = new QueryClient();
    const old = { id: 17, title: 'old' } as Card;
    client.setQueryData(oneCardQueries.byId(17).queryKey, old, { updatedAt: READ_AT });
    const { responses, title } = openCard(client);
    showSent(client, record({ patch: { title: 'new' } }));
    responses[0]?.('old');
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    expect(title()).toBe('new');
    responses[1]?.('newest');
    await vi.waitFor(() => expect(title()).toBe('newest'));
    client.clear();
  });

  it('is not shown as the first one either', async () => {
    const client = new QueryClient();
    const { responses, title } = openCard(client);
    showSent(client, record({ patch: { title: 'new' } }));
    responses[0]?.('old');
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    expect(title()).toBeUndefined();
    responses[1]?.('new');
    await vi.waitFor(() => expect(title()).toBe('new'));
    client.clear();
  });
});
