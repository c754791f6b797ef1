/**
 * What the encryption of a token's secret is bound to: a secret copied to another shop's row can not be opened.
 * Whoever seals a token for shop_tokens.secret uses this.
 */
export function tokenAssociatedData(shopId: number): string {
  return `shop-token:${String(shopId)}`;
}
