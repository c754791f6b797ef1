import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

interface Place {
  accountId: number;
  shopId: number;
}

/** Of all subjects at once: one that is not named any more has no tariff. */
export async function keepCommissions(
  db: Db,
  { accountId, shopId }: Place,
  commissions: readonly { subjectId: number; basisPoints: number }[],
): Promise<void> {
  const row = {
    by_subject: JSON.stringify(
      Object.fromEntries(commissions.map(({ subjectId, basisPoints }) => [subjectId, basisPoints])),
    ),
    read_at: sql<Date>`now()`,
  };
  await db
    .insertInto('commission_tariffs')
    .values({ shop_id: shopId, account_id: accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('shop_id').doUpdateSet(row).where('commission_tariffs.account_id', '=', accountId),
    )
    .execute();
}

/** By subject, in hundredths of a per cent; those of the named subjects that the shop's tariffs name. */
export async function findCommissions(
  db: Db,
  { accountId, shopId }: Place,
  subjectIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ subjectId: number; basisPoints: number | null }>`
    SELECT subject AS "subjectId", (by_subject ->> subject::text)::int AS "basisPoints"
    FROM commission_tariffs, unnest(${[...new Set(subjectIds)]}::bigint[]) AS subject
    WHERE account_id = ${accountId} AND shop_id = ${shopId}`.execute(db);
  return new Map(
    rows.flatMap(({ subjectId, basisPoints }) => (basisPoints === null ? [] : [[subjectId, basisPoints]])),
  );
}
