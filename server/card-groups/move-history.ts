import { sql } from 'kysely';
import type { GroupChange, GroupMoveState } from '#contract/card-groups.ts';
import type { ListedGroupMove } from '#contract/group-move-history.ts';
import type { HistoryCard } from '#contract/history-cards.ts';
import { findHistoryCards } from '#server/cards/history-cards.ts';
import { operationsKeptSince } from '#server/cards/operation-history.ts';
import type { Db } from '#server/db/database.ts';
import { isOver, movedOf, moveNotFound } from './moves.ts';

/** Every function here reads the moves of one account only. */

export const MOVES_PER_PAGE = 50;

interface MoveRow {
  id: number;
  change: GroupChange;
  state: GroupMoveState;
  shop_name: string;
  card_count: number;
  moved_count: number;
  there_count: number;
  created_at: Date;
  user_name: string;
}

/** A part of them, the last first; those that have moved nothing are left out. */
export async function findListedMoves(
  db: Db,
  accountId: number,
  { beforeId }: { beforeId?: number | undefined },
): Promise<{ results: ListedGroupMove[]; nextBeforeId: number | null }> {
  const { rows } = await sql<MoveRow>`
    SELECT move.id, move.change, move.state, shops.name AS shop_name, move.created_at, users.name AS user_name,
      found.card_count, found.moved_count, found.there_count
    FROM card_group_moves move
    JOIN shops ON shops.id = move.shop_id
    JOIN users ON users.id = move.user_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS card_count, count(became)::int AS moved_count,
        count(*) FILTER (WHERE became = (
          SELECT imt_id FROM shop_cards
          WHERE shop_cards.shop_id = move.shop_id AND shop_cards.account_id = move.account_id
            AND shop_cards.nm_id = card."nmId"))::int AS there_count
      FROM jsonb_to_recordset(move.cards) AS card("nmId" bigint, became bigint)) AS found
    WHERE move.account_id = ${accountId} AND move.change <> 'UNDO' AND move.state <> 'FAILED'
      AND move.created_at > ${operationsKeptSince}
      ${beforeId === undefined ? sql`` : sql`AND (move.created_at, move.id) < ${placeOf(accountId, beforeId)}`}
    ORDER BY move.created_at DESC, move.id DESC
    LIMIT ${sql.lit(MOVES_PER_PAGE + 1)}`.execute(db);
  const shown = rows.slice(0, MOVES_PER_PAGE);
  const ways = await findWaysBack(
    db,
    accountId,
    shown.map(({ id }) => id),
  );
  return {
    results: shown.map((row) => toListed(row, ways.get(row.id) ?? null)),
    nextBeforeId: rows.length > MOVES_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Nothing is before one that is forgotten: what is older is forgotten too. */
const placeOf = (accountId: number, moveId: number) => sql`
  (SELECT created_at, id FROM card_group_moves WHERE account_id = ${accountId} AND id = ${moveId})`;

function toListed(row: MoveRow, takenBack: ListedGroupMove['takenBack']): ListedGroupMove {
  const mayGoBack = isOver(row.state) && (takenBack === null || isOver(takenBack.state));
  return {
    id: row.id,
    change: row.change,
    state: row.state,
    shopName: row.shop_name,
    cardCount: row.card_count,
    movedCount: row.moved_count,
    canTakeBackCount: mayGoBack ? row.there_count : 0,
    takenBack,
    createdAt: row.created_at.toISOString(),
    userName: row.user_name,
  };
}

/** By the move that they take back; what the marketplace did not take the first time may go back with a second. */
async function findWaysBack(
  db: Db,
  accountId: number,
  moveIds: readonly number[],
): Promise<Map<number, NonNullable<ListedGroupMove['takenBack']>>> {
  const rows = await db
    .selectFrom('card_group_moves as move')
    .innerJoin('users', 'users.id', 'move.user_id')
    .select(['move.takes_back', 'move.state', 'move.cards', 'move.created_at', 'users.name as user_name'])
    .where('move.account_id', '=', accountId)
    .where('move.takes_back', '=', sql<number>`any(${[...moveIds]}::bigint[])`)
    .orderBy('move.id')
    .execute();
  const ways = new Map<number, NonNullable<ListedGroupMove['takenBack']>>();
  for (const row of rows) {
    const moveId = row.takes_back ?? 0;
    ways.set(moveId, {
      state: row.state,
      movedCount: (ways.get(moveId)?.movedCount ?? 0) + movedOf(row.cards).length,
      createdAt: row.created_at.toISOString(),
      userName: row.user_name,
    });
  }
  return ways;
}

/** Throws 404 for a move that is forgotten or another account's. */
export async function findMovedCards(db: Db, accountId: number, moveId: number): Promise<HistoryCard[]> {
  const row = await db
    .selectFrom('card_group_moves')
    .select('cards')
    .where('account_id', '=', accountId)
    .where('id', '=', moveId)
    .executeTakeFirst();
  if (!row) throw moveNotFound();
  return await findHistoryCards(
    db,
    accountId,
    row.cards.map(({ cardId }) => cardId),
  );
}
