import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { registerAnalyticsRoutes } from './hosts/analytics-routes.ts';
import { registerCalendarRoutes } from './hosts/calendar-routes.ts';
import { registerCardsRoutes } from './hosts/cards-routes.ts';
import { registerCommonRoutes } from './hosts/common-routes.ts';
import { registerContentRoutes } from './hosts/content-routes.ts';
import { registerControlRoutes } from './control/control-routes.ts';
import { createFaultPlan } from './gateway/faults.ts';
import { registerFinanceRoutes } from './hosts/finance-routes.ts';
import type { Simulator } from './gateway/gateway.ts';
import { createLimiter } from './gateway/limits.ts';
import { registerMarketplaceRoutes } from './hosts/marketplace-routes.ts';
import { registerMediaRoutes } from './hosts/media-routes.ts';
import { registerPricesRoutes } from './hosts/prices-routes.ts';
import { createStateSaver, loadState } from './state/snapshot.ts';
import { fileStorage, type StateStorage } from './state/state-storage.ts';
import { registerStatisticsRoutes } from './hosts/statistics-routes.ts';
import { registerTariffRoutes } from './hosts/tariff-routes.ts';

/** The documents' ceiling for a request with cards. */
const BODY_BYTES_MAX = 10 * 1024 * 1024;

export interface SimulatorOptions {
  host: string;
  /** 0: any free one */
  port: number;
  /** A JSON file that keeps everything between runs; uploaded media lie in a folder beside it. */
  stateFile?: string | undefined;
  /** Keeps everything in place of the file; uploaded media stay beside where the file would be. */
  storage?: StateStorage | undefined;
  /** Signs tokens in place of a key of its own: for simulators that have to take each other's. */
  signingKey?: string | undefined;
  limits?: 'real' | 'off' | undefined;
  /** Divides everything that takes time; 1 is a few seconds for a card. */
  speed?: number | undefined;
  seed?: number | undefined;
  /** The clock, for tests of time. */
  now?: (() => number) | undefined;
}

export interface RunningSimulator {
  /** `http://host:port`; each Wildberries host is a path under it: /content, /prices, /marketplace and so on. */
  url: string;
  /** Where a broken state file of an earlier run was put; the sellers and cards in it are not known any more. */
  setAsideAs?: string | undefined;
  close(): Promise<void>;
}

/**
 * Starts a stand-in for Wildberries: an HTTP server that answers as the official documents say, for sellers, tokens and
 * cards that are made through its control interface under `/_simulator/`.
 */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const now = options.now ?? Date.now;
  const file = options.stateFile === undefined ? undefined : fileStorage(options.stateFile);
  const storage = options.storage ?? file;
  const { state, setAsideAs } = await loadState(storage, options.seed ?? 1);
  state.signingKey = options.signingKey ?? state.signingKey;
  const saver = createStateSaver(state, storage);
  // A key that was made just now must be there after a restart, too.
  saver.changed();
  const mediaFolder =
    options.stateFile === undefined
      ? await mkdtemp(join(tmpdir(), 'wildberries-simulator-'))
      : `${options.stateFile}.media`;
  const closing = new AbortController();
  let url = '';
  const simulator: Simulator = {
    state,
    saver,
    limiter: options.limits === 'off' ? undefined : createLimiter(now),
    faults: createFaultPlan(),
    now,
    speed: options.speed ?? 1,
    publicUrl: () => url,
    closing: closing.signal,
  };

  const app = Fastify({ logger: false, bodyLimit: BODY_BYTES_MAX, forceCloseConnections: true });
  // The marketplace's clock is the one that it lives by.
  app.addHook('onSend', async (_request, reply) => void reply.header('date', new Date(now()).toUTCString()));
  registerMediaRoutes(app, simulator, mediaFolder);
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
  registerControlRoutes(app, simulator);

  url = await app.listen({ host: options.host, port: options.port });
  return {
    url,
    setAsideAs,
    async close() {
      closing.abort();
      await app.close();
      await saver.close();
      if (options.stateFile === undefined) await rm(mediaFolder, { recursive: true, force: true });
    },
  };
}
