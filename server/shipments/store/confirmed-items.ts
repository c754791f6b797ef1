import type { Db } from '#server/db/database.ts';
import type { RunKey } from './runs.ts';
import { findDueItems, type FullItem, type ItemFilter, type WorkItem } from './work-items.ts';

/** The marketplace has the item's card: every stage after CARD. */
export type Confirmed<Item extends WorkItem> = Item & { nmId: number };

/** Throws when the card has no nmID: prices and photos would go to nobody's card. */
export function asConfirmed<Item extends WorkItem>(item: Item): Confirmed<Item> {
  const { nmId } = item;
  if (nmId === null) throw new Error(`Item ${String(item.id)} is in ${item.stage} without an nmID`);
  return { ...item, nmId };
}

/** Items of one shop that are due now in a stage that confirmed cards alone are in. */
export async function findDueConfirmed(
  db: Db,
  run: RunKey,
  filter: ItemFilter & { stage: 'DISCOUNTS' | 'IMAGES' },
): Promise<Confirmed<FullItem>[]> {
  return (await findDueItems(db, run, filter)).map(asConfirmed);
}
