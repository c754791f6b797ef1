import type { FastifyInstance } from 'fastify';
import { listHeldPricesEndpoint, readHeldPricesEndpoint } from '#contract/held-prices.ts';
import type { Db } from '#server/db/database.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { MarketplaceError } from '#server/marketplace/errors.ts';
import { syncHeldPrices } from '#server/sync/sync-held-prices.ts';
import { findHeldPrices, findHeldPricesReading } from './find-held-prices.ts';

export function registerHeldPriceRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listHeldPricesEndpoint, async ({ query, session, request, db }) => {
    const { accountId } = session;
    const { count, results } = await findHeldPrices(db, accountId, query);
    return {
      count,
      ...pageLinks(request.url, { ...query, count }),
      results,
      ...(await findHeldPricesReading(db, accountId, await findShopIds(db, accountId))),
    };
  });

  serve(
    app,
    readHeldPricesEndpoint,
    async ({ session, db }) => {
      const shopIds = await findShopIds(db, session.accountId);
      await Promise.all(shopIds.map((shopId) => readShop(deps, session.accountId, shopId)));
      return undefined;
    },
    { callsOut: true },
  );
}

/** What the marketplace refuses is kept as the shop's problem, and told with the list. */
async function readShop(deps: Deps, accountId: number, shopId: number): Promise<void> {
  try {
    await syncHeldPrices({ deps, accountId, shopId }, 0);
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
  }
}

async function findShopIds(db: Db, accountId: number): Promise<number[]> {
  const shops = await db
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return shops.map(({ id }) => id);
}
