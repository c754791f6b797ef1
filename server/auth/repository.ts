import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/database.ts';

/** Sign-in is the one place that looks for a user before the account is known. */
export function findUserByLogin(db: Db, login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'account_id', 'login', 'name', 'password_hash'])
    .where(sql<string>`lower(login)`, '=', sql<string>`lower(${login})`)
    .executeTakeFirst();
}

export function findUserForPassword(db: Db, accountId: number, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'password_hash'])
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .executeTakeFirst();
}

export async function setPasswordHash(
  trx: Trx,
  accountId: number,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('account_id', '=', accountId)
    .where('id', '=', userId)
    .execute();
}
