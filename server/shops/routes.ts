import type { FastifyInstance } from 'fastify';
import {
  addShopTokenEndpoint,
  checkShopTokensEndpoint,
  createShopEndpoint,
  getShopEndpoint,
  listShopsEndpoint,
  removeShopTokenEndpoint,
  updateShopEndpoint,
  type Shop,
} from '#contract/shops.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { normaliseLine, normaliseText } from '#server/text/text-rules.ts';
import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { findShop, findShops, updateShopFields } from './repository.ts';
import { addShop, addToken, checkTokens, removeToken } from './shop-tokens.ts';

export function registerShopRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, listShopsEndpoint, ({ session, db }) => findShops(db, session.accountId));

  serve(app, getShopEndpoint, ({ params, session, db }) => shopOr404(db, session.accountId, params.id));

  serve(
    app,
    createShopEndpoint,
    async ({ body, session, db }) => {
      const name = body.name === undefined ? undefined : normaliseLine(body.name);
      const shopId = await addShop(deps, session, { name, token: body.token });
      return await shopOr404(db, session.accountId, shopId);
    },
    { callsOut: true },
  );

  serve(app, updateShopEndpoint, async ({ params, body, session, db }) => {
    await shopOr404(db, session.accountId, params.id);
    await updateShopFields(db, session.accountId, params.id, {
      name: body.name === undefined ? undefined : normaliseLine(body.name),
      description: body.description === undefined ? undefined : normaliseText(body.description),
    });
    return await shopOr404(db, session.accountId, params.id);
  });

  serve(app, addShopTokenEndpoint, async ({ params, body, session, db }) => {
    const shop = await shopOr404(db, session.accountId, params.id);
    await addToken(deps, session, shop, body.token);
    return await shopOr404(db, session.accountId, params.id);
  });

  serve(app, removeShopTokenEndpoint, ({ params, session }) =>
    removeToken(deps, session, params.id, params.tokenId),
  );

  serve(app, checkShopTokensEndpoint, async ({ params, session, db }) => {
    const shop = await shopOr404(db, session.accountId, params.id);
    await checkTokens(deps, session, shop);
    return await shopOr404(db, session.accountId, params.id);
  });
}

async function shopOr404(db: Db, accountId: number, shopId: number): Promise<Shop> {
  const shop = await findShop(db, accountId, shopId);
  if (!shop) throw notFound('Магазин не найден');
  return shop;
}
