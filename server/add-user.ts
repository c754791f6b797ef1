import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { hashPassword } from './auth/passwords.ts';
import { openDatabase, type Database } from './db/database.ts';
import { readEnv } from './config/env.ts';
import { StartError } from './errors/start-error.ts';

const PASSWORD_LENGTH = 16;
/** Without letters and digits that look alike. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const USAGE = 'Использование: npm run add-user -- <логин> "<имя>" "<название кабинета>"';

await main(process.argv.slice(2));

/** Adds an account with its first user: the way into a server that was started without the demonstration. */
async function main([login, name, accountName]: string[]): Promise<void> {
  try {
    if (!login || !name || !accountName) throw new StartError(USAGE);
    const env = readEnv(process.env);
    const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: resolve(env.dataDir) });
    try {
      const password = await addUser(database, { login, name, accountName });
      process.stdout.write(
        `Готово. Логин: ${login}\nПароль: ${password}\nСмените его после первого входа.\n`,
      );
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function addUser(
  database: Database,
  { login, name, accountName }: { login: string; name: string; accountName: string },
): Promise<string> {
  const password = Array.from({ length: PASSWORD_LENGTH }, () =>
    PASSWORD_ALPHABET.charAt(randomInt(PASSWORD_ALPHABET.length)),
  ).join('');
  const password_hash = await hashPassword(password);
  await database.transaction(async (trx) => {
    const taken = await trx
      .selectFrom('users')
      .select('id')
      .where(sql<string>`lower(login)`, '=', sql<string>`lower(${login})`)
      .executeTakeFirst();
    if (taken) throw new StartError(`Логин ${login} уже занят.`);
    const account = await trx
      .insertInto('accounts')
      .values({ name: accountName, resellup_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('users').values({ account_id: account.id, login, name, password_hash }).execute();
  });
  return password;
}
