import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { TaxRate } from '#contract/taxpayers.ts';
import type { Fields, OutboxEntity } from '#offline/outbox/outbox-record.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';

const ratesWith = (ratePercent: number): TaxRate[] => [
  { from: '2024-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 0 },
  { from: '2025-01-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent, vatPercent: 5 },
];

function show(entity: OutboxEntity, field: string, mine: unknown, theirs: unknown) {
  const fields = (value: unknown): Fields => ({ [field]: value });
  renderPage(
    <ConflictDialog
      entity={entity}
      fields={[field]}
      base={{}}
      mine={fields(mine)}
      theirs={fields(theirs)}
      onClose={() => undefined}
      onResolve={() => undefined}
    />,
  );
}

const choice = (name: 'Моя правка' | 'Их правка') =>
  screen.getByRole('radio', { name: new RegExp(`^${name}`) });

it('rates of tax that two people changed are told apart: both said «2 ставки»', () => {
  show('taxpayer', 'taxRates', ratesWith(14), ratesWith(13.5));
  expect(choice('Моя правка')).toHaveAccessibleName(
    /С 1.января.2024: Доходы 6.%, без НДС\s+С 1.января.2025: Доходы − расходы 14.%, НДС 5.%$/u,
  );
  expect(choice('Их правка')).toHaveAccessibleName(/ 13,5.%, НДС 5.%$/u);
});

it('warehouses are named with their shops, and those that this device does not know are counted', async () => {
  show('warehouseGroup', 'warehouseIds', [1, 999], [998, 999]);
  await screen.findByText(/ \(.*\)\s+и ещё 1 склад$/u);
  expect(choice('Их правка')).toHaveAccessibleName(/2.склада$/u);
});

it('the group of warehouses of the settings is called by its name', async () => {
  show('settings', 'defaultWarehouseGroupId', 1, null);
  expect(await screen.findByText('Основные склады')).toBeVisible();
  expect(choice('Их правка')).toHaveAccessibleName(/—$/u);
});

it('shops of a taxpayer are called by their names', async () => {
  const [first] = mockProfile.shops;
  if (!first) throw new Error('The mocked profile has no shop');
  show('taxpayer', 'shopIds', [first.id], []);
  expect(await screen.findByText(first.name)).toBeVisible();
});

it('photos that two people chose are seen: «8 фото» stood against «8 фото»', async () => {
  const [first, second] = [`/media/photos/${'a'.repeat(32)}.jpg`, `/media/photos/${'b'.repeat(32)}.jpg`];
  show('card', 'photos', [second, first], [first]);
  await screen.findByRole('dialog');
  const seen = (name: 'Моя правка' | 'Их правка') =>
    [...(choice(name).closest('label')?.querySelectorAll('img') ?? [])].map((image) => image.src);
  expect(seen('Моя правка')).toEqual([
    expect.stringContaining('b'.repeat(32)),
    expect.stringContaining('a'.repeat(32)),
  ]);
  expect(seen('Их правка')).toEqual([expect.stringContaining('a'.repeat(32))]);
});

it('a video that two people chose is seen, and none is «—»', async () => {
  const video = `/media/videos/${'c'.repeat(32)}.mp4`;
  show('card', 'video', video, '');
  await screen.findByRole('dialog');
  expect(choice('Моя правка').closest('label')?.querySelector('video')?.src).toContain(video);
  expect(choice('Их правка')).toHaveAccessibleName(/—$/u);
});
