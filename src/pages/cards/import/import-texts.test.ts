import { expect, it } from 'vitest';
import type { ColumnMeaning } from '#contract/imports.ts';
import { meaningsOf } from './import-texts.ts';

it('a column is what the server says it is, also one that tells builds of before less or knows no more than they', () => {
  expect(meaningsOf({ columns: ['vendorCode', 'wbSizes'], meanings: ['vendorCode', null] })).toEqual([
    'vendorCode',
    'wbSizes',
  ]);
  expect(meaningsOf({ meanings: ['vendorCode', null] })).toEqual(['vendorCode', null]);
});

it('a meaning of tomorrow is a column that is not used: what is shown is what is given back', () => {
  // A newer server knows more of them.
  const columns = ['vendorCode', 'fromTomorrow', null] as ColumnMeaning[];
  expect(meaningsOf({ columns, meanings: [] })).toEqual(['vendorCode', null, null]);
});
