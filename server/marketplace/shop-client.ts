import { calendarOperations } from './calendar-operations.ts';
import { commonOperations } from './common-operations.ts';
import { contentOperations } from './content-operations.ts';
import { priceOperations } from './price-operations.ts';
import { reportOperations } from './report-operations.ts';
import type { Send } from './request.ts';
import { warehouseOperations } from './warehouse-operations.ts';

/** Every call of the marketplace, for one seller. Each throws MarketplaceError and nothing else. */
export function createShopClient(send: Send) {
  return {
    ...commonOperations(send),
    ...contentOperations(send),
    ...priceOperations(send),
    ...warehouseOperations(send),
    ...calendarOperations(send),
    ...reportOperations(send),
  };
}

export type ShopClient = ReturnType<typeof createShopClient>;
