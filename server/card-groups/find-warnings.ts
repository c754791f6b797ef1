import { sql } from 'kysely';
import type { CardGroup } from '#contract/card-groups.ts';
import type { Db } from '#server/db/database.ts';
import { groupWarnings } from './alike.ts';

/** What speaks against groups as they would be, by the characteristics of their cards and what their subjects require. */
export async function findWarnings(
  db: Db,
  accountId: number,
  groups: readonly CardGroup[],
): Promise<string[]> {
  const cardIds = groups.flatMap(({ cards }) => cards.map(({ cardId }) => cardId));
  if (cardIds.length === 0) return [];
  const cards = await db
    .selectFrom('cards')
    .select(['id', 'subject_id', 'characteristics'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${cardIds}::bigint[])`)
    .execute();
  const required = await db
    .selectFrom('subject_characteristics')
    .select(['subject_id', 'id', 'name'])
    .where('subject_id', 'in', [...new Set(cards.map((card) => card.subject_id))])
    .where('is_required', '=', true)
    .orderBy('position')
    .execute();
  const known = new Map(cards.map((card) => [card.id, card]));
  return groups.flatMap((group) => {
    const compared = group.cards.flatMap(({ cardId, vendorCode }) => {
      const card = known.get(cardId);
      return card ? [{ vendorCode, characteristics: card.characteristics }] : [];
    });
    const subjectId = known.get(group.cards[0]?.cardId ?? 0)?.subject_id;
    return groupWarnings(
      compared,
      required.filter((one) => one.subject_id === subjectId),
    );
  });
}
