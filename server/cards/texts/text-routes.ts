import type { FastifyInstance } from 'fastify';
import { generateDescriptionEndpoint, generateTitlesEndpoint } from '#contract/card-texts.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { serve } from '#server/http/serve.ts';
import { descriptionByRules } from './description-by-rules.ts';
import { createTextModel, type TextModel } from './language-model.ts';
import { spread, titlesForShops } from './shop-titles.ts';
import { readTextFacts } from './text-facts.ts';
import { titlesByRules } from './titles-by-rules.ts';

const DEFAULT_TITLES = 5;
/** Enough to choose from for every shop of a seller. */
const MAX_VARIANTS = 200;

/** Titles and descriptions: by rules, or by a language model when one is configured. The answer says which. */
export function registerTextRoutes(app: FastifyInstance, deps: Deps): void {
  const model = configuredModel(deps);

  serve(app, generateTitlesEndpoint, async ({ body, db }) => {
    const facts = await readTextFacts(db, body);
    const count = body.count ?? DEFAULT_TITLES;
    const written = await model?.titles(facts, count);
    const byRules = titlesByRules(facts, body.shopIds ? MAX_VARIANTS : count);
    const variants = [...new Set([...(written ?? []), ...byRules])];
    return {
      titles: (written ?? byRules).slice(0, count),
      ...(body.shopIds && { byShop: titlesForShops(variants, body.shopIds) }),
      source: written ? ('model' as const) : ('rules' as const),
    };
  });

  serve(app, generateDescriptionEndpoint, async ({ body, db }) => {
    const facts = await readTextFacts(db, body);
    const written = await model?.description(facts);
    if (written) return { description: written, source: 'model' as const };
    return {
      description: descriptionByRules(facts, body.shopId === undefined ? 0 : spread(body.shopId)),
      source: 'rules' as const,
    };
  });
}

function configuredModel({ env, log }: Deps): TextModel | undefined {
  const { llmBaseUrl, llmApiKey, llmModel } = env;
  if (llmBaseUrl === undefined || llmApiKey === undefined) return undefined;
  return createTextModel({ baseUrl: llmBaseUrl, apiKey: llmApiKey, model: llmModel, log });
}
