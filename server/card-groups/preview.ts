import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CardGroup, GroupChange, GroupsPreview } from '#contract/card-groups.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { MAX_GROUPED_CARDS } from '#contract/selection-limits.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import { shopOr404 } from '#server/cards/shop-or-404.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { plural } from '#server/text/plural.ts';
import { findWarnings } from './find-warnings.ts';
import { findMembers, findShopsOf, type ShopMember } from './members.ts';
import { afterSteps, groupsOf, planChange, type Step } from './plan.ts';

interface Question {
  selection: CardSelection;
  change: GroupChange;
  shopId?: number | undefined;
}

/** What {@link previewGroups} has found, with what is needed to do it. */
interface Found {
  preview: GroupsPreview;
  members: ShopMember[];
  steps: Step[];
}

/** What would become of the groups of the chosen cards in one shop. Throws 404 for a shop of another account. */
export async function previewGroups(db: Db, accountId: number, question: Question): Promise<Found> {
  const { change } = question;
  const cardIds = await resolveSelection(db, accountId, question.selection);
  if (cardIds.length > MAX_GROUPED_CARDS) {
    const cards = plural(cardIds.length, ['карточка', 'карточки', 'карточек']);
    throw badRequest(`За один раз — до ${MAX_GROUPED_CARDS} карточек, а выбрано ${cards}. Сузьте выбор`);
  }
  const shops = await findShopsOf(db, accountId, cardIds);
  if (question.shopId !== undefined) await shopOr404(db, accountId, question.shopId);
  const shopId = question.shopId ?? shops[0]?.shopId ?? null;
  const members = shopId === null ? [] : await findMembers(db, accountId, shopId, cardIds);
  const known = new Set(members.map(({ cardId }) => cardId));
  const chosen = new Set(cardIds.filter((id) => known.has(id)));
  const plan = planChange(change, members, chosen);
  const touched = touchedBy(members, plan.steps);
  const absent = await findAbsent(
    db,
    accountId,
    shopId,
    cardIds.filter((id) => !known.has(id)),
  );
  const codes = new Map(members.map(({ cardId, vendorCode }) => [cardId, vendorCode]));
  const left = [...plan.refused].map(([cardId, reason]) => ({
    cardId,
    vendorCode: codes.get(cardId) ?? '',
    reason,
  }));
  const after = toGroups(afterSteps(touched, plan.steps));
  const isComeInto = ({ cards }: CardGroup) => cards.some(({ nmId }) => movesIn(plan.steps, nmId));
  const preview = {
    shops,
    shopId,
    before: toGroups(touched),
    after,
    movedIds: members.filter(({ nmId }) => movesIn(plan.steps, nmId)).map(({ cardId }) => cardId),
    refused: [...left, ...absent],
    refusal:
      shopId === null ? 'Выбранных карточек ещё нет на Wildberries: сначала отправьте их' : plan.refusal,
    warnings: change === 'MERGE' ? await findWarnings(db, accountId, after.filter(isComeInto)) : [],
    seen: nameOf(touched, plan.steps),
  };
  return { preview, members, steps: plan.steps };
}

export function toGroups(members: readonly ShopMember[]): CardGroup[] {
  return groupsOf(members).map((group) => {
    const imtId = group[0]?.imtId ?? 0;
    return {
      imtId: imtId > 0 ? imtId : null,
      cards: group.map(({ imtId: _imtId, subjectId: _subjectId, ...card }) => card),
    };
  });
}

const movesIn = (steps: readonly Step[], nmId: number) => steps.some(({ nmIds }) => nmIds.includes(nmId));

/** Members of the groups that some card leaves or comes into. */
function touchedBy(members: readonly ShopMember[], steps: readonly Step[]): ShopMember[] {
  const imtIds = new Set([
    ...steps.flatMap(({ targetImtId }) => targetImtId ?? []),
    ...members.filter(({ nmId }) => movesIn(steps, nmId)).map(({ imtId }) => imtId),
  ]);
  return members.filter(({ imtId }) => imtIds.has(imtId));
}

/** Another name as soon as somebody else is in one of the groups, or another card would move. */
function nameOf(touched: readonly ShopMember[], steps: readonly Step[]): string {
  const facts = [touched.map(({ nmId, imtId }) => [nmId, imtId]), steps];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

async function findAbsent(
  db: Db,
  accountId: number,
  shopId: number | null,
  cardIds: readonly number[],
): Promise<GroupsPreview['refused']> {
  if (cardIds.length === 0) return [];
  const rows = await db
    .selectFrom('cards')
    .leftJoin('shop_cards', (join) =>
      join
        .onRef('shop_cards.card_id', '=', 'cards.id')
        .on('shop_cards.account_id', '=', accountId)
        .on('shop_cards.shop_id', '=', shopId),
    )
    .select(['cards.id', 'cards.vendor_code', 'shop_cards.nm_id'])
    .where('cards.account_id', '=', accountId)
    .where('cards.id', '=', sql<number>`any(${[...cardIds]}::bigint[])`)
    .orderBy('cards.id')
    .execute();
  return rows.map((row) => ({
    cardId: row.id,
    vendorCode: row.vendor_code,
    reason:
      row.nm_id === null
        ? 'В этом магазине её ещё нет на Wildberries'
        : 'Её склейка ещё не прочитана с Wildberries: это случится в течение часа',
  }));
}
