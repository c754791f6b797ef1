import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Deps } from './jobs/deps.ts';
import { chooseSecretKey } from './secrets/choose-secret-key.ts';
import { openShopToken } from './secrets/secret-box.ts';
import { openDatabase, type Database } from './db/database.ts';
import { takeStartTurn } from './db/start-turn.ts';
import { beginHistory } from './cards/feed/upkeep.ts';
import { openDemoMarketplace, type DemoMarketplace } from './demo-marketplace.ts';
import { endDemoSessions } from './auth/closed-demo.ts';
import type { Env, WrittenEnv } from './config/env.ts';
import { jobDefinitions } from './job-definitions.ts';
import { createJobs } from './jobs/jobs.ts';
import { createLog } from './config/log.ts';
import { createMarketplace, simulatorBaseUrls } from './marketplace/marketplace.ts';
import { createResponseCanary } from './marketplace/response-canary.ts';
import type { BuiltWebApp } from './http/static-files.ts';
import { StartError } from './errors/start-error.ts';

/** What one part may take to stop, so that the whole stays within ten seconds. */
const STOP_PATIENCE_MS = 8000;

export interface RunningServer {
  url: string;
  /** The demonstration account is there to sign in to. */
  hasDemo: boolean;
  /** What the person who starts it should know, a sentence each. */
  notices: readonly string[];
  log: FastifyBaseLogger;
  /** Takes no more requests and jobs, lets the running ones end, closes the database. */
  close(): Promise<void>;
}

/**
 * Starts everything: the database, the queue with its workers, in the demonstration the simulator, the API and the web
 * app on one port. Throws {@link StartError} for what the person who starts it can put right; nothing is left running.
 */
export async function startServer(
  written: WrittenEnv,
  options: { checksResponses?: boolean } = {},
): Promise<RunningServer> {
  const opened: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    await refuseTakenPort(written);
    const dataDir = resolve(written.dataDir);
    const database = await openDatabase({
      databaseUrl: written.databaseUrl,
      dataDir,
      poolSize: written.databasePoolSize,
    });
    opened.push(() => database.close());
    const prepare = () => prepareDatabase(written, dataDir, database, opened);
    const { deps, stopJobs, hasDemo, notices } = await takeStartTurn(written.databaseUrl, prepare);
    await beginHistory(database.db);
    const app = await buildApp(deps, { ...options, webApp: builtWebApp() });
    // Both at once: together they have to fit into the ten seconds that a stop may take.
    opened.push(() => withPatience(Promise.all([app.close(), stopJobs()])));
    const url = await listen(app, deps.env);
    return { url, hasDemo, notices, log: deps.log, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** What starting processes do one after another: the queue's tables and the demonstration are made once. */
async function prepareDatabase(
  written: WrittenEnv,
  dataDir: string,
  database: Database,
  opened: (() => Promise<unknown>)[],
) {
  const env: Env = {
    ...written,
    dataDir,
    secretKey: await chooseSecretKey(database, { ...written, dataDir }),
  };
  const log = createLog(env.logLevel);
  if (!env.isDemo) await endDemoSessions(database.db);
  const simulator = await openDemoMarketplace(env, database, log);
  if (simulator) opened.push(() => withPatience(simulator.close()));

  const deps = connectDeps(env, database, log, simulator);
  await deps.jobs.start();
  let jobsStopped: Promise<void> | undefined;
  const stopJobs = () => (jobsStopped ??= deps.jobs.stop());
  opened.push(() => withPatience(stopJobs()));
  await simulator?.seedIfEmpty(async (url) => {
    const { seedDemo } = await import('./demo/seed-demo.ts');
    await seedDemo(deps, url);
  });
  const notices = [...heldBackNotice(env), ...(simulator?.notices ?? [])];
  return { deps, stopJobs, hasDemo: simulator !== undefined, notices };
}

function connectDeps(
  env: Env,
  database: Database,
  log: FastifyBaseLogger,
  simulator: DemoMarketplace | undefined,
): Deps {
  const demoBaseUrls = () => {
    const url = simulator?.url();
    return url === undefined ? undefined : simulatorBaseUrls(url);
  };
  const marketplace = createMarketplace({
    baseUrls: env.wbBaseUrls,
    demoBaseUrls,
    sandboxBaseUrls: env.wbSandboxBaseUrls,
    openSecret: ({ secret, shopId }) => openShopToken(env.secretKey, secret, shopId),
    canary: createResponseCanary(log),
  });
  const jobs = createJobs({ database, log, definitions: jobDefinitions, deps: () => deps });
  const deps: Deps = { env, database, log, marketplace, jobs };
  return deps;
}

function heldBackNotice(env: Env): string[] {
  if (!env.isDemoHeldBack) return [];
  return [
    `Демо закрыто: сервер с HOST=${env.host} виден не только этому компьютеру, а пароль демо известен всем. ` +
      'Если оно здесь нужно, задайте DEMO=1.',
  ];
}

/** Beside the built server stand the built web app and the assets of earlier builds; in development there are none. */
function builtWebApp(): BuiltWebApp | undefined {
  const root = fileURLToPath(new URL('../web/', import.meta.url));
  if (!existsSync(join(root, 'index.html'))) return undefined;
  return { root, historyFolder: fileURLToPath(new URL('../web-history/', import.meta.url)) };
}

/** Said before the first start spends its seconds on making a database. */
async function refuseTakenPort({ port, host }: WrittenEnv): Promise<void> {
  await new Promise<void>((resolvePromise, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenError(error, port, host)));
    probe.listen(port, host, () => probe.close(() => resolvePromise()));
  });
}

async function listen(app: FastifyInstance, { port, host }: Env): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, port, host);
  }
  const address = app.server.address() as AddressInfo; // it listens on a TCP port
  const isAny = address.address === '0.0.0.0' || address.address === '::';
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${isAny ? 'localhost' : name}:${address.port}`;
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Порт ${port} занят. Остановите программу, которая его держит, или задайте другой в PORT.`,
      );
    case 'EACCES':
      return new StartError(`Порт ${port} открыть не разрешено. Задайте в PORT номер больше 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`Адреса ${host} нет у этого компьютера. Исправьте HOST.`);
    default:
      return error;
  }
}

/** A part that hangs must not keep the database from being closed. */
async function withPatience(closing: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolvePromise) => {
    timer = setTimeout(resolvePromise, STOP_PATIENCE_MS);
  });
  await Promise.race([closing, patience]);
  clearTimeout(timer);
}
