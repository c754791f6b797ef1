import { sql } from 'kysely';
import { MAX_CARD_COSTS, type addCardCostEndpoint, type CardCost } from '#contract/card-costs.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, notFound } from '#server/errors/http-error.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';
import type { Author } from './card-writes.ts';
import { shopOr404 } from './shop-or-404.ts';
import { followCosts } from './follow-costs.ts';

/** What a card costs from a day on (decision 032). A write of the card itself is kept here by the database: migration 038. */

const ALWAYS = '-infinity';

/** Another account's card has none. */
export async function findCardCosts(db: Db, accountId: number, cardId: number): Promise<CardCost[]> {
  const { rows } = await sql<Omit<CardCost, 'changedAt'> & { changedAt: Date }>`
    SELECT cost.id, nullif(cost.from_day, '-infinity') AS "from", cost.shop_id AS "shopId",
      cost.tech_size AS "techSize", cost.cost_kopecks AS "costPriceKopecks", users.name AS "userName",
      cost.changed_at AS "changedAt",
      cost.shop_id IS NULL AND cost.tech_size IS NULL AND cost.from_day = (
        SELECT max(valid.from_day) FROM card_costs valid
        WHERE valid.account_id = ${accountId} AND valid.card_id = ${cardId}
          AND valid.shop_id IS NULL AND valid.tech_size IS NULL AND valid.from_day <= moscow_today()
      ) IS TRUE AS "isCurrent"
    FROM card_costs cost
    LEFT JOIN users ON users.id = cost.user_id AND users.account_id = ${accountId}
    WHERE cost.account_id = ${accountId} AND cost.card_id = ${cardId}
    ORDER BY cost.shop_id NULLS FIRST, cost.tech_size NULLS FIRST, cost.from_day DESC`.execute(db);
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
}

export async function addCardCost(
  trx: Trx,
  author: Author,
  cardId: number,
  { from, shopId, techSize, costPriceKopecks }: EndpointBody<typeof addCardCostEndpoint>,
): Promise<CardCost[]> {
  const { accountId, userId } = author;
  const { sizes } = await lockCard(trx, accountId, cardId);
  if (techSize !== null && !sizes.some((size) => size.techSize === techSize)) {
    throw badRequest('Такого размера у карточки нет', [
      { field: 'techSize', detail: 'Выберите размер карточки' },
    ]);
  }
  if (shopId !== null) await shopOr404(trx, accountId, shopId);
  const known = await findCardCosts(trx, accountId, cardId);
  if (known.length >= MAX_CARD_COSTS) throw badRequest(`Записей уже ${MAX_CARD_COSTS}: удалите ненужные`);
  const said = { cost_kopecks: costPriceKopecks, user_id: userId };
  await trx
    .insertInto('card_costs')
    .values({
      account_id: accountId,
      card_id: cardId,
      shop_id: shopId,
      tech_size: techSize,
      from_day: from ?? ALWAYS,
      ...said,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'card_id', 'shop_id', 'tech_size', 'from_day'])
        .doUpdateSet({ ...said, changed_at: sql`now()` }),
    )
    .execute();
  await followCosts(trx, accountId, [cardId], userId);
  return await findCardCosts(trx, accountId, cardId);
}

export async function deleteCardCost(
  trx: Trx,
  { accountId, userId }: Author,
  cardId: number,
  costId: number,
): Promise<CardCost[]> {
  await lockCard(trx, accountId, cardId);
  await trx
    .deleteFrom('card_costs')
    .where('account_id', '=', accountId)
    .where('card_id', '=', cardId)
    .where('id', '=', costId)
    .execute();
  await followCosts(trx, accountId, [cardId], userId);
  return await findCardCosts(trx, accountId, cardId);
}

/** The card before its costs, as whoever writes the card does. */
async function lockCard(trx: Trx, accountId: number, cardId: number) {
  const card = await trx
    .selectFrom('cards')
    .select('sizes')
    .where('account_id', '=', accountId)
    .where('id', '=', cardId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!card) throw notFound('Карточка не найдена');
  return card;
}

const CARDS_AT_ONCE = 500;

/** What was said for a day that has come becomes «Себестоимость» of the card. Profit does not wait for it: it reads the rows. */
export const followCostsJob: JobDefinition = {
  name: 'follow-costs',
  schema: noData,
  options: { cron: '*/15 * * * *' },
  handler: async (_data, { database }) => {
    for (;;) {
      const followed = await database.transaction(async (trx) => {
        const { rows } = await sql<{ accountId: number; cardId: number }>`
          SELECT card.account_id AS "accountId", card.id AS "cardId"
          FROM card_costs cost JOIN cards card ON card.id = cost.card_id
          WHERE cost.from_day > '-infinity' AND cost.from_day <= moscow_today()
            AND cost.shop_id IS NULL AND cost.tech_size IS NULL
            AND card.cost_price_kopecks IS DISTINCT FROM cost.cost_kopecks
            AND NOT EXISTS (
              SELECT FROM card_costs later WHERE later.account_id = cost.account_id AND later.card_id = cost.card_id
                AND later.shop_id IS NULL AND later.tech_size IS NULL
                AND later.from_day > cost.from_day AND later.from_day <= moscow_today())
          ORDER BY card.id LIMIT ${CARDS_AT_ONCE}
          FOR NO KEY UPDATE OF card`.execute(trx);
        for (const accountId of new Set(rows.map((row) => row.accountId))) {
          const cardIds = rows.filter((row) => row.accountId === accountId).map((row) => row.cardId);
          await followCosts(trx, accountId, cardIds, null);
        }
        return rows.length;
      });
      if (followed < CARDS_AT_ONCE) return;
    }
  },
};
