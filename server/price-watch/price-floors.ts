import { sql } from 'kysely';
import type { EndpointBody, EndpointResponse } from '#contract/endpoint.ts';
import type { BelowFloor, getPriceFloorEndpoint, setPriceFloorEndpoint } from '#contract/price-watch.ts';
import { titleInShop } from '#server/cards/title-in-shop.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { conflict, notFound } from '#server/errors/http-error.ts';
import { roubles } from '#server/text/roubles.ts';

/** Every function here reads and writes the cards of one account only. */

type CardFloor = EndpointResponse<typeof getPriceFloorEndpoint>;

export async function readPriceFloor(db: Db, accountId: number, cardId: number): Promise<CardFloor> {
  const { rows } = await sql<CardFloor>`
    SELECT floor.floor_kopecks AS "floorKopecks", floor.over_cost_basis_points AS "overCostBasisPoints",
      lowest_price(floor.floor_kopecks, floor.over_cost_basis_points, cards.cost_price_kopecks) AS "lowestKopecks"
    FROM cards LEFT JOIN price_floors floor ON floor.card_id = cards.id AND floor.account_id = ${accountId}
    WHERE cards.account_id = ${accountId} AND cards.id = ${cardId}`.execute(db);
  const [floor] = rows;
  if (!floor) throw notFound('Карточка не найдена');
  return floor;
}

/** Throws 404, and 409 where it is no longer as it was seen. */
export async function setPriceFloor(
  trx: Trx,
  { accountId, userId }: { accountId: number; userId: number },
  cardId: number,
  { floorKopecks, overCostBasisPoints, seen }: EndpointBody<typeof setPriceFloorEndpoint>,
): Promise<CardFloor> {
  // Locked as by a bulk edit of floors, which compares before it writes.
  await sql`SELECT id FROM cards WHERE account_id = ${accountId} AND id = ${cardId} FOR NO KEY UPDATE`.execute(
    trx,
  );
  const now = await readPriceFloor(trx, accountId, cardId);
  const isAsSeen =
    seen === undefined ||
    (seen.floorKopecks === now.floorKopecks && seen.overCostBasisPoints === now.overCostBasisPoints);
  if (!isAsSeen) throw conflict(`Минимальную цену уже изменили: сейчас ${floorText(now)}`);
  if (floorKopecks === null && overCostBasisPoints === null) {
    // Not deleted: the history of the card says who has taken it away.
    await sql`
      UPDATE price_floors SET floor_kopecks = NULL, over_cost_basis_points = NULL, changed_by = ${userId}, changed_at = now()
      WHERE account_id = ${accountId} AND card_id = ${cardId}`.execute(trx);
  } else {
    await sql`
      INSERT INTO price_floors (card_id, account_id, floor_kopecks, over_cost_basis_points, changed_by)
      VALUES (${cardId}, ${accountId}, ${floorKopecks}, ${overCostBasisPoints}, ${userId})
      ON CONFLICT (card_id) DO UPDATE SET floor_kopecks = excluded.floor_kopecks,
        over_cost_basis_points = excluded.over_cost_basis_points, changed_by = excluded.changed_by,
        changed_at = excluded.changed_at
      WHERE price_floors.account_id = ${accountId}`.execute(trx);
  }
  return await readPriceFloor(trx, accountId, cardId);
}

function floorText({ floorKopecks, overCostBasisPoints }: CardFloor): string {
  const said = [
    ...(floorKopecks === null ? [] : [roubles(floorKopecks)]),
    ...(overCostBasisPoints === null ? [] : [`себестоимость + ${percent(overCostBasisPoints)}`]),
  ];
  return said.length === 0 ? 'её нет' : said.join(' или ');
}

const percent = (basisPoints: number) => `${String(basisPoints / 100).replace('.', ',')}\u00a0%`;

/** What shops sell below the floor now, the farthest below first. */
export async function findBelowFloor(
  db: Db,
  accountId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: BelowFloor[] }> {
  const { rows } = await sql<
    Omit<BelowFloor, 'card'> & { cardId: number; title: string; vendorCode: string; count: number }
  >`
    WITH sold AS (
      SELECT listed.shop_id, listed.nm_id, cards.id AS card_id, ${titleInShop(sql`listed.shop_id`)} AS title, cards.vendor_code,
        floor(listed.price_kopecks * (100 - coalesce(listed.discount, 0)) / 100.0)::bigint AS price,
        lowest_price(floor.floor_kopecks, floor.over_cost_basis_points, cards.cost_price_kopecks) AS lowest
      FROM price_floors floor
      JOIN cards ON cards.id = floor.card_id AND cards.account_id = ${accountId}
      JOIN shop_cards listed ON listed.card_id = cards.id AND listed.account_id = ${accountId}
      WHERE floor.account_id = ${accountId} AND listed.nm_id IS NOT NULL AND listed.price_kopecks > 0
        AND cards.state <> 'ARCHIVED'
    )
    SELECT sold.shop_id AS "shopId", shops.name AS "shopName", sold.nm_id AS "nmId", sold.card_id AS "cardId", sold.title,
      sold.vendor_code AS "vendorCode", sold.price AS "priceKopecks", sold.lowest AS "lowestKopecks",
      count(*) OVER ()::int AS count
    FROM sold JOIN shops ON shops.id = sold.shop_id AND shops.account_id = ${accountId}
    WHERE sold.price < sold.lowest
    ORDER BY sold.lowest - sold.price DESC, sold.shop_id, sold.nm_id
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    results: rows.map(
      ({ cardId, title, vendorCode, shopId, shopName, nmId, priceKopecks, lowestKopecks }) => ({
        shopId,
        shopName,
        nmId,
        priceKopecks,
        lowestKopecks,
        card: { id: cardId, title, vendorCode },
      }),
    ),
  };
}
