import type { Db } from '#server/db/database.ts';
import type { ShopClient } from './shop-client.ts';

export interface ClientOptions {
  /** How long a call may wait for its limit before it throws `limit`. 8 s unless said. */
  patienceMs?: number;
}

/** The only door to Wildberries. */
export interface Marketplace {
  /**
   * A client for one shop of an account. Queries run on `db`: inside a transaction give the transaction. Each call
   * picks the token of its category; a token that the marketplace does not take any more is marked REVOKED.
   */
  forShop(db: Db, accountId: number, shopId: number, options?: ClientOptions): Promise<ShopClient>;
  /** A client for a token that is not stored yet: seller info and ping before a shop is made. */
  forToken(db: Db, accountId: number, secret: string, options?: ClientOptions): Promise<ShopClient>;
}
