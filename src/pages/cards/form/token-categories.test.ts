import { describe, expect, it } from 'vitest';
import { activeCategories, isTabActive } from './token-categories.ts';

describe('token categories of card tabs', () => {
  it('are matched case-insensitively and only when a token is active', () => {
    const shop = { id: 1, name: 'Магазин', letter: 'М', color: 0 };
    const active = activeCategories({
      shops: [
        { ...shop, tokens: [{ status: 'ACTIVE', category: 'Content' }] },
        {
          ...shop,
          id: 2,
          tokens: [
            { status: 'INACTIVE', category: 'STATISTICS' },
            { status: 'ACTIVE', category: 'price_and_discount' },
          ],
        },
      ],
    });
    expect([...active]).toEqual(['content', 'price_and_discount']);
    expect(isTabActive('CONTENT', active)).toBe(true);
    expect(isTabActive('PRICE_AND_DISCOUNT', active)).toBe(true);
    expect(isTabActive('STATISTICS', active)).toBe(false);
    expect(isTabActive('ANALYTICS', activeCategories(undefined))).toBe(false);
  });
});
