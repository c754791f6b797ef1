import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { openDatabase } from './db/database.ts';
import { findDemoAccountIds } from './demo/demo-accounts.ts';
import { removeDemo } from './demo/remove-demo.ts';
import { readEnv } from './config/env.ts';
import { StartError } from './errors/start-error.ts';

const CONSENT = 'удалить';

await main(process.argv.slice(2));

/** Removes the demonstration from the database that DATABASE_URL or DATA_DIR names, after a question. */
async function main(parameters: string[]): Promise<void> {
  try {
    const env = readEnv(process.env);
    const dataDir = resolve(env.dataDir);
    const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir });
    try {
      const { length: count } = await findDemoAccountIds(database.db);
      if (count === 0) {
        say('Демо в базе нет: удалять нечего.');
        return;
      }
      say(
        'Будут удалены кабинеты демо (demo, demo2 и другие) со всеми карточками, отправками, складами и продажами. Вернуть их нельзя.',
      );
      if (!parameters.includes('--yes') && !(await isConfirmed())) {
        throw new StartError('Ничего не удалено.');
      }
      await removeDemo(database);
    } finally {
      await database.close();
    }
    for (const name of ['simulator.json', 'simulator.json.media']) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
    say('Демо удалено. Запускайте сервер с DEMO=0: пустую базу он без этого снова заполнит демо.');
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** A script without a terminal has to say --yes: silence is no consent. */
async function isConfirmed(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((respond) => asking.once('close', () => respond('')));
  const response = await Promise.race([asking.question(`Напишите «${CONSENT}», чтобы продолжить: `), closed]);
  asking.close();
  return response.trim().toLowerCase() === CONSENT;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
