import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { rememberMeanings, withRememberedMeanings } from './remembered-meanings.ts';
import { tableOf, withMeaning } from './table-rows.ts';

const KEY = 'tableColumnMeanings';
const ROW = ['K-1', '1290', '40'];
const table = (...headings: string[]) => tableOf([headings, ROW]);
const meaningsOf = (...headings: string[]) => withRememberedMeanings(table(...headings)).meanings;

beforeEach(() => session.startSession(mockTokens(mockUser)));
afterEach(async () => {
  await session.endSession('logout');
  localStorage.removeItem(KEY);
});

it('columns are what they were said to be the last time a table had these headings', () => {
  const headings = ['Артикул', 'РРЦ', 'Закупка'];
  expect(meaningsOf(...headings)).toEqual(['VENDOR_CODE', null, null]);
  rememberMeanings(withMeaning(table(...headings), 1, 'priceKopecks'));
  rememberMeanings(withMeaning(withMeaning(table(...headings), 1, 'priceKopecks'), 2, 'costPriceKopecks'));
  expect(meaningsOf(' артикул ', 'ррц', 'ЗАКУПКА')).toEqual([
    'VENDOR_CODE',
    'priceKopecks',
    'costPriceKopecks',
  ]);
  expect(meaningsOf('Артикул', 'РРЦ', 'Опт')).toEqual(['VENDOR_CODE', null, null]);
});

it('a column that was left out by hand stays out', () => {
  rememberMeanings(withMeaning(table('Артикул', 'Цена', 'Скидка'), 1, null));
  expect(meaningsOf('Артикул', 'Цена', 'Скидка')).toEqual(['VENDOR_CODE', null, 'discount']);
});

it('columns without headings are guessed each time', () => {
  const bare = tableOf([ROW]);
  rememberMeanings(withMeaning(bare, 0, 'VENDOR_CODE'));
  expect(withRememberedMeanings(bare)).toBe(bare);
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('a table whose rows have become wider is guessed anew', () => {
  rememberMeanings(withMeaning(table('Артикул', 'РРЦ', 'Опт'), 1, 'priceKopecks'));
  const wider = tableOf([
    ['Артикул', 'РРЦ', 'Опт'],
    [...ROW, 'прочее'],
  ]);
  expect(withRememberedMeanings(wider)).toBe(wider);
});

it('the last twenty tables are remembered, however often each comes', () => {
  for (let index = 0; index < 21; index += 1) {
    const named = withMeaning(table('Артикул', `РРЦ ${index}`, 'Опт'), 1, 'priceKopecks');
    rememberMeanings(named);
    rememberMeanings(named);
  }
  expect(meaningsOf('Артикул', 'РРЦ 0', 'Опт')[1]).toBeNull();
  expect(meaningsOf('Артикул', 'РРЦ 1', 'Опт')[1]).toBe('priceKopecks');
});

it.each(['nonsense', '[{"headings":["артикул"],"meanings":["GONE"]}]', '{}'])(
  'what another build has kept begins anew: %s',
  (kept) => {
    localStorage.setItem(KEY, kept);
    expect(meaningsOf('Артикул', 'Цена')).toEqual(['VENDOR_CODE', 'priceKopecks', null]);
  },
);

it('nothing stays on a computer of somebody else', () => {
  session.startSession(mockTokens(mockUser), { isForeignDevice: true });
  rememberMeanings(table('Артикул', 'Цена', 'Скидка'));
  expect(localStorage.getItem(KEY)).toBeNull();
});
