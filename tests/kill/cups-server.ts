import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { CUPS } from '#tests/support/shipments/test-shipments.ts';
import { clientOf, signIn, type ApiClient } from './api-client.ts';
import { makeDatabaseTemplate, type DatabaseCopy, type DatabaseTemplate } from './database-template.ts';
import { LOGIN, makeSeller, SECRET_KEY } from './seller.ts';
import {
  buildServerProgram,
  startServerProcess,
  type ServerProcess,
  type ServerProgram,
} from './server-process.ts';

export const BEFORE_KOPECKS = 100_000;

/** A server of one seller with so many cups, K-1 and on, at one price: it is killed and started again on what it has left. */
export function cupsServer(cardCount: number, { description = '' } = {}) {
  let program: ServerProgram;
  let template: DatabaseTemplate;
  let copy: DatabaseCopy;
  let server: ServerProcess | undefined;
  let url = '';
  let access = '';

  beforeAll(async () => {
    program = await buildServerProgram();
    template = await makeDatabaseTemplate(async (database) => {
      const { accountId } = await makeSeller(database, [{ vendorCode: 'K-1' }]);
      await sql`DELETE FROM cards WHERE account_id = ${accountId}`.execute(database.db);
      await sql`
        INSERT INTO cards (account_id, vendor_code, title, description, subject_id, price_kopecks, discount, search_text)
        SELECT ${accountId}, 'K-' || n, 'Кружка ' || n, ${description}, ${CUPS}, ${BEFORE_KOPECKS}, 20, ' кружка ' || n
        FROM generate_series(1, ${cardCount}) AS n`.execute(database.db);
    });
    copy = await template.copy();
  });
  afterAll(async () => {
    await copy.remove();
    await template.remove();
    program.remove();
  });
  // A test that fails half-way leaves no server behind.
  afterEach(() => kill());

  async function start(): Promise<ApiClient> {
    server = startServerProcess(program, {
      ...copy.variables,
      SECRET_KEY: SECRET_KEY.toString('hex'),
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'silent',
      WB_BASE_URL_CONTENT: 'http://127.0.0.1:1',
      WB_BASE_URL_PRICES: 'http://127.0.0.1:1',
    });
    url = await server.ready;
    access ||= (await signIn(url, LOGIN)).access;
    return clientOf(url, access);
  }

  const pid = () => server?.pid ?? 0;

  async function kill(): Promise<void> {
    server?.kill();
    await server?.ended;
  }

  return { start, kill, pid, address: () => ({ url, access }) };
}
