import { calendarOperations } from './calendar-operations.ts';
import { commonOperations } from './common-operations.ts';
import { contentOperations } from './content-operations.ts';
import { directoryOperations } from './directory-operations.ts';
import { priceOperations } from './price-operations.ts';
import { reportOperations } from './report-operations.ts';
import type { Send } from './request.ts';
import { tariffOperations } from './tariff-operations.ts';
import { warehouseOperations } from './warehouse-operations.ts';

/**
 * Every call of the marketplace, for one seller. Each throws MarketplaceError and nothing else. `theirTime` makes a moment
 * of our clock (ms) one of the marketplace's, to be compared with the times of cards.
 */
export function createShopClient(send: Send, theirTime: (ourMs: number) => number) {
  return {
    theirTime,
    ...commonOperations(send),
    ...contentOperations(send),
    ...directoryOperations(send),
    ...priceOperations(send),
    ...warehouseOperations(send),
    ...calendarOperations(send),
    ...reportOperations(send),
    ...tariffOperations(send),
  };
}

export type ShopClient = ReturnType<typeof createShopClient>;
