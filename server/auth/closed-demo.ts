import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { HttpError } from '#server/errors/http-error.ts';

/** Everybody knows the demonstration's passwords: where it is switched off they open nothing. */
export async function refuseClosedDemo(db: Db, isDemoOpen: boolean, login: string): Promise<void> {
  if (isDemoOpen) return;
  const demoUser = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select('users.id')
    .where(sql<string>`lower(users.login)`, '=', sql<string>`lower(${login.trim()})`)
    .where('accounts.is_demo', '=', true)
    .executeTakeFirst();
  if (!demoUser) return;
  throw new HttpError({
    status: 401,
    code: 'wrong_credentials',
    detail: ['Демо на этом сервере закрыто. Войдите под своим логином'],
  });
}

/** Nobody goes on in a demonstration that is switched off. */
export async function endDemoSessions(db: Db): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, ended_reason: 'demo-closed' })
    .where('ended_at', 'is', null)
    .where('account_id', 'in', (accounts) =>
      accounts.selectFrom('accounts').select('id').where('is_demo', '=', true),
    )
    .execute();
}
