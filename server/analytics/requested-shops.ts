import type { Db } from '#server/db/database.ts';
import { notFound } from '#server/errors/http-error.ts';
import { findCoverage, type ShopCoverage } from './repository.ts';

/** The shops of the account that a call names, all of them when it names none. Throws 404 for any other. */
export async function requestedShops(
  db: Db,
  accountId: number,
  wanted: number[] | undefined,
): Promise<ShopCoverage[]> {
  const isLimited = wanted !== undefined && wanted.length > 0;
  const shops = await findCoverage(db, accountId, isLimited ? wanted : undefined);
  if (isLimited && shops.length < new Set(wanted).size) throw notFound('Магазин не найден');
  return shops;
}
