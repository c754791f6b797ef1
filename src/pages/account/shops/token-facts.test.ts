import { describe, expect, it } from 'vitest';
import { mockShop, mockToken } from '#tests/mocks/shops.ts';
import { summarizeTokens, tokenExpiry, tokenStatus, workingCategories } from './token-facts.ts';

const NOW = '2026-11-20T14:05:00+03:00';
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('how long a token has left', () => {
  it.each([
    ['2027-03-20T12:00:00+03:00', 'calm', 'Действует до 20 марта 2027'],
    ['2026-12-05T12:00:00+03:00', 'calm', 'Действует до 5 декабря'],
    ['2026-12-04T12:00:00+03:00', 'soon', 'Истекает через 14 дней'],
    ['2026-11-24T12:00:00+03:00', 'soon', 'Истекает через 4 дня'],
    ['2026-11-23T12:00:00+03:00', 'urgent', 'Истекает через 3 дня'],
    ['2026-11-21T00:10:00+03:00', 'urgent', 'Истекает завтра'],
    ['2026-11-20T23:00:00+03:00', 'urgent', 'Истекает сегодня'],
    ['2026-11-20T14:05:00+03:00', 'expired', 'Срок истёк 20 ноября'],
    ['2025-11-03T12:00:00+03:00', 'expired', 'Срок истёк 3 ноября 2025'],
  ])('%s is %s', (expiresAt, level, text) => {
    const expiry = tokenExpiry(expiresAt, NOW);
    expect({ level: expiry.level, text: plain(expiry.text) }).toEqual({ level, text });
  });
});

describe('the state of a shop’s tokens', () => {
  const calm = mockToken({ expiresAt: '2027-03-20T12:00:00+03:00' });
  const revoked = mockToken({
    expiresAt: calm.expiresAt,
    categories: [{ category: 'MARKETPLACE', status: 'INACTIVE', problem: 'REVOKED' }],
  });
  const contentOnly = mockToken({
    expiresAt: calm.expiresAt,
    categories: [
      { category: 'CONTENT', status: 'ACTIVE', problem: null },
      { category: 'ANALYTICS', status: 'INACTIVE', problem: 'NOT_COVERED' },
    ],
  });
  const expiring = mockToken({ expiresAt: '2026-11-22T12:00:00+03:00' });

  it.each([
    ['no tokens', [], 'red', 'Нет токенов'],
    ['all work', [calm], 'green', 'Активен'],
    ['one of two is revoked', [calm, revoked], 'red', 'Неактивен 1 из 2'],
    ['the only one is revoked', [revoked], 'red', 'Неактивен'],
    ['one expires in two days', [calm, expiring], 'red', 'Истекает через 2 дня'],
    [
      'one reads only',
      [mockToken({ expiresAt: calm.expiresAt, isReadOnly: true })],
      'orange',
      'Только чтение',
    ],
    [
      'the only one is a basic one',
      [mockToken({ expiresAt: calm.expiresAt, type: 'BASIC' })],
      'orange',
      'Базовый, малые лимиты',
    ],
    ['not every category is covered', [contentOnly], 'orange', 'Открыто 1 из 6 категорий'],
  ] as const)('%s', (_case, tokens, tone, text) => {
    const summary = summarizeTokens(mockShop({ tokens: [...tokens] }), NOW);
    expect({ tone: summary.tone, text: plain(summary.text) }).toEqual({ tone, text });
  });

  it('a category that a token never covered is no fault of it', () => {
    expect(tokenStatus(contentOnly)).toBe('ACTIVE');
    expect(tokenStatus(revoked)).toBe('INACTIVE');
  });

  it('a category works when any token opens it', () => {
    expect([...workingCategories({ tokens: [revoked, contentOnly] })]).toEqual(['CONTENT']);
  });
});
