import { useQuery } from '@tanstack/react-query';
import { userQueries } from '#api/users.ts';
import { warehouseQueries } from '#api/warehouses.ts';
import type { OutboxEntity } from '#offline/outbox/outbox-record.ts';
import type { KnownNames } from './field-texts.ts';

/** The names that fields of `entity` need; of what the device does not have, none. */
export function useKnownNames(entity: OutboxEntity): KnownNames {
  const asked = { warehouses: warehouseQueries.list(), groups: warehouseQueries.groups() };
  const { data: profile } = useQuery(userQueries.me());
  const { data: warehouses } = useQuery({ ...asked.warehouses, enabled: entity === 'warehouseGroup' });
  const { data: groups } = useQuery({ ...asked.groups, enabled: entity === 'settings' });
  return {
    shops: new Map(profile?.shops.map(({ id, name }) => [id, name])),
    warehouses: new Map(warehouses?.map(({ id, name, shopName }) => [id, `${name} (${shopName})`])),
    groups: new Map(groups?.map(({ id, name }) => [id, name])),
  };
}
