import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { createCircuit } from './circuit.ts';
import { createMarketplaceClock } from './clock.ts';
import { MarketplaceError, noToken, unavailable } from './errors.ts';
import { createLimiter, createUnlimited } from './limits.ts';
import type { ResponseCanary } from './response-canary.ts';
import { marketplaceHosts, type BaseUrls } from './request.ts';
import { simulatorSandboxUrls, type SandboxBaseUrls, type Side } from './sandbox.ts';
import { createSend, type SendContext } from './send-request.ts';
import { createShopClient, type ShopClient } from './shop-client.ts';
import { chooseToken, markTokenProblem, readWorkingTokens, type StoredToken } from './shop-tokens.ts';
import { decodeToken } from './token.ts';

export interface ClientOptions {
  /** How long a call may wait for its limit before it throws `limit`. 8 s unless said. */
  patienceMs?: number;
}

/** The only door to Wildberries. */
export interface Marketplace {
  /**
   * A client for one shop of an account. Queries run on `db`: inside a transaction give the transaction. Each call
   * picks the token of its category; a token that the marketplace does not take any more is marked with the problem, and
   * the next one that covers the call takes its place. Throws 404 for a shop that is not the account's.
   */
  forShop(db: Db, accountId: number, shopId: number, options?: ClientOptions): Promise<ShopClient>;
  /** A client for a token that is not stored yet: seller info and ping before a shop is made. */
  forToken(db: Db, accountId: number, secret: string, options?: ClientOptions): Promise<ShopClient>;
}

export interface MarketplaceOptions {
  baseUrls: BaseUrls;
  /** Where demo accounts go, whatever `baseUrls` says. Read at each use: the stand-in's port is known late. */
  demoBaseUrls?: () => BaseUrls | undefined;
  /** Where shops of the sandbox go; absent: nothing of them goes anywhere. */
  sandboxBaseUrls?: SandboxBaseUrls | undefined;
  /** Opens shop_tokens.secret. */
  openSecret: (token: { secret: Buffer; keyId: string; shopId: number }) => string;
  /** Is told of answers that are not as documented, and of those that are again. */
  canary?: ResponseCanary;
  /** `off` only for a stand-in that has no limits. */
  limits?: 'kept' | 'off';
  /** How long a host that does not answer is left alone. 15 s unless said. */
  circuitOpenMs?: number;
}

/** A person waits for about this long before thinking that nothing happens. */
const PATIENCE_MS = 8000;

/** The addresses of the stand-in that ships with the product: each host is a path under its URL. */
export function simulatorBaseUrls(url: string): BaseUrls {
  const entries = marketplaceHosts.map((host) => [host, `${url}/${host}`] as const);
  return Object.fromEntries(entries) as BaseUrls; // built from every host
}

export function createMarketplace(options: MarketplaceOptions): Marketplace {
  const limiter = options.limits === 'off' ? createUnlimited() : createLimiter();
  const circuit = createCircuit(options.circuitOpenMs);
  const clock = createMarketplaceClock();

  function baseUrlsFor(isDemo: boolean): BaseUrls {
    if (!isDemo) return options.baseUrls;
    const demo = options.demoBaseUrls?.();
    if (!demo) throw unavailable('Демонстрационный маркетплейс не запущен');
    return demo;
  }

  function sideOf(isDemo: boolean, isSandbox: boolean): Side {
    const real = baseUrlsFor(isDemo);
    if (!isSandbox) return { isSandbox, baseUrls: real };
    if (!options.sandboxBaseUrls) return { isSandbox, baseUrls: {} };
    return { isSandbox, baseUrls: isDemo ? simulatorSandboxUrls(real) : options.sandboxBaseUrls };
  }

  const shared = (db: Db, side: Side, client: ClientOptions | undefined) => ({
    db,
    side,
    limiter,
    circuit,
    clock,
    patienceMs: client?.patienceMs ?? PATIENCE_MS,
  });

  const clientOf = (context: SendContext) =>
    createShopClient(createSend(context), (ourMs) =>
      clock.theirTime(context.side.baseUrls.content ?? '', ourMs),
    );

  return {
    async forShop(db, accountId, shopId, client) {
      const shop = await db
        .selectFrom('shops')
        .innerJoin('accounts', 'accounts.id', 'shops.account_id')
        .select(['shops.name', 'shops.sid', 'shops.is_sandbox', 'accounts.is_demo'])
        .where('shops.id', '=', shopId)
        .where('shops.account_id', '=', accountId)
        .executeTakeFirst();
      if (!shop) throw notFound('Магазин не найден');
      let tokens: Promise<StoredToken[]> | undefined;
      const pickToken: SendContext['pickToken'] = async (request) => {
        tokens ??= readWorkingTokens(db, accountId, shopId);
        const { id, type, keyId, ...token } = chooseToken(await tokens, request, shop.name);
        const secret = options.openSecret({ secret: token.secret, keyId, shopId });
        return { id, secret, sid: shop.sid, type };
      };
      const place = { accountId, shopId };
      const { canary } = options;
      return clientOf({
        ...shared(db, sideOf(shop.is_demo, shop.is_sandbox), client),
        ...(canary && {
          canary: {
            fitted: (operation) => canary.fitted(db, place, operation),
            misfitted: (misfit) => canary.misfitted(db, place, misfit),
          },
        }),
        pickToken,
        async replaceToken(refused, request, error) {
          if (refused.id !== undefined) {
            await markTokenProblem(db, accountId, refused.id, request.category, error);
          }
          tokens = undefined;
          return await pickToken(request).catch((none: unknown) => {
            if (none instanceof MarketplaceError) return undefined;
            throw none;
          });
        },
      });
    },

    async forToken(db, accountId, secret, client) {
      const facts = decodeToken(secret);
      if (!facts) throw noToken('Это не похоже на токен Wildberries', 'no_token');
      const account = await db
        .selectFrom('accounts')
        .select('is_demo')
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (!account) throw notFound();
      return clientOf({
        ...shared(db, sideOf(account.is_demo, facts.isSandbox), client),
        pickToken: () =>
          Promise.resolve({ id: undefined, secret: secret.trim(), sid: facts.sid, type: facts.type }),
        replaceToken: () => Promise.resolve(undefined),
      });
    },
  };
}
