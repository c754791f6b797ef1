import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShopToken, sealShopToken } from '#server/secrets/secret-box.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import { resignTokens } from './resign-tokens.ts';

let test: ShopTest;
const secretKey = Buffer.alloc(32, 9);
beforeAll(async () => (test = await openShopTest()));
afterAll(() => test.close());

/** As an earlier version signed it. */
function earlier(token: string): string {
  const header = Buffer.from('{"alg":"HS256","kid":"simulator","typ":"JWT"}').toString('base64url');
  const signed = `${header}.${token.split('.')[1]}`;
  return `${signed}.${createHmac('sha256', 'simulator').update(signed).digest('base64url')}`;
}

async function addShop(login: string, sid: string) {
  const person = await test.signIn(login);
  const { token } = await test.issueToken({ sid });
  const { body } = await test.call(person, 'POST', '/shops/', { body: { token } });
  const { db } = test.database;
  await db.updateTable('accounts').set({ is_demo: true }).where('id', '=', person.accountId).execute();
  const secret = sealShopToken(secretKey, earlier(token), body.id);
  await db.updateTable('shop_tokens').set({ secret }).where('shop_id', '=', body.id).execute();
  return body.id as number;
}

async function tokenOf(shopId: number): Promise<string> {
  const { secret } = await test.database.db
    .selectFrom('shop_tokens')
    .select('secret')
    .where('shop_id', '=', shopId)
    .executeTakeFirstOrThrow();
  return openShopToken(secretKey, secret, shopId);
}

const isTaken = async (token: string) =>
  (await fetch(`${test.simulatorUrl}/content/ping`, { headers: { authorization: token } })).status === 200;

it("demo shops of an earlier version keep working, and a forged token of another account's seller does not", async () => {
  const sid = await test.createSeller();
  const tampered = await addShop('tampered', await test.createSeller());
  await test.database.db
    .updateTable('shop_tokens')
    .set({ secret: Buffer.alloc(40) })
    .where('shop_id', '=', tampered)
    .execute();
  const owner = await addShop('owner', sid);
  const stranger = await addShop('stranger', sid);
  expect(await isTaken(await tokenOf(owner))).toBe(false);
  await resignTokens(test.database, secretKey, test.simulatorUrl);
  const renewed = await tokenOf(owner);
  expect(await isTaken(renewed)).toBe(true);
  expect(await isTaken(await tokenOf(stranger))).toBe(false);
  await resignTokens(test.database, secretKey, test.simulatorUrl);
  expect(await tokenOf(owner)).toBe(renewed);
});
