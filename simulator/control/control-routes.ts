import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { CardRow, loadCards, numbersOf } from './bulk-load.ts';
import { OFFICES } from '#simulator/reference/offices.ts';
import { FAULT_KINDS } from '#simulator/gateway/faults.ts';
import type { Simulator } from '#simulator/gateway/gateway.ts';
import { inspectorPage } from './inspector-page.ts';
import { addWarehouse } from '#simulator/hosts/marketplace-routes.ts';
import { orderPromotion } from '#simulator/state/promotions.ts';
import { settle } from '#simulator/state/settle.ts';
import { createSeller, type Seller } from '#simulator/state/state.ts';
import {
  CATEGORY_BITS,
  categoryMask,
  issueToken,
  newTokenId,
  resignToken,
  type TokenCategory,
} from '#simulator/state/tokens.ts';

const TOKEN_LIFE_S = 180 * 24 * 3600;
const BODY_BYTES_MAX = 256 * 1024 * 1024;

const SellerRequest = z.object({
  sid: z.optional(z.string().check(z.minLength(1))),
  name: z.string(),
  tin: z.string(),
  tradeMark: z.string(),
  freeLimits: z.optional(z.int()),
});

const categories = Object.keys(CATEGORY_BITS) as [TokenCategory, ...TokenCategory[]];

const TokenRequest = z.object({
  sid: z.string(),
  categories: z.array(z.enum(categories)),
  acc: z._default(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]), 3),
  readOnly: z._default(z.boolean(), false),
  /** Seconds since 1970, or a date with time. */
  expiresAt: z.optional(z.union([z.number(), z.string()])),
  revoked: z._default(z.boolean(), false),
  sandbox: z._default(z.boolean(), false),
});

const StocksRequest = z.object({
  stocks: z.array(z.object({ warehouseId: z.int(), chrtId: z.int(), amount: z.int() })),
});

const WarehouseRequest = z.object({
  name: z.string(),
  officeId: z.optional(z.int()),
  cargoType: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  deliveryType: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(5), z.literal(6)])),
  isProcessing: z.optional(z.boolean()),
  isBlocked: z.optional(z.boolean()),
});

const PromotionRequest = z.object({
  name: z.string(),
  isAuto: z._default(z.boolean(), true),
  startsAt: z.string(),
  endsAt: z.string(),
});

const FaultsRequest = z.object({
  seed: z._default(z.int(), 1),
  rules: z.array(
    z.object({
      operation: z.string(),
      probability: z._default(z.number(), 1),
      kind: z.enum(FAULT_KINDS),
      times: z.optional(z.int()),
      delayMs: z.optional(z.number()),
    }),
  ),
});

const LOOPBACK_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Making sellers, tokens and cards out of nothing, ordering faults, looking at effects. Not part of the marketplace. */
export function registerControlRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { state, saver, now } = simulator;

  app.register(
    (control, _options, done) => {
      control.addHook('onRequest', refuseStrangers);

      control.get('/', (_request, reply) => {
        settleAll(simulator);
        return reply
          .type('text/html; charset=utf-8')
          .header(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          )
          .send(inspectorPage(state, now()));
      });

      control.post('/sellers', (request, reply) => {
        const about = SellerRequest.parse(request.body);
        const seller = createSeller(state, about);
        saver.changed();
        return reply.code(201).send({ sid: seller.sid });
      });

      control.post('/tokens', (request, reply) => {
        const input = TokenRequest.parse(request.body);
        const id = newTokenId();
        const exp = readExpiry(input.expiresAt, now());
        const s = categoryMask(input.categories, input.readOnly);
        if (input.revoked) {
          state.revokedTokenIds.add(id);
          saver.changed();
        }
        const claims = { id, sid: input.sid, exp, s, acc: input.acc, t: input.sandbox };
        return reply.code(201).send({ id, token: issueToken(claims, state.signingKey) });
      });

      // null: no earlier version issued it
      control.post('/tokens/resign', (request) => {
        const { token } = z.object({ token: z.string() }).parse(request.body);
        return { token: resignToken(token, state.signingKey) ?? null };
      });

      control.post('/revoke', (request) => {
        const { id } = z.object({ id: z.string() }).parse(request.body);
        state.revokedTokenIds.add(id);
        saver.changed();
        return { id };
      });

      control.put<{ Params: { sid: string } }>(
        '/sellers/:sid/cards',
        { bodyLimit: BODY_BYTES_MAX },
        (request, reply) => {
          const seller = state.sellers.get(request.params.sid);
          if (!seller) return reply.code(404).send({ error: 'seller is not found' });
          const { cards } = z.object({ cards: z.array(CardRow) }).parse(request.body);
          const loaded = loadCards(simulator, seller, cards);
          saver.changed();
          return { cards: loaded.map(numbersOf) };
        },
      );

      control.put<{ Params: { sid: string } }>(
        '/sellers/:sid/stocks',
        { bodyLimit: BODY_BYTES_MAX },
        (request, reply) => {
          const seller = state.sellers.get(request.params.sid);
          if (!seller) return reply.code(404).send({ error: 'seller is not found' });
          const { stocks } = StocksRequest.parse(request.body);
          for (const { warehouseId, chrtId, amount } of stocks) {
            const warehouse = seller.warehouses.find((known) => known.id === warehouseId);
            if (!warehouse)
              return reply.code(404).send({ error: `warehouse ${String(warehouseId)} is not found` });
            warehouse.stocks[chrtId] = amount;
          }
          saver.changed();
          return { count: stocks.length };
        },
      );

      control.post<{ Params: { sid: string } }>('/sellers/:sid/warehouses', (request, reply) => {
        const seller = state.sellers.get(request.params.sid);
        if (!seller) return reply.code(404).send({ error: 'seller is not found' });
        const input = WarehouseRequest.parse(request.body);
        const used = new Set(seller.warehouses.map((warehouse) => warehouse.officeId));
        const officeId = input.officeId ?? OFFICES.find((office) => !used.has(office.id))?.id ?? 0;
        const warehouse = addWarehouse(state, seller, { ...input, officeId }, now());
        saver.changed();
        const { stocks: _stocks, ...about } = warehouse;
        return reply.code(201).send(about);
      });

      // A promotion beside those of the calendar: it begins and ends by itself.
      control.post('/promotions', (request, reply) => {
        const { startsAt, endsAt, ...about } = PromotionRequest.parse(request.body);
        const startMs = Date.parse(startsAt);
        const endMs = Date.parse(endsAt);
        if (!(startMs < endMs)) throw new Error('startsAt and endsAt are not two dates in their order');
        settleAll(simulator);
        const { id } = orderPromotion(state, { ...about, startMs, endMs });
        saver.changed();
        return reply.code(201).send({ id });
      });

      control.put('/faults', (request) => {
        const { seed, rules } = FaultsRequest.parse(request.body);
        simulator.faults.replace(seed, rules);
        return { rules: rules.length };
      });

      control.get<{ Querystring: { sid?: string; kind?: string } }>('/effects', (request) => {
        settleAll(simulator);
        const { sid, kind } = request.query;
        return effectsOf(
          [...state.sellers.values()].filter((seller) => sid === undefined || seller.sid === sid),
          kind,
        );
      });

      control.setErrorHandler((error, _request, reply) =>
        reply.code(400).send({ error: error instanceof Error ? error.message : String(error) }),
      );
      done();
    },
    { prefix: '/_simulator' },
  );
}

/** Only this machine, and no page that a browser on this machine shows. */
async function refuseStrangers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const name = request.host.replace(/:\d+$/, '');
  const isHere = LOOPBACK_ADDRESSES.has(request.socket.remoteAddress ?? '') && LOOPBACK_NAMES.has(name);
  if (!isHere || request.headers.origin !== undefined) {
    await reply.code(403).send({ error: 'the control interface is open to this machine only' });
  }
}

function settleAll(simulator: Simulator): void {
  for (const seller of simulator.state.sellers.values()) {
    if (settle(simulator, seller, simulator.now())) simulator.saver.changed();
  }
}

function readExpiry(expiresAt: number | string | undefined, nowMs: number): number {
  if (expiresAt === undefined) return Math.floor(nowMs / 1000) + TOKEN_LIFE_S;
  if (typeof expiresAt === 'number') return Math.floor(expiresAt);
  const instant = Date.parse(expiresAt);
  if (Number.isNaN(instant)) throw new Error('expiresAt is not a date');
  return Math.floor(instant / 1000);
}

function effectsOf(sellers: Seller[], kind: string | undefined) {
  const isAsked = (name: string) => kind === undefined || name === kind;
  return {
    effects: sellers.flatMap((seller) =>
      seller.effects
        .filter((effect) => isAsked(effect.kind))
        .map(({ atMs, ...effect }) => ({ at: new Date(atMs).toISOString(), sid: seller.sid, ...effect })),
    ),
    /** How often each kind touched each article, nmID, chrtID or warehouse. */
    counters: sellers.flatMap((seller) =>
      [...seller.effectCounters]
        .map(([name, count]) => {
          const space = name.indexOf(' ');
          return { sid: seller.sid, kind: name.slice(0, space), key: name.slice(space + 1), count };
        })
        .filter((counter) => isAsked(counter.kind)),
    ),
  };
}
