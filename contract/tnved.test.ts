import { expect, it } from 'vitest';
import { isTnved } from './tnved.ts';

it.each([
  { id: 15_000_001, name: 'Код' },
  { id: 1, name: 'ТНВЭД' },
  { id: 1, name: ' Код ТН ВЭД ' },
])('$name, number $id, is of codes', (characteristic) => {
  expect(isTnved(characteristic)).toBe(true);
});

it('what only speaks of them is none', () => {
  expect(isTnved({ id: 1, name: 'Группа ТНВЭД и прочее' })).toBe(false);
});
