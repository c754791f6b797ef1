import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/db/database.ts';
import { readEnv } from '#server/env.ts';
import { seedBig } from './seed-big.ts';

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
      const onProgress = (done: number) => process.stdout.write(`\rКарточки: ${done} из ${cards}`);
      await seedBig(database, { cards, login, onProgress });
    } finally {
      await database.close();
    }
    process.stdout.write(`\nГотово. Вход: логин ${login}, пароль prilavok-demo\n`);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
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
