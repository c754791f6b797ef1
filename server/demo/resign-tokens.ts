import type { Database } from '#server/db/database.ts';
import { keyIdOf, openShopToken, SecretBoxError, sealShopToken } from '#server/secrets/secret-box.ts';
import { simulatorControl } from './simulator-control.ts';

/** Whom earlier versions named in the header as the signer. */
const EARLIER_SIGNER = 'simulator';

/**
 * Gives shops of the demonstration that an earlier version made tokens with this installation's signature: those they
 * have were signed with a key that everybody knows. A seller's tokens are renewed for the first account that has it.
 */
export async function resignTokens({ db }: Database, secretKey: Buffer, simulatorUrl: string): Promise<void> {
  const rows = await db
    .selectFrom('shop_tokens')
    .innerJoin('shops', 'shops.id', 'shop_tokens.shop_id')
    .innerJoin('accounts', 'accounts.id', 'shop_tokens.account_id')
    .select([
      'shop_tokens.id',
      'shop_tokens.secret',
      'shop_tokens.shop_id',
      'shops.sid',
      'accounts.id as owner',
    ])
    .where('accounts.is_demo', '=', true)
    .where('shop_tokens.key_id', '=', keyIdOf(secretKey))
    .orderBy('shops.id')
    .execute();
  const control = simulatorControl(simulatorUrl);
  const ownerOf = new Map<string, number>();
  for (const row of rows) {
    if (!ownerOf.has(row.sid)) ownerOf.set(row.sid, row.owner);
    if (ownerOf.get(row.sid) !== row.owner) continue;
    const token = openOrSkip(secretKey, row.secret, row.shop_id);
    if (token === undefined || signerOf(token) !== EARLIER_SIGNER) continue;
    const resigned = await control.resignToken(token);
    if (resigned === undefined) continue;
    await db
      .updateTable('shop_tokens')
      .set({ secret: sealShopToken(secretKey, resigned, row.shop_id), last4: resigned.slice(-4) })
      .where('account_id', '=', row.owner)
      .where('id', '=', row.id)
      .execute();
  }
}

/** A row that was tampered with stays shut, and must not stop the others. */
function openOrSkip(secretKey: Buffer, secret: Buffer, shopId: number): string | undefined {
  try {
    return openShopToken(secretKey, secret, shopId);
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}

function signerOf(token: string): unknown {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null && 'kid' in header ? header.kid : undefined;
  } catch {
    return undefined;
  }
}
