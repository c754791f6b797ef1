import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSecretKey } from '#server/auth/secret-key.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { readEnv, type WrittenEnv } from '#server/env.ts';
import { startSimulator } from '#server/simulator/start-simulator.ts';
import { seedBig } from './seed-big.ts';
import { createProgress } from './seed-progress.ts';

/** `npm run seed -- --cards 100000 --login big`: a big account in the database that DATABASE_URL or DATA_DIR names. */
const MAX_CARDS = 1_000_000;

await main();

async function main(): Promise<void> {
  try {
    const { cards, login } = readOptions();
    const env = readEnv(process.env);
    const database = await openDatabase({
      databaseUrl: env.databaseUrl,
      dataDir: resolve(env.dataDir),
      poolSize: env.databasePoolSize,
    });
    try {
      await seedWithSimulator(database, env, { cards, login });
    } finally {
      await database.close();
    }
    process.stdout.write(`Готово. Вход: логин ${login}, пароль prilavok-demo\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** The simulator that the server starts later goes on from the same file, and knows the tokens. */
async function seedWithSimulator(
  database: Database,
  env: WrittenEnv,
  asked: { cards: number; login: string },
): Promise<void> {
  const dataDir = resolve(env.dataDir);
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    stateFile: join(dataDir, 'simulator.json'),
    speed: env.simulatorSpeed,
  });
  try {
    await seedBig(database, {
      ...asked,
      simulatorUrl: simulator.url,
      secretKey: env.secretKey ?? loadSecretKey(dataDir),
      onProgress: createProgress(process.stdout, asked.cards),
    });
  } finally {
    await simulator.close();
  }
}

function readOptions(): { cards: number; login: string } {
  const { values } = parseArgs({
    options: { cards: { type: 'string', default: '100000' }, login: { type: 'string', default: 'big' } },
  });
  const cards = Number(values.cards);
  if (!Number.isInteger(cards) || cards < 1 || cards > MAX_CARDS) {
    throw new Error(`--cards: нужно целое число от 1 до ${MAX_CARDS}`);
  }
  return { cards, login: values.login };
}
