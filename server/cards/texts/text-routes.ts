import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  generateDescriptionEndpoint,
  generateTitlesEndpoint,
  streamDescriptionEndpoint,
  type WrittenDescription,
  type WrittenTextLine,
} from '#contract/card-texts.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import type { Db } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { serve } from '#server/http/serve.ts';
import { createTextModel, type TextModel } from './language-model.ts';
import { createModelTurns } from './model-turns.ts';
import { descriptionFor, textsForShops } from './texts-for-shops.ts';
import { readTextFacts, type TextFacts } from './text-facts.ts';
import { titlesByRules } from './titles-by-rules.ts';

const DEFAULT_TITLES = 5;
/** Enough to choose from for every shop of a seller. */
const MAX_VARIANTS = 200;

/** Titles and descriptions: by rules, or by a language model when one is configured. The answer says which. */
export function registerTextRoutes(app: FastifyInstance, deps: Deps): void {
  const model = configuredModel(deps);
  const takeTurn = createModelTurns();

  /** null without a model, and where it fails; the turn ends with the text, or with whoever waits for it. */
  async function byModel<T>(
    accountId: number,
    reply: FastifyReply,
    write: (model: TextModel, signal: AbortSignal) => Promise<T | null>,
  ): Promise<T | null> {
    if (!model) return null;
    const giveBack = takeTurn(accountId);
    const left = new AbortController();
    const leave = () => left.abort();
    reply.raw.once('close', leave);
    try {
      return await write(model, left.signal);
    } finally {
      reply.raw.off('close', leave);
      giveBack();
    }
  }

  serve(app, generateTitlesEndpoint, async ({ body, session, reply, db }) => {
    const facts = await readTextFacts(db, body);
    const count = body.count ?? DEFAULT_TITLES;
    const wanted = Math.max(count, body.shopIds?.length ?? 0);
    const written = await byModel(session.accountId, reply, (writer, signal) =>
      writer.titles(facts, wanted, { signal }),
    );
    const byRules = titlesByRules(facts, body.shopIds ? MAX_VARIANTS : count);
    const variants = [...new Set([...(written ?? []), ...byRules])];
    return {
      titles: (written ?? byRules).slice(0, count),
      ...(body.shopIds && {
        byShop: textsForShops(variants, body.shopIds).map(({ shopId, text }) => ({ shopId, title: text })),
      }),
      source: written ? ('model' as const) : ('rules' as const),
    };
  });

  serve(app, generateDescriptionEndpoint, async ({ body, session, reply, db }) => {
    const facts = await readTextFacts(db, body);
    const written = await byModel(session.accountId, reply, (writer, signal) =>
      writer.description(facts, body.otherTexts ?? [], { signal }),
    );
    return finished(facts, await placeOf(db, session.accountId, body), written);
  });

  serve(app, streamDescriptionEndpoint, async ({ body, session, reply, db }) => {
    const facts = await readTextFacts(db, body);
    const place = await placeOf(db, session.accountId, body);
    const lines = new PassThrough();
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const say = (line: WrittenTextLine) => {
      lines.write(`${JSON.stringify(line)}\n`);
      begin();
    };
    // Begun before anything is answered: an account with too many texts on their way is refused in words.
    const writing = byModel(session.accountId, reply, (writer, signal) =>
      writer.description(facts, place.otherTexts, { signal, onPart: (part) => say({ part }) }),
    ).then((written) => {
      say(finished(facts, place, written));
      lines.end();
    });
    await Promise.race([writing, begun]);
    writing.catch((error: unknown) => lines.destroy(error instanceof Error ? error : undefined));
    // Proxies that gather an answer before they pass it on are asked not to.
    await reply.type('application/x-ndjson; charset=utf-8').header('x-accel-buffering', 'no').send(lines);
  });
}

/** For which of the account's shops a description is, and what the card says elsewhere. */
async function placeOf(
  db: Db,
  accountId: number,
  { shopId, otherTexts = [] }: EndpointBody<typeof generateDescriptionEndpoint>,
) {
  const shops = await db.selectFrom('shops').select('id').where('account_id', '=', accountId).execute();
  return { shopId, otherTexts, shopIds: shops.map(({ id }) => id) };
}

function finished(
  facts: TextFacts,
  place: Awaited<ReturnType<typeof placeOf>>,
  written: string | null,
): WrittenDescription {
  if (written !== null) return { description: written, source: 'model' };
  const { description, isShared } = descriptionFor(facts, place);
  return { description, source: 'rules', ...(isShared && { isShared }) };
}

function configuredModel({ env, log }: Deps): TextModel | undefined {
  const { llmBaseUrl, llmApiKey, llmModel } = env;
  if (llmBaseUrl === undefined || llmApiKey === undefined) return undefined;
  return createTextModel({ baseUrl: llmBaseUrl, apiKey: llmApiKey, model: llmModel, log });
}
