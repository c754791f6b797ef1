import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from './db/database.ts';
import { findDemoAccountIds } from './demo/demo-accounts.ts';
import { shareSimulator } from './demo/shared-simulator.ts';
import { readSimulatorState, writeSimulatorState } from './demo/simulator-terms.ts';
import { resignTokens } from './demo/resign-tokens.ts';
import type { Env } from './config/env.ts';

const SEEDED_LOOK_MS = 250;

/** The marketplace of the demonstration as this process reaches it. */
export interface DemoMarketplace {
  /** Undefined while another process takes it over. */
  url(): string | undefined;
  /** What the person who starts the server should know, a sentence each. */
  notices: readonly string[];
  /** Has an empty database filled, by whichever process serves the simulator; goes on when that is done. */
  seedIfEmpty(seed: (url: string) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Starts the simulator when there is a demonstration or is to be one. On PostgreSQL one process serves it for all. */
export async function openDemoMarketplace(
  env: Env,
  database: Database,
  log: FastifyBaseLogger,
): Promise<DemoMarketplace | undefined> {
  if (!env.isDemo || !((await isEmpty(database)) || (await findDemoAccountIds(database.db)).length > 0))
    return undefined;
  const notices: string[] = [];
  let tell: (sentence: string) => void = (sentence) => notices.push(sentence);
  if (env.databaseUrl === undefined) {
    const simulator = await serveSimulator(env, database, tell);
    return {
      notices,
      url: () => simulator.url,
      close: () => simulator.close(),
      async seedIfEmpty(seed) {
        if (await isEmpty(database)) await seed(simulator.url);
      },
    };
  }
  const shared = shareSimulator(env.databaseUrl, database, log, (term) =>
    serveSimulator(env, database, (sentence) => tell(sentence), term),
  );
  try {
    await shared.look();
  } catch (error) {
    await shared.close();
    throw error;
  }
  // Whoever started the server has gone by when it takes the simulator over later.
  tell = (sentence) => log.warn(sentence);
  return {
    notices,
    url: shared.url,
    close: shared.close,
    async seedIfEmpty(seed) {
      while (await isEmpty(database)) {
        const url = shared.url();
        if (url !== undefined && shared.isOwn()) return seed(url);
        // Another process fills the database; if it dies, this one does.
        await new Promise((resolve) => setTimeout(resolve, SEEDED_LOOK_MS));
        await shared.look();
      }
    },
  };
}

async function serveSimulator(env: Env, database: Database, tell: (sentence: string) => void, term?: number) {
  const stateFile = join(env.dataDir, 'simulator.json');
  const isNew = await isEmpty(database);
  // What an interrupted first start left there belongs to no account.
  if (isNew) {
    await rm(stateFile, { force: true });
    await rm(`${stateFile}.media`, { recursive: true, force: true });
  }
  const { startSimulator } = await import('#simulator/start-simulator.ts');
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: env.simulatorPort,
    stateFile,
    storage: term === undefined ? undefined : sharedStorage(database.db, term, { stateFile, isNew }),
    speed: env.simulatorSpeed,
  });
  if (simulator.setAsideAs !== undefined) {
    tell(
      `Файл симулятора был испорчен: он отложен в ${simulator.setAsideAs}, и маркетплейс демо начат заново. ` +
        'Чтобы вернуть прежний, восстановите simulator.json из копии.',
    );
  }
  await resignTokens(database, env.secretKey, simulator.url);
  return simulator;
}

/** What the simulator remembers, where every process finds it. */
function sharedStorage(db: Db, term: number, { stateFile, isNew }: { stateFile: string; isNew: boolean }) {
  return {
    // Earlier versions kept it in the folder of the only process.
    read: async () =>
      isNew ? undefined : ((await readSimulatorState(db)) ?? (await readIfThere(stateFile))),
    write: (state: string) => writeSimulatorState(db, term, state),
    async setAside(text: string) {
      const aside = `${stateFile}.broken-${String(Date.now())}`;
      await writeFile(aside, text, { mode: 0o600 });
      return aside;
    },
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function isEmpty({ db }: Database): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined;
}
