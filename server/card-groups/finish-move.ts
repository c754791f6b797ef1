import { sql } from 'kysely';
import type { GroupMoveState } from '#contract/card-groups.ts';
import type { Database, Trx } from '#server/db/database.ts';
import type { GroupMoveCard, GroupMoveStep } from '#server/db/schema.ts';
import { findMembers } from './members.ts';
import { movedOf, vendorCodesBeside } from './moves.ts';

/** A move as far as it is, for whoever takes it further. */
export interface MoveAtWork {
  id: number;
  accountId: number;
  shopId: number;
  userId: number;
  state: GroupMoveState;
  steps: GroupMoveStep[];
  cards: GroupMoveCard[];
  createdAtMs: number;
  sentAtMs: number;
  isDemo: boolean;
}

/** Writes where the marketplace shows the cards, as far as it does. */
export async function keepMoved(database: Database, move: MoveAtWork): Promise<void> {
  await database.transaction(async (trx) => {
    await trx
      .updateTable('card_group_moves')
      .set({ cards: JSON.stringify(move.cards), worked_at: new Date() })
      .where('account_id', '=', move.accountId)
      .where('id', '=', move.id)
      .execute();
    const moved = movedOf(move.cards).map(({ nmId, became }) => ({ nm_id: nmId, imt_id: became }));
    await sql`
      UPDATE shop_cards SET imt_id = r.imt_id
      FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS r(nm_id bigint, imt_id bigint)
      WHERE shop_cards.account_id = ${move.accountId} AND shop_cards.shop_id = ${move.shopId}
        AND shop_cards.nm_id = r.nm_id AND shop_cards.imt_id IS DISTINCT FROM r.imt_id`.execute(trx);
  });
}

/** Ends the move with what has come of it, in the history of each moved card too. Resolves with null: nothing is left to do. */
export async function finishMove(
  database: Database,
  move: MoveAtWork,
  problems: readonly string[],
): Promise<null> {
  const moved = movedOf(move.cards);
  const partly = moved.length === 0 ? 'FAILED' : 'PARTLY';
  const refusals = move.steps.flatMap(({ error }) => error ?? []);
  await database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('card_group_moves')
      .set({
        state: moved.length === move.cards.length ? 'DONE' : partly,
        errors: [...new Set([...refusals, ...problems])],
      })
      .where('account_id', '=', move.accountId)
      .where('id', '=', move.id)
      .where('state', 'in', ['SENDING', 'CONFIRMING'])
      .executeTakeFirst();
    // Another run has ended it: the history has its lines.
    if (numUpdatedRows > 0n) await writeHistory(trx, move);
  });
  return null;
}

/** «История карточки»: who is in the group with the card, before and after. */
async function writeHistory(trx: Trx, move: MoveAtWork): Promise<void> {
  const { accountId, shopId, userId } = move;
  const moved = movedOf(move.cards);
  if (moved.length === 0) return;
  const members = await findMembers(
    trx,
    accountId,
    shopId,
    moved.map(({ cardId }) => cardId),
  );
  await trx
    .insertInto('card_changes')
    .values(
      moved.map(({ cardId, nmId, wasWith, became }) => ({
        account_id: accountId,
        card_id: cardId,
        user_id: userId,
        before: JSON.stringify({ group: { shopId, vendorCodes: wasWith } }),
        after: JSON.stringify({
          group: { shopId, vendorCodes: vendorCodesBeside(members, { nmId, imtId: became ?? 0 }) },
        }),
      })),
    )
    .execute();
}
