import type { Db } from '#server/db/database.ts';

/** What a table calls the shops of an account: by their names, with the number where several have one name. */
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
  const times = countOf(shops.map(({ name }) => folded(name)));
  const labels = new Map(
    shops.map(({ id, name }) => [id, times.get(folded(name)) === 1 ? name : `${name} (${id})`]),
  );
  const labelTimes = countOf([...labels.values()].map(folded));
  const ids = new Map([...labels].map(([id, label]) => [folded(label), id]));
  return {
    labelOf: (shopId) => labels.get(shopId) ?? '',
    idOf: (label) => (labelTimes.get(folded(label)) === 1 ? (ids.get(folded(label)) ?? null) : null),
  };
}

function countOf(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

function folded(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase();
}
