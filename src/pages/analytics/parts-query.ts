import type { AskedBasis } from '#contract/analytics.ts';

/** Whose figure it is: of these days and shops, none named means all. */
export interface PartsQuery {
  from: string;
  to: string;
  basis: AskedBasis;
  shop: string[];
  /** Of one card alone, of the only shop. */
  nmId?: string;
}
