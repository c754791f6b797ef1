/** A share as per cent with two digits, for a column headed «%»; what is not known stays so. */
export function percentOf(share: number | null): number | null {
  return share === null ? null : Math.round(share * 10_000) / 100;
}
