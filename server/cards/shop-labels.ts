import { foldedLabel, shopLabels } from '#contract/shop-labels.ts';
import type { Db } from '#server/db/database.ts';

/** What a table calls the shops of an account, and what it means by that. */
export interface ShopLabels {
  labelOf: (shopId: number) => string;
  /** null: none, or not one. */
  idOf: (label: string) => number | null;
}

export async function findShopLabels(db: Db, accountId: number): Promise<ShopLabels> {
  const shops = await db
    .selectFrom('shops')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  const labels = shopLabels(shops);
  const labelTimes = countOf([...labels.values()].map(foldedLabel));
  const ids = new Map([...labels].map(([id, label]) => [foldedLabel(label), id]));
  return {
    labelOf: (shopId) => labels.get(shopId) ?? '',
    idOf: (label) =>
      labelTimes.get(foldedLabel(label)) === 1 ? (ids.get(foldedLabel(label)) ?? null) : null,
  };
}

function countOf(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}
