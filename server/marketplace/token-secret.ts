import { openSecret, sealSecret, SECRET_KEY_ID } from '#server/auth/secret-box.ts';

/** Binds a token's secret to its shop: copied to another shop's row it can not be opened. */
function associatedData(shopId: number): string {
  return `shop-token:${String(shopId)}`;
}

/** What to write to shop_tokens.secret and key_id. */
export function sealShopToken(
  secretKey: Buffer,
  shopId: number,
  secret: string,
): { secret: Buffer; keyId: string } {
  return { secret: sealSecret(secretKey, secret, associatedData(shopId)), keyId: SECRET_KEY_ID };
}

/** Opens shop_tokens.secret, for the `openSecret` of the marketplace. */
export function openShopToken(secretKey: Buffer, token: { secret: Buffer; shopId: number }): string {
  return openSecret(secretKey, token.secret, associatedData(token.shopId));
}
