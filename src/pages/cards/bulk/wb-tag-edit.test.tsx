import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { WbTagChange } from '#contract/bulk-rules.ts';
import { createWbTagEndpoint, readShopWbTagsEndpoint, type WbTag } from '#contract/wb-tags.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { shopHandlers } from '#tests/mocks/shops.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/bulk-edit?id=7';
const HIT: WbTag = { id: 1, name: 'Хит', color: 'FFECC7' };
const SALE: WbTag = { id: 2, name: 'Скидки', color: 'FEE0E0' };
const [SHOP] = mockProfile.shops;

async function openForm(shopTags: WbTag[] = [HIT, SALE]) {
  const row = { before: { wbTags: [SALE] }, after: { wbTags: [SALE, HIT] } };
  mockServer.use(
    ...bulkEditHandlers([mockBulkRow(1, row)]),
    ...shopHandlers(),
    mock(readShopWbTagsEndpoint, () => ({ shopTags })),
  );
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
  await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Ярлыки WB');
  return { user, dialog, next: dialog.getByRole('button', { name: 'Посмотреть изменения' }) };
}

describe('an edit of a shop’s tags at the marketplace', () => {
  it('is asked for by the shop’s list of this moment, shown, and has nothing that shops could be sent', async () => {
    const { user, dialog, next } = await openForm();
    expect(next).toHaveAccessibleDescription('Выберите магазин');
    await user.selectOptions(await dialog.findByLabelText('Магазин'), SHOP!.name);
    expect(next).toHaveAccessibleDescription('Отметьте ярлык');
    await user.click(await dialog.findByRole('checkbox', { name: 'Хит' }));
    await user.click(next);
    const heading = `Добавить ярлыки WB: «Хит» · ${SHOP!.name}`;
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.getByText(/Ярлыки изменятся на Wildberries сразу/)).toBeVisible();
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(shown).toHaveTextContent('Скидки, Хит');
    expect(screen.getByRole('columnheader', { name: 'Ярлыки WB' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Применить/ }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить в магазины' })).not.toBeInTheDocument();
  });

  it('says of how many of the cards the tags are there already', async () => {
    const change: WbTagChange = { kind: 'WB_TAGS', shopId: SHOP!.id, action: 'ADD', tags: [HIT] };
    const row = { before: { wbTags: [] }, after: { wbTags: [HIT] } };
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, row)], { change, cardTotal: 3, preparedCount: 3 }),
      ...shopHandlers(),
    );
    renderApp(PAGE);
    expect(await screen.findByText(/^У 2\sкарточек из 3 эти ярлыки уже есть/)).toBeVisible();
  });

  it.each([
    ['APPLYING', 'APPLIED', null, 'Применено: читаем, какие ярлыки показывает Wildberries'],
    [
      'ROLLING_BACK',
      'ROLLED_BACK',
      { doneCount: 1, total: 1 },
      'Откачено: читаем, какие ярлыки показывает Wildberries',
    ],
    ['ROLLING_BACK', 'APPLIED', { doneCount: 0, total: 1 }, 'Откатывается'],
  ] as const)('while %s with its row %s says what is so', async (state, rowState, rollback, said) => {
    const change: WbTagChange = { kind: 'WB_TAGS', shopId: SHOP!.id, action: 'ADD', tags: [HIT] };
    const row = { before: { wbTags: [] }, after: { wbTags: [HIT] }, state: rowState };
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, row)], { change, state, rollback }),
      ...shopHandlers(),
    );
    renderApp(PAGE);
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Остановить' })).not.toBeInTheDocument();
  });

  it('comes back into its form, and takes a tag that is made in place', async () => {
    const { user, dialog, next } = await openForm([HIT]);
    mockServer.use(
      mock(createWbTagEndpoint, ({ body }) => {
        const tag = { id: 9, ...body };
        return { shopTags: [HIT, tag], tagId: tag.id };
      }),
    );
    await user.selectOptions(await dialog.findByLabelText('Магазин'), SHOP!.name);
    await user.selectOptions(dialog.getByLabelText('Что сделать'), 'Убрать');
    await user.click(await dialog.findByRole('button', { name: 'Новый ярлык' }));
    await user.type(dialog.getByRole('textbox', { name: /^Название ярлыка/ }), 'Сезон{Enter}');
    expect(await dialog.findByRole('checkbox', { name: 'Сезон' })).toBeChecked();
    await user.click(next);
    const heading = `Убрать ярлыки WB: «Сезон» · ${SHOP!.name}`;
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Изменить условия' }));
    const again = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    expect(await again.findByLabelText('Магазин')).toHaveDisplayValue(SHOP!.name);
    expect(again.getByLabelText('Что сделать')).toHaveValue('REMOVE');
  });

  it('says why the shop’s tags cannot be read', async () => {
    const { user, dialog } = await openForm();
    mockServer.use(
      mock(readShopWbTagsEndpoint, () => mockError(503, { detail: ['Wildberries не отвечает'] })),
    );
    await user.selectOptions(await dialog.findByLabelText('Магазин'), SHOP!.name);
    expect(await dialog.findByText('Wildberries не отвечает')).toBeVisible();
  });

  it('says that the shop’s token only reads, and does not ask the marketplace then', async () => {
    const tokens = SHOP!.tokens.map((token) => ({ ...token, isReadOnly: true }));
    mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [{ ...SHOP!, tokens }] })));
    const { user, dialog } = await openForm();
    await user.selectOptions(await dialog.findByLabelText('Магазин'), SHOP!.name);
    expect(await dialog.findByText('Токен «Контент» только для чтения')).toBeVisible();
    expect(dialog.queryByText(/Читаем ярлыки/)).not.toBeInTheDocument();
  });
});
