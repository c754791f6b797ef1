import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, conflict } from '#server/errors/http-error.ts';
import type { Author } from './card-writes.ts';
import { copyCards, type CopyOfCard } from './copy-rows.ts';

/** A copying that is made part by part: its key says whose each part is, and it knows which cards it has copied. */

/**
 * The part's copies, made now or before, in the order of the rows. Throws as {@link copyCards} does, and 409 where some of the part
 * were made and some were not: then it is another part than the one that was asked for before.
 */
export async function copyPart(
  trx: Trx,
  author: Author,
  copyingKey: string,
  rows: readonly CopyOfCard[],
): Promise<number[]> {
  const cardIds = rows.map(({ cardId }) => cardId);
  if (new Set(cardIds).size < cardIds.length) throw badRequest('Карточка названа дважды');
  const copyingId = await lockCopying(trx, author, copyingKey);
  const copied = await findCopied(trx, author.accountId, copyingKey, cardIds);
  const before = cardIds.flatMap((id) => copied.get(id) ?? []);
  if (before.length === rows.length) return before;
  if (before.length > 0) throw conflict('Часть этих копий уже создана. Обновите страницу');
  const ids = await copyCards(trx, author, rows);
  await trx
    .updateTable('card_copyings')
    .set({
      card_ids: sql<number[]>`card_ids || ${ids}::bigint[]`,
      source_ids: sql<number[]>`source_ids || ${cardIds}::bigint[]`,
    })
    .where('account_id', '=', author.accountId)
    .where('id', '=', copyingId)
    .execute();
  return ids;
}

/** Of one copying a part is made at a time. */
async function lockCopying(trx: Trx, { accountId, userId }: Author, key: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO card_copyings (account_id, user_id, card_ids, key) VALUES (${accountId}, ${userId}, '{}', ${key})
    ON CONFLICT (account_id, key) WHERE key IS NOT NULL DO UPDATE SET key = excluded.key
    RETURNING id`.execute(trx);
  return rows[0]?.id ?? 0;
}

/** Which of these cards the copying has copied, each with its copy. */
export async function findCopied(
  db: Db,
  accountId: number,
  copyingKey: string,
  cardIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ sourceId: number; copyId: number }>`
    SELECT made."sourceId", made."copyId"
    FROM card_copyings, unnest(source_ids, card_ids) AS made ("sourceId", "copyId")
    WHERE account_id = ${accountId} AND key = ${copyingKey} AND made."sourceId" = any(${[...cardIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ sourceId, copyId }) => [sourceId, copyId]));
}
