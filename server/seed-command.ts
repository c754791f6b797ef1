import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseSecretKey } from '#server/secrets/choose-secret-key.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { openDemoMarketplace } from './demo-marketplace.ts';
import { findDemoAccountIds } from './demo/demo-accounts.ts';
import { readEnv, type WrittenEnv } from '#server/config/env.ts';
import { createLog } from '#server/config/log.ts';
import { StartError } from '#server/errors/start-error.ts';
import { seedBig } from './demo/seed-big.ts';
import { createProgress } from './demo/seed-progress.ts';

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

/** The simulator that the server starts later, or that runs already, goes on with the same state and knows the tokens. */
async function seedWithSimulator(
  database: Database,
  written: WrittenEnv,
  asked: { cards: number; login: string },
): Promise<void> {
  const dataDir = resolve(written.dataDir);
  const secretKey = await chooseSecretKey(database, { ...written, dataDir });
  const env = { ...written, isDemo: true, dataDir, secretKey };
  const marketplace = await openDemoMarketplace(env, database, createLog(env.logLevel));
  const simulatorUrl = marketplace?.url();
  try {
    if (simulatorUrl === undefined) {
      throw new StartError('Большому аккаунту нужен симулятор, а в этой базе нет демо. Задайте другую базу.');
    }
    // The demonstration comes into an empty database alone: after a big account it would never be made.
    if ((await findDemoAccountIds(database.db)).length === 0) {
      throw new StartError(
        'База ещё пуста. Запустите Прилавок (npm start), дождитесь его адреса, остановите и повторите.',
      );
    }
    const onProgress = createProgress(process.stdout, asked.cards);
    await seedBig(database, { ...asked, simulatorUrl, secretKey, onProgress });
  } finally {
    await marketplace?.close();
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
