import type { EndpointBody } from '#contract/endpoint.ts';
import type { prepareApplicationEndpoint } from '#contract/promotion-applications.ts';
import type { Promotion, PromotionCard } from '#contract/promotions.ts';
import { readUnitEconomics } from '#server/analytics/read-unit-economics.ts';
import type { ApplicationStep } from '#server/db/schema.ts';
import { badRequest, conflict, notFound } from '#server/errors/http-error.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { findPromotions } from '../find-promotions.ts';
import { readPromotionCards } from '../promotion-cards.ts';
import { readEarlierDiscounts } from './earlier-discounts.ts';
import { leftOutBy, type GuardedCard } from './guard-cards.ts';
import { insertApplication, type NewAppliedCard } from './insert-application.ts';

type Input = EndpointBody<typeof prepareApplicationEndpoint>;
interface Author {
  accountId: number;
  userId: number;
}

/** One upload of the marketplace takes so many. */
const MAX_CARDS_OF_STEP = 1000;

/** Asks what the marketplace offers now, freezes what would be sent, and resolves with the id. Throws MarketplaceError. */
export async function prepareApplication(
  { database, marketplace }: Pick<Deps, 'database' | 'marketplace'>,
  author: Author,
  input: Input,
): Promise<number> {
  const { db } = database;
  const promotions = await promotionsOf(database.db, author.accountId, input);
  const steps: ApplicationStep[] = [];
  const rows: NewAppliedCard[] = [];
  for (const { promotion, nmIds } of promotions) {
    const offered = await readPromotionCards(db, author, promotion, () =>
      marketplace.forShop(db, author.accountId, promotion.shopId),
    );
    const byNmId = new Map(offered.map((card) => [card.nmId, card]));
    const known = nmIds.flatMap((nmId) => byNmId.get(nmId) ?? []);
    const priced = input.kind === 'JOIN' ? known.map(joining) : await leaving(db, author, promotion, known);
    let inStep = MAX_CARDS_OF_STEP;
    for (const one of priced) {
      const leftOut = leftOutBy(input.kind, guarded(one), input.guards);
      if (inStep === MAX_CARDS_OF_STEP) {
        steps.push(newStep(promotion));
        inStep = 0;
      }
      inStep += 1;
      rows.push({ ...one, shopId: promotion.shopId, leftOut, step: steps.length - 1 });
    }
    rows.push(...nmIds.filter((nmId) => !byNmId.has(nmId)).map((nmId) => notOffered(promotion, nmId)));
  }
  const [first] = promotions;
  if (!first) throw badRequest('Выберите карточки');
  return await database.transaction((trx) =>
    insertApplication(trx, author, input, first.promotion, steps, rows),
  );
}

async function promotionsOf(
  db: Deps['database']['db'],
  accountId: number,
  { chosen }: Input,
): Promise<{ promotion: Promotion; nmIds: number[] }[]> {
  const ids = chosen.map(({ promotionId }) => promotionId);
  if (new Set(ids).size < ids.length) throw badRequest('Магазин указан дважды');
  const found = new Map((await findPromotions(db, accountId, {}, new Date())).map((one) => [one.id, one]));
  const result = chosen.map(({ promotionId, nmIds }) => {
    const promotion = found.get(promotionId);
    if (!promotion) throw notFound('Акция не найдена');
    if (promotion.type === 'auto') {
      throw conflict('В автоакцию товары добавляет сам Wildberries: через API её изменить нельзя');
    }
    if (promotion.period === 'past') throw conflict('Акция уже закончилась');
    if (new Set(nmIds).size < nmIds.length) throw badRequest('Карточки указаны дважды');
    return { promotion, nmIds };
  });
  const [first] = result;
  if (result.some(({ promotion }) => promotion.wbPromotionId !== first?.promotion.wbPromotionId)) {
    throw badRequest('За один раз — одна акция');
  }
  return result;
}

type Priced = Pick<NewAppliedCard, 'newPriceKopecks' | 'newDiscount' | 'profitKopecks'> & {
  card: PromotionCard;
};

function guarded({ card, newPriceKopecks, profitKopecks }: Priced): GuardedCard {
  const { isInAction, floorKopecks = null } = card;
  return { isInAction, floorKopecks, newPriceKopecks, profitKopecks };
}

function joining(card: PromotionCard): Priced {
  return {
    card,
    newPriceKopecks: card.planPriceKopecks,
    newDiscount: card.planDiscount,
    profitKopecks: card.economics?.profitKopecks ?? null,
  };
}

/** Back at the discount from before. At a price that is not above the promotion's the card would stay in it. */
async function leaving(
  db: Deps['database']['db'],
  author: Author,
  promotion: Promotion,
  cards: readonly PromotionCard[],
): Promise<Priced[]> {
  const earlier = await readEarlierDiscounts(
    db,
    author.accountId,
    promotion,
    cards.map(({ nmId }) => nmId),
  );
  const priced = cards.map((card) => {
    const known = earlier.get(card.nmId);
    const discount = known?.discount ?? card.discount;
    const price = Math.round((card.priceKopecks * (100 - discount)) / 100);
    const isAbove = known !== undefined && price > card.planPriceKopecks;
    return { card, newDiscount: discount, newPriceKopecks: isAbove ? price : null, known };
  });
  const economics = await readUnitEconomics(
    db,
    author,
    promotion.shopId,
    priced.flatMap(({ card, newPriceKopecks, known }) =>
      newPriceKopecks === null
        ? []
        : [
            {
              nmId: card.nmId,
              subjectId: known?.subjectId ?? null,
              priceKopecks: newPriceKopecks,
              costPriceKopecks: card.costPriceKopecks,
            },
          ],
    ),
  );
  return priced.map(({ card, newDiscount, newPriceKopecks }) => ({
    card,
    newDiscount,
    newPriceKopecks,
    profitKopecks: economics.get(card.nmId)?.profitKopecks ?? null,
  }));
}

function newStep({ shopId, startsAt }: Promotion): ApplicationStep {
  return {
    shopId,
    state: 'WAITING',
    isBegun: false,
    uploadId: null,
    sentAtMs: null,
    startsAtMs: Date.parse(startsAt),
    problem: null,
  };
}

function notOffered({ shopId }: Promotion, nmId: number): NewAppliedCard {
  return {
    shopId,
    card: { nmId, cardId: null, vendorCode: '', title: '', finalPriceKopecks: 0, discount: 0 },
    newPriceKopecks: 0,
    newDiscount: 0,
    profitKopecks: null,
    leftOut: 'NOT_OFFERED',
    step: null,
  };
}
