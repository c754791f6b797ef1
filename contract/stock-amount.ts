import { z } from 'zod/mini';

/** The marketplace takes no more of one size in one warehouse. */
export const MAX_STOCK_AMOUNT = 100_000;

export const stockAmountSchema = z
  .int()
  .check(z.minimum(0, 'Остаток — от 0 до 100 000'), z.maximum(MAX_STOCK_AMOUNT, 'Остаток — от 0 до 100 000'));
