import { sql } from 'kysely';
import type { Settings } from '#contract/users.ts';
import type { Trx } from '#server/db/database.ts';
import type { Session } from '#server/http/session.ts';
import { badRequest, notFound, versionConflict } from '#server/errors/http-error.ts';
import { withDefaults } from './stored-settings.ts';

interface VersionedSettings {
  settings: Settings;
  settingsVersion: number;
}

/** With a version, the change is refused when somebody changed the settings after it. */
export async function changeSettings(
  trx: Trx,
  { accountId, userId }: Session,
  changes: { [K in keyof Settings]?: Settings[K] | undefined },
  version: number | undefined,
): Promise<VersionedSettings> {
  const user = await trx
    .selectFrom('users')
    .select(['settings', 'settings_version'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    // Rows that refer to the user, an idempotency key for one, go on being written.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw notFound();
  const current = { settings: withDefaults(user.settings), settingsVersion: user.settings_version };
  if (version !== undefined && version !== current.settingsVersion) throw versionConflict(current);
  await refuseForeignGroup(trx, accountId, changes.defaultWarehouseGroupId);
  const stored: Partial<Settings> = { ...user.settings, ...definedOf(changes) };
  const settingsVersion = current.settingsVersion + 1;
  await trx
    .updateTable('users')
    .set({ settings: JSON.stringify(stored), settings_version: settingsVersion })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
  return { settings: withDefaults(stored), settingsVersion };
}

/** People whose default it was go on without one. */
export async function forgetDefaultGroup(trx: Trx, accountId: number, groupId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ settings: sql`settings - 'defaultWarehouseGroupId'`, settings_version: sql`settings_version + 1` })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`settings ->> 'defaultWarehouseGroupId' = ${String(groupId)}`)
    .execute();
}

function definedOf(changes: { [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

async function refuseForeignGroup(
  trx: Trx,
  accountId: number,
  groupId: number | null | undefined,
): Promise<void> {
  if (groupId === null || groupId === undefined) return;
  const group = await trx
    .selectFrom('warehouse_groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', groupId)
    .executeTakeFirst();
  if (group) return;
  const detail = 'Такой группы складов нет';
  throw badRequest(detail, [{ field: 'defaultWarehouseGroupId', detail }]);
}
