import { sql } from 'kysely';
import type { Settings } from '#contract/users.ts';
import type { Trx } from '#server/db/database.ts';
import type { Session } from '#server/http/session.ts';
import { badRequest, notFound, versionConflict } from '#server/errors/http-error.ts';
import { ratesFromOldApp } from '#server/taxpayers/tax-rates.ts';
import {
  findDefaultTaxpayer,
  lockDefaultTaxpayer,
  updateTaxpayerFields,
} from '#server/taxpayers/taxpayer-rows.ts';
import { withDefaults } from './stored-settings.ts';

interface VersionedSettings {
  settings: Settings;
  settingsVersion: number;
}

/**
 * With a version, the change is refused when somebody changed the settings after it. `taxPeriods` are the rates of the account's
 * default taxpayer: apps that know no taxpayers set them here. Its changes count into the version of everybody's settings, so
 * that such an app does not write over what it has not seen.
 */
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
  const taxpayer = await lockDefaultTaxpayer(trx, accountId);
  const current = {
    settings: withDefaults(user.settings, taxpayer.taxRates),
    settingsVersion: settingsVersionOf(user.settings_version, taxpayer.version),
  };
  if (version !== undefined && version !== current.settingsVersion) throw versionConflict(current);
  await refuseForeignGroup(trx, accountId, changes.defaultWarehouseGroupId);
  const { taxPeriods, ...own } = definedOf(changes);
  if (taxPeriods) {
    const taxRates = ratesFromOldApp(taxPeriods, taxpayer.taxRates);
    await updateTaxpayerFields(trx, accountId, taxpayer.id, { taxRates });
  }
  if (!taxPeriods || Object.keys(own).length > 0) {
    await trx
      .updateTable('users')
      .set({
        settings: JSON.stringify({ ...user.settings, ...own }),
        settings_version: sql`settings_version + 1`,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .execute();
  }
  return await settingsOf(trx, accountId, userId);
}

/** One number for both that the settings are made of: it rises with either. */
export function settingsVersionOf(ownVersion: number, taxpayerVersion: number): number {
  return ownVersion + taxpayerVersion - 1;
}

async function settingsOf(trx: Trx, accountId: number, userId: number): Promise<VersionedSettings> {
  const user = await trx
    .selectFrom('users')
    .select(['settings', 'settings_version'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const taxpayer = await findDefaultTaxpayer(trx, accountId);
  return {
    settings: withDefaults(user.settings, taxpayer.taxRates),
    settingsVersion: settingsVersionOf(user.settings_version, taxpayer.version),
  };
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
