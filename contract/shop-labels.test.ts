import { expect, it } from 'vitest';
import { shopLabels } from './shop-labels.ts';

it('shops of one name are told apart by their numbers, the others keep their names', () => {
  const labels = shopLabels([
    { id: 1, name: 'Северика' },
    { id: 2, name: ' северика' },
    { id: 3, name: 'Сибирь' },
  ]);
  expect([...labels]).toEqual([
    [1, 'Северика (1)'],
    [2, ' северика (2)'],
    [3, 'Сибирь'],
  ]);
});
