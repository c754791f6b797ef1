import type { ApplicationGuards, ApplicationKind, LeftOutReason } from '#contract/promotion-applications.ts';
import type { Promotion, PromotionCard } from '#contract/promotions.ts';
import type { Trx } from '#server/db/database.ts';
import type { ApplicationStep } from '#server/db/schema.ts';

/** A chosen card as it was seen; what is left out has its reason. */
export interface NewAppliedCard {
  shopId: number;
  card: Pick<PromotionCard, 'nmId' | 'cardId' | 'vendorCode' | 'title' | 'finalPriceKopecks' | 'discount'> & {
    floorKopecks?: number | null | undefined;
  };
  newPriceKopecks: number | null;
  newDiscount: number;
  profitKopecks: number | null;
  leftOut: LeftOutReason | null;
  step: number | null;
}

/** A statement takes so many rows. */
const ROWS_AT_ONCE = 500;

export async function insertApplication(
  trx: Trx,
  { accountId, userId }: { accountId: number; userId: number },
  input: { kind: ApplicationKind; uploadNow: boolean; guards: ApplicationGuards },
  promotion: Pick<Promotion, 'wbPromotionId' | 'name' | 'period'>,
  steps: readonly ApplicationStep[],
  rows: readonly NewAppliedCard[],
): Promise<number> {
  const { id } = await trx
    .insertInto('promotion_applications')
    .values({
      account_id: accountId,
      user_id: userId,
      kind: input.kind,
      wb_promotion_id: promotion.wbPromotionId,
      promotion_name: promotion.name,
      // A promotion that is on changes prices at once, whatever is asked.
      upload_now: input.uploadNow || promotion.period === 'current' || input.kind === 'LEAVE',
      guards: JSON.stringify(input.guards),
      steps: JSON.stringify(steps),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await trx
      .insertInto('promotion_application_cards')
      .values(
        rows.slice(start, start + ROWS_AT_ONCE).map((row) => ({
          application_id: id,
          shop_id: row.shopId,
          nm_id: row.card.nmId,
          account_id: accountId,
          step: row.step,
          card_id: row.card.cardId,
          vendor_code: row.card.vendorCode,
          title: row.card.title,
          price_kopecks: row.card.finalPriceKopecks,
          discount: row.card.discount,
          new_price_kopecks: row.newPriceKopecks ?? row.card.finalPriceKopecks,
          new_discount: row.newDiscount,
          profit_kopecks: row.profitKopecks,
          floor_kopecks: row.card.floorKopecks ?? null,
          left_out: row.leftOut,
          state: row.leftOut === null ? ('WAITING' as const) : ('LEFT_OUT' as const),
          reason: null,
        })),
      )
      .execute();
  }
  return id;
}
