import { sql } from 'kysely';
import { canBeTakenIn } from '#contract/promotion-applications.ts';
import type { Trx } from '#server/db/database.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';

/** Every function here writes the applications of one account only. */

/** Puts it to work; false: it is already. Throws 409 when another number of cards would be sent than was seen. */
export async function startApplication(
  trx: Trx,
  accountId: number,
  id: number,
  expectedCount: number,
): Promise<boolean> {
  if ((await lockedState(trx, accountId, id)) !== 'READY') return false;
  const { count } = await trx
    .selectFrom('promotion_application_cards')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('application_id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow();
  if (count !== expectedCount) {
    throw conflict('Число карточек изменилось, пока вы смотрели. Посмотрите ещё раз');
  }
  await trx
    .updateTable('promotion_applications')
    .set({ state: 'SENDING', started_at: new Date(), look_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return true;
}

/** Cards that a guard has left out go with the others, or do not after all. */
export async function takeInByHand(
  trx: Trx,
  accountId: number,
  id: number,
  { cards, isByHand }: { cards: readonly { shopId: number; nmId: number }[]; isByHand: boolean },
): Promise<void> {
  if ((await lockedState(trx, accountId, id)) !== 'READY') throw conflict('Заявка уже отправлена');
  const named = JSON.stringify(cards.map(({ shopId, nmId }) => ({ shop_id: shopId, nm_id: nmId })));
  const { rows } = await sql<{
    shop_id: number;
    nm_id: number;
    left_out: Parameters<typeof canBeTakenIn>[0] | null;
  }>`
    SELECT applied.shop_id, applied.nm_id, applied.left_out FROM promotion_application_cards applied
    JOIN jsonb_to_recordset(${named}::jsonb) AS named(shop_id bigint, nm_id bigint)
      ON named.shop_id = applied.shop_id AND named.nm_id = applied.nm_id
    WHERE applied.account_id = ${accountId} AND applied.application_id = ${id}`.execute(trx);
  if (rows.length < cards.length) throw notFound('Карточки нет в заявке');
  if (rows.some(({ left_out: reason }) => reason === null || !canBeTakenIn(reason))) {
    throw conflict('Эту карточку взять нельзя: ниже минимальной цены её не продают');
  }
  await sql`
    UPDATE promotion_application_cards applied SET is_by_hand = ${isByHand}, state = ${isByHand ? 'WAITING' : 'LEFT_OUT'}
    FROM jsonb_to_recordset(${named}::jsonb) AS named(shop_id bigint, nm_id bigint)
    WHERE applied.account_id = ${accountId} AND applied.application_id = ${id}
      AND named.shop_id = applied.shop_id AND named.nm_id = applied.nm_id`.execute(trx);
}

/** Two people at once come one after the other. */
async function lockedState(trx: Trx, accountId: number, id: number): Promise<string> {
  const row = await trx
    .selectFrom('promotion_applications')
    .select('state')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Заявка не найдена');
  return row.state;
}
