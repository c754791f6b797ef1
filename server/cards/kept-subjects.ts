import { sql } from 'kysely';
import { keptSubjectText, OTHER_SUBJECT_ADVICE } from '#contract/kept-subject.ts';
import type { Card } from '#contract/cards.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';

/**
 * The cards that the marketplace has in some shop, with the subjects they have there, as far as they were read: those a card may go
 * back to, and no others.
 */
export async function findSubjectsThere(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  if (cardIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shop_cards')
    .select(['card_id', 'subject_id'])
    .where('account_id', '=', accountId)
    .where('card_id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .where('nm_id', 'is not', null)
    .execute();
  const byCard = new Map<number, Set<number>>();
  for (const { card_id: cardId, subject_id: subjectId } of rows) {
    const subjects = byCard.get(cardId) ?? new Set();
    if (subjectId !== null) subjects.add(subjectId);
    byCard.set(cardId, subjects);
  }
  return byCard;
}

/** Throws for another subject of a card that the marketplace has under its own. */
export async function refuseSubject(
  db: Db,
  accountId: number,
  before: Card,
  subjectId: number | undefined,
): Promise<void> {
  if (subjectId === undefined || subjectId === before.subjectId) return;
  const there = (await findSubjectsThere(db, accountId, [before.id])).get(before.id);
  if (there === undefined || there.has(subjectId)) return;
  const detail = `${keptSubjectText(before.subjectName)}. ${OTHER_SUBJECT_ADVICE}`;
  throw badRequest(detail, [{ field: 'subjectId', detail }]);
}
