import { z } from 'zod/mini';
import type { TokenCategory } from '#contract/users.ts';
import { anyResponse, orElse } from './response-shapes.ts';
import type { LimitGroup } from './limit-rules.ts';
import type { MarketplaceHost, Send } from './request.ts';

/** The host of each category: it is asked whether it takes a token. */
export const PINGED: Record<TokenCategory, { host: MarketplaceHost; group: LimitGroup }> = {
  CONTENT: { host: 'content', group: 'ping-content' },
  PRICE_AND_DISCOUNT: { host: 'prices', group: 'ping-prices' },
  MARKETPLACE: { host: 'marketplace', group: 'ping-marketplace' },
  ANALYTICS: { host: 'analytics', group: 'ping-analytics' },
  STATISTICS: { host: 'statistics', group: 'ping-statistics' },
  FINANCE: { host: 'finance', group: 'ping-finance' },
};

const sellerSchema = z.pipe(
  z.looseObject({
    name: orElse(z.string(), ''),
    sid: z.string(),
    tin: orElse(z.string(), ''),
    tradeMark: orElse(z.string(), ''),
  }),
  z.transform(({ name, sid, tin, tradeMark }) => ({ name, sid, tin, tradeMark })),
);
export type SellerInfo = z.infer<typeof sellerSchema>;

export function commonOperations(send: Send) {
  return {
    /** Who the token belongs to. One call a minute. */
    sellerInfo: () =>
      send({
        host: 'common',
        category: 'any',
        group: 'seller-info',
        method: 'GET',
        path: '/api/v1/seller-info',
        isWrite: false,
        response: sellerSchema,
      }),

    /** Asks the category's host whether it takes the token. Only because a person asked: automated use is blocked. */
    ping: (category: TokenCategory) =>
      send<undefined>({
        ...PINGED[category],
        category,
        method: 'GET',
        path: '/ping',
        isWrite: false,
        response: anyResponse,
      }),
  };
}
