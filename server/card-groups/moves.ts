import { sql } from 'kysely';
import type { GroupChange, GroupMove } from '#contract/card-groups.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { Author } from '#server/cards/card-writes.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { GroupMoveCard, GroupMoveStep } from '#server/db/schema.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import { findMembers, type ShopMember } from './members.ts';
import { planUndo, type Step } from './plan.ts';
import { previewGroups } from './preview.ts';

/** Every function here reads the moves of one account only. */

interface NewMove {
  shopId: number;
  change: GroupMove['change'];
  steps: readonly Step[];
  members: readonly ShopMember[];
  takesBack?: number;
}

/** Begins what was seen. Throws 409 when the groups are others by now, or another move of the shop is at work. */
export async function createMove(
  trx: Trx,
  author: Author,
  question: { selection: CardSelection; change: GroupChange; shopId: number; seen: string },
): Promise<number> {
  const { preview, members, steps } = await previewGroups(trx, author.accountId, question);
  if (preview.seen !== question.seen) {
    throw conflict('Склейки изменились, пока вы смотрели. Посмотрите ещё раз, что получится');
  }
  if (preview.refusal !== null) throw conflict(preview.refusal);
  return await insertMove(trx, author, { ...question, steps, members });
}

/**
 * A move back, of those cards that are still where the move has put them: whose group has changed since stays. Throws 409 when there is
 * none.
 */
export async function createUndo(trx: Trx, author: Author, moveId: number): Promise<number> {
  const { accountId } = author;
  const row = await movesOf(trx, accountId).where('card_group_moves.id', '=', moveId).executeTakeFirst();
  if (!row) throw moveNotFound();
  if (!isOver(row.state)) throw conflict('Дождитесь конца: карточки ещё переносятся');
  const moved = movedOf(row.cards);
  const cardIds = moved.map(({ cardId }) => cardId);
  const members = await findMembers(trx, accountId, row.shop_id, cardIds);
  const there = stillThere(moved, members);
  if (there.length === 0) {
    throw conflict('После этого склейки изменились ещё раз: прежние вернуть нельзя');
  }
  // The groups that they were in are no longer theirs, so nobody has named them.
  const imtIds = there.map(({ was }) => was);
  const steps = planUndo(await findInGroups(trx, accountId, row.shop_id, imtIds), there);
  return await insertMove(trx, author, {
    shopId: row.shop_id,
    change: 'UNDO',
    steps,
    members,
    takesBack: moveId,
  });
}

/** Throws 404 for one that is forgotten or another account's. */
export async function moveOr404(db: Db, accountId: number, moveId: number): Promise<GroupMove> {
  const row = await movesOf(db, accountId).where('card_group_moves.id', '=', moveId).executeTakeFirst();
  if (!row) throw moveNotFound();
  const moved = movedOf(row.cards);
  const members = await findMembers(
    db,
    accountId,
    row.shop_id,
    moved.map(({ cardId }) => cardId),
  );
  return {
    id: row.id,
    change: row.change,
    state: row.state,
    shopId: row.shop_id,
    shopName: row.shop_name,
    cardCount: row.cards.length,
    movedCount: moved.length,
    errors: row.errors,
    canUndo: isOver(row.state) && stillThere(moved, members).length > 0,
    createdAt: row.created_at.toISOString(),
  };
}

/** Of the shops, those with a move at work, by shop. */
export async function findMovesAtWork(
  db: Db,
  accountId: number,
  shopIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('card_group_moves')
    .select(['id', 'shop_id'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', sql<number>`any(${[...shopIds]}::bigint[])`)
    .where('state', 'in', ['SENDING', 'CONFIRMING'])
    .execute();
  return new Map(rows.map((row) => [row.shop_id, row.id]));
}

function movesOf(db: Db, accountId: number) {
  return db
    .selectFrom('card_group_moves')
    .innerJoin('shops', 'shops.id', 'card_group_moves.shop_id')
    .select([
      'card_group_moves.id',
      'change',
      'state',
      'shop_id',
      'shops.name as shop_name',
      'cards',
      'errors',
      'card_group_moves.created_at',
    ])
    .where('card_group_moves.account_id', '=', accountId);
}

async function insertMove(
  trx: Trx,
  { accountId, userId }: Author,
  { shopId, change, steps, members, takesBack }: NewMove,
): Promise<number> {
  const moving = new Set(steps.flatMap(({ nmIds }) => nmIds));
  const cards = members
    .filter(({ nmId }) => moving.has(nmId))
    .map(({ cardId, nmId, imtId }): GroupMoveCard => ({
      cardId,
      nmId,
      was: imtId,
      wasWith: vendorCodesBeside(members, { nmId, imtId }),
      became: null,
    }));
  const calls = steps.map((step): GroupMoveStep => ({ ...step, isSent: false, error: null }));
  const { id } = await trx
    .insertInto('card_group_moves')
    .values({
      account_id: accountId,
      shop_id: shopId,
      user_id: userId,
      change,
      steps: JSON.stringify(calls),
      cards: JSON.stringify(cards),
      takes_back: takesBack ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Who shares the group with a card. */
export function vendorCodesBeside(
  members: readonly Pick<ShopMember, 'nmId' | 'imtId' | 'vendorCode'>[],
  card: Pick<ShopMember, 'nmId' | 'imtId'>,
): string[] {
  return members
    .filter(({ nmId, imtId }) => imtId === card.imtId && nmId !== card.nmId)
    .map(({ vendorCode }) => vendorCode);
}

async function findInGroups(db: Db, accountId: number, shopId: number, imtIds: readonly number[]) {
  const rows = await db
    .selectFrom('shop_cards')
    .select(['nm_id', 'imt_id'])
    .where('account_id', '=', accountId)
    .where('shop_id', '=', shopId)
    .where('imt_id', '=', sql<number>`any(${[...imtIds]}::bigint[])`)
    .execute();
  return rows.map((row) => ({ nmId: row.nm_id ?? 0, imtId: row.imt_id ?? 0 }));
}

export const movedOf = (cards: readonly GroupMoveCard[]) => cards.filter(({ became }) => became !== null);

/** Those whose group nobody has changed since. */
function stillThere(moved: readonly GroupMoveCard[], members: readonly ShopMember[]): GroupMoveCard[] {
  const now = new Map(members.map(({ nmId, imtId }) => [nmId, imtId]));
  return moved.filter(({ nmId, became }) => now.get(nmId) === became);
}

export const isOver = (state: GroupMove['state']) => state !== 'SENDING' && state !== 'CONFIRMING';

export const moveNotFound = () => notFound('Перенос не найден: он хранится 30 дней');
