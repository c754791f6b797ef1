import { sql } from 'kysely';
import type { CardSelection } from '#contract/card-operations.ts';
import { MAX_TAKEN_CARDS } from '#contract/taking-limits.ts';
import type { TakenCard } from '#contract/takings.ts';
import { findGroupsOfCard } from '#server/card-groups/groups-of-card.ts';
import { findCards, findShopCards } from '#server/cards/repository.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { plural } from '#server/text/plural.ts';

const CARD_FORMS = ['карточка', 'карточки', 'карточек'] as const;

/** The cards of a selection and how many photos they have. Throws as {@link resolveSelection} does, and 400 for too many. */
export async function lookAtTaking(
  db: Db,
  accountId: number,
  selection: CardSelection,
): Promise<{ cardIds: number[]; photoCount: number }> {
  const cardIds = await resolveSelection(db, accountId, selection);
  if (cardIds.length > MAX_TAKEN_CARDS) {
    throw badRequest(
      `Взять с собой можно до 2 000 карточек, а здесь ${plural(cardIds.length, CARD_FORMS)}. Сузьте выбор`,
    );
  }
  const { photoCount } = await db
    .selectFrom('cards')
    .select(sql<number>`coalesce(sum(jsonb_array_length(photos)), 0)::int`.as('photoCount'))
    .where('account_id', '=', accountId)
    .where('id', '=', sql<number>`any(${cardIds}::bigint[])`)
    .executeTakeFirstOrThrow();
  return { cardIds, photoCount };
}

/** All of each card that is the account's, ascending; others are left out. */
export async function findTakenCards(
  db: Db,
  accountId: number,
  cardIds: readonly number[],
): Promise<TakenCard[]> {
  const found: TakenCard[] = [];
  for (const card of await findCards(db, accountId, cardIds)) {
    const shopCards = await findShopCards(db, accountId, card.id);
    found.push({ card, shopCards, groups: await findGroupsOfCard(db, accountId, card.id) });
  }
  return found;
}
