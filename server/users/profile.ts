import { sql } from 'kysely';
import type { Profile, ProfileShop, TokenCategory } from '#contract/users.ts';
import type { Db } from '#server/db/database.ts';
import { shopLetter } from '#server/text/shop-letter.ts';
import { findDefaultTaxpayer } from '#server/taxpayers/taxpayer-rows.ts';
import { settingsVersionOf } from './settings.ts';
import { withDefaults } from './stored-settings.ts';

/** The user, its account, and its shops with the state of each token category. */
export async function findProfile(db: Db, accountId: number, userId: number): Promise<Profile | undefined> {
  const user = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', userId)
    .select([
      'users.id',
      'users.login',
      'users.name',
      'users.settings',
      'users.settings_version',
      'accounts.name as account_name',
      'accounts.resellup_id',
      'accounts.is_demo',
      sql<number>`(SELECT count(*) FROM shipments WHERE account_id = ${accountId} AND status = 'HAS_ERRORS')`.as(
        'shipments_with_errors',
      ),
    ])
    .executeTakeFirst();
  if (!user) return undefined;
  const taxpayer = await findDefaultTaxpayer(db, accountId);
  return {
    id: user.id,
    login: user.login,
    name: user.name,
    accountName: user.account_name,
    shops: await findProfileShops(db, accountId),
    ...(user.resellup_id === null ? {} : { resellupId: user.resellup_id }),
    settings: withDefaults(user.settings, taxpayer.taxRates),
    settingsVersion: settingsVersionOf(user.settings_version, taxpayer.version),
    shipmentsWithErrors: user.shipments_with_errors,
    isDemo: user.is_demo,
    serverTime: new Date().toISOString(),
  };
}

async function findProfileShops(db: Db, accountId: number): Promise<ProfileShop[]> {
  const shops = await db
    .selectFrom('shops')
    .where('account_id', '=', accountId)
    .select(['id', 'name', 'color', 'is_sandbox'])
    .orderBy('id')
    .execute();
  const categories = await findCategoryStates(db, accountId);
  return shops.map((shop) => ({
    id: shop.id,
    name: shop.name,
    letter: shopLetter(shop.name),
    color: shop.color,
    ...(shop.is_sandbox ? { isSandbox: true } : {}),
    tokens: categories
      .filter((one) => one.shop_id === shop.id)
      .map(({ category, works, writes }) => ({
        category,
        status: works ? 'ACTIVE' : 'INACTIVE',
        ...(works && !writes ? { isReadOnly: true } : {}),
      })),
  }));
}

/** A category works when any token of the shop that covers it has neither expired nor a problem; it writes when such a one may. */
function findCategoryStates(
  db: Db,
  accountId: number,
): Promise<{ shop_id: number; category: TokenCategory; works: boolean; writes: boolean }[]> {
  return db
    .selectFrom('shop_token_categories as part')
    .innerJoin('shop_tokens as token', 'token.id', 'part.token_id')
    .where('part.account_id', '=', accountId)
    .groupBy(['part.shop_id', 'part.category'])
    .select([
      'part.shop_id',
      'part.category',
      sql<boolean>`bool_or(part.problem IS NULL AND token.expires_at > now())`.as('works'),
      sql<boolean>`bool_or(part.problem IS NULL AND token.expires_at > now() AND NOT token.is_read_only)`.as(
        'writes',
      ),
    ])
    .orderBy('part.shop_id')
    .orderBy('part.category')
    .execute();
}
