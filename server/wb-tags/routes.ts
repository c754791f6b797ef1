import type { FastifyInstance } from 'fastify';
import {
  createWbTagEndpoint,
  readShopWbTagsEndpoint,
  readWbTagsEndpoint,
  setWbTagsEndpoint,
} from '#contract/wb-tags.ts';
import { badRequest } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { normaliseLine } from '#server/text/text-rules.ts';
import { cardThereOrRefuse, keepWbTags, nmIdOrRefuse } from './card-in-shop.ts';
import { setWbTags } from './set-wb-tags.ts';

export function registerWbTagRoutes(app: FastifyInstance, { database, marketplace }: Deps): void {
  serve(app, readWbTagsEndpoint, async ({ params, session, db }) => {
    const place = { accountId: session.accountId, cardId: params.id, shopId: params.shopId };
    const nmId = await nmIdOrRefuse(db, place);
    const client = await marketplace.forShop(db, place.accountId, place.shopId);
    const { tags: cardTags } = await cardThereOrRefuse(client, nmId);
    const shopTags = await client.listTags();
    await keepWbTags(database, place, cardTags);
    return { shopTags, cardTags };
  });

  serve(app, readShopWbTagsEndpoint, async ({ params, session, db }) => {
    const client = await marketplace.forShop(db, session.accountId, params.id);
    return { shopTags: await client.listTags() };
  });

  // What is on the card already is left alone, so a repetition does no harm.
  serve(
    app,
    setWbTagsEndpoint,
    async ({ params, body, session, db }) => {
      const place = { accountId: session.accountId, cardId: params.id, shopId: params.shopId };
      const nmId = await nmIdOrRefuse(db, place);
      const client = await marketplace.forShop(db, place.accountId, place.shopId);
      const result = await setWbTags(client, nmId, body);
      await keepWbTags(database, place, result.cardTags);
      return result;
    },
    { callsOut: true },
  );

  // A name is the shop's only once: the marketplace refuses a repetition.
  serve(
    app,
    createWbTagEndpoint,
    async ({ params, body, session, db }) => {
      const name = normaliseLine(body.name);
      if (name === '') throw badRequest('Укажите название ярлыка');
      const client = await marketplace.forShop(db, session.accountId, params.id);
      await client.createTag({ name, color: body.color });
      const shopTags = await client.listTags();
      return { shopTags, tagId: shopTags.find((tag) => tag.name === name)?.id ?? null };
    },
    { callsOut: true },
  );
}
