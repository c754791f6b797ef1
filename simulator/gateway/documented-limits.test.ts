import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerAnalyticsRoutes } from '#simulator/hosts/analytics-routes.ts';
import { registerCalendarRoutes } from '#simulator/hosts/calendar-routes.ts';
import { registerCardsRoutes } from '#simulator/hosts/cards-routes.ts';
import { registerCommonRoutes } from '#simulator/hosts/common-routes.ts';
import { registerContentRoutes } from '#simulator/hosts/content-routes.ts';
import { registerFinanceRoutes } from '#simulator/hosts/finance-routes.ts';
import { registerMarketplaceRoutes } from '#simulator/hosts/marketplace-routes.ts';
import { registerMediaRoutes } from '#simulator/hosts/media-routes.ts';
import { registerPricesRoutes } from '#simulator/hosts/prices-routes.ts';
import { registerStatisticsRoutes } from '#simulator/hosts/statistics-routes.ts';
import { registerTariffRoutes } from '#simulator/hosts/tariff-routes.ts';
import { createStateSaver } from '#simulator/state/snapshot.ts';
import { createSeller, createState } from '#simulator/state/state.ts';
import { issueToken, type TokenAccess } from '#simulator/state/tokens.ts';
import { documentedAddress } from '#tests/support/marketplace/client-calls.ts';
import {
  areDocumentsHere,
  documentedLimits,
  documentedPath,
} from '#tests/support/simulator/openapi-documents.ts';
import { createFaultPlan } from './faults.ts';
import type { Simulator } from './gateway.ts';
import { bucketOf, type LimitGroup } from './limits.ts';

/** The gateway's limits, as calls with tokens of each type meet them, against the marketplace's documents. */
const ACCESS: Record<string, TokenAccess> = { Базовый: 1, Персональный: 3, Сервисный: 4 };
const EVERY_CATEGORY = 2 ** 14 - 1;
const state = createState(1);
const { sid } = createSeller(state, {
  name: 'ИП Соколова А. В.',
  tin: '770000000001',
  tradeMark: 'Северика',
});

/** Every operation of the stand-in; nothing gets past its limiter, which only says what it was asked about. */
function openGateway() {
  const app = Fastify();
  const asked: { group: LimitGroup; access: TokenAccess }[] = [];
  const paths: { method: string; path: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (typeof method === 'string' && method !== 'HEAD') paths.push({ method, path: url });
  });
  const simulator: Simulator = {
    state,
    saver: createStateSaver(state, undefined),
    limiter: {
      take(key) {
        asked.push(key);
        return { isAllowed: false, headers: {} };
      },
      chargeClientError: () => undefined,
    },
    faults: createFaultPlan(),
    now: Date.now,
    speed: 1,
    publicUrl: () => '',
    closing: new AbortController().signal,
  };
  registerMediaRoutes(app, simulator, '');
  registerContentRoutes(app, simulator);
  registerCardsRoutes(app, simulator);
  registerPricesRoutes(app, simulator);
  registerMarketplaceRoutes(app, simulator);
  registerCalendarRoutes(app, simulator);
  registerStatisticsRoutes(app, simulator);
  registerAnalyticsRoutes(app, simulator);
  registerFinanceRoutes(app, simulator);
  registerCommonRoutes(app, simulator);
  registerTariffRoutes(app, simulator);
  return { app, asked, paths };
}

function tokenOf(acc: TokenAccess): string {
  const exp = Math.ceil(Date.now() / 1000) + 3600;
  return issueToken({ id: `token ${acc}`, sid, exp, s: EVERY_CATEGORY, acc, t: false }, state.signingKey);
}

function limitsOf(method: string, url: string) {
  const address = documentedAddress(url);
  // The ping's limit is written in a sentence.
  if (!address || address.path === '/ping') return undefined;
  return documentedLimits(address.file, method, documentedPath(address.file, method, address.path));
}

describe.runIf(areDocumentsHere)('against the official documents', () => {
  it('every operation has the limits of each type of token', async () => {
    const { app, asked, paths } = openGateway();
    await app.ready();
    const compared: string[] = [];
    const refused: string[] = [];
    for (const { method, path } of paths) {
      const url = path.replaceAll(/:\w+/g, '1');
      const limits = limitsOf(method, url);
      if (!limits) continue;
      for (const [type, access] of Object.entries(ACCESS)) {
        asked.length = 0;
        const { statusCode } = await app.inject({
          method: method as 'GET',
          url,
          headers: { authorization: tokenOf(access) },
        });
        const [key] = asked;
        const at = `${method} ${path} · ${type}`;
        if (statusCode === 403) {
          refused.push(at);
          continue;
        }
        expect(key && { at, access: key.access, ...bucketOf(key.group, access) }).toEqual({
          at,
          access,
          ...(limits.get(type) ?? limits.get('')),
        });
        compared.push(at);
      }
    }
    // «Нельзя использовать базовый токен», as its document says in words.
    expect(refused).toEqual(['POST /finance/api/finance/v1/sales-reports/list · Базовый']);
    expect(compared.length).toBeGreaterThan(100);
    await app.close();
  });
});
