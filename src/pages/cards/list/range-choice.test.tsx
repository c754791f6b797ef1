import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { mockCard, mockCardRow } from '#tests/mocks/cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardListPage } from './card-list-page.tsx';

it('prices, margins and days are asked for together, said by the address, and taken away at once', async () => {
  const asked: object[] = [];
  mockServer.use(
    mock(listCardsEndpoint, ({ query }) => {
      asked.push(query);
      return { count: 1, next: null, previous: null, results: [mockCardRow(mockCard(1))] };
    }),
  );
  const { user, address } = renderPage(<CardListPage />, '/home/cards?priceToKopecks=90000');
  await user.click(await screen.findByRole('button', { name: 'Ещё: цена' }));
  const form = await screen.findByRole('dialog', { name: 'Другие фильтры' });
  expect(await within(form).findByRole('textbox', { name: 'Цена до' })).toHaveValue('900');
  await user.type(within(form).getByRole('textbox', { name: 'Цена от' }), '1000');
  // Nothing is asked for while one types, nor for what can have no cards.
  const button = within(form).getByRole('button', { name: 'Показать' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.clear(within(form).getByRole('textbox', { name: 'Цена от' }));
  await user.type(within(form).getByRole('textbox', { name: 'Цена от' }), '499,90');
  await user.type(within(form).getByRole('textbox', { name: 'Маржа до' }), '-5');
  expect(asked).toHaveLength(1);
  await user.click(button);
  await waitFor(() =>
    expect(address()).toBe('/home/cards?priceFromKopecks=49990&priceToKopecks=90000&marginToPercent=-5'),
  );
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      priceFromKopecks: 49990,
      priceToKopecks: 90000,
      marginToPercent: -5,
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Убрать фильтр «Ещё»' }));
  expect(address()).toBe('/home/cards');
});

it('cards with any of several tags are asked for', async () => {
  const asked: object[] = [];
  mockServer.use(
    mock(listCardsEndpoint, ({ query }) => {
      asked.push(query);
      return { count: 1, next: null, previous: null, results: [mockCardRow(mockCard(1))] };
    }),
  );
  const { user, address } = renderPage(<CardListPage />, '/home/cards?tag=Старый');
  await user.click(await screen.findByRole('button', { name: 'Ещё: ярлык' }));
  const form = within(await screen.findByRole('dialog', { name: 'Другие фильтры' }));
  await user.click(await form.findByRole('checkbox', { name: 'Хит' }));
  await user.click(form.getByRole('checkbox', { name: 'Новинка' }));
  await user.click(form.getByRole('checkbox', { name: 'Старый' }));
  expect(asked).toHaveLength(1);
  await user.click(form.getByRole('button', { name: 'Показать' }));
  const said = new URLSearchParams([
    ['tag', 'Хит'],
    ['tag', 'Новинка'],
  ]).toString();
  await waitFor(() => expect(address()).toBe(`/home/cards?${said}`));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ tag: ['Хит', 'Новинка'] }));
});

it('cards with any of several «Ярлыки WB» are asked for, apart from tags of one’s own', async () => {
  const asked: object[] = [];
  mockServer.use(
    mock(listCardsEndpoint, ({ query }) => {
      asked.push(query);
      return { count: 1, next: null, previous: null, results: [mockCardRow(mockCard(1))] };
    }),
  );
  const { user, address } = renderPage(<CardListPage />, '/home/cards?tag=Хит&wbTag=Снятый');
  await user.click(await screen.findByRole('button', { name: 'Ещё: ярлык, ярлык WB' }));
  const form = within(await screen.findByRole('dialog', { name: 'Другие фильтры' }));
  const tags = within(await form.findByRole('group', { name: 'Ярлыки WB' }));
  await user.click(await tags.findByRole('checkbox', { name: 'Вывод' }));
  await user.click(tags.getByRole('checkbox', { name: 'Снятый' }));
  expect(asked).toHaveLength(1);
  await user.click(form.getByRole('button', { name: 'Показать' }));
  const said = new URLSearchParams([
    ['tag', 'Хит'],
    ['wbTag', 'Вывод'],
  ]).toString();
  await waitFor(() => expect(address()).toBe(`/home/cards?${said}`));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ tag: ['Хит'], wbTag: ['Вывод'] }));
  await user.click(await screen.findByRole('button', { name: 'Убрать фильтр «Ещё»' }));
  expect(address()).toBe('/home/cards');
});

it('every column of figures sorts, the largest first', async () => {
  const { user, address } = renderPage(
    <CardListPage />,
    '/home/cards?columns=subject.discount.cost.margin.state',
  );
  await screen.findByRole('link', { name: 'Кружка керамическая 1' });
  for (const [title, ordering] of [
    ['Предмет · Бренд', 'subject'],
    ['Скидка', '-discount'],
    ['Себестоимость', '-cost'],
    ['Маржа до комиссии', '-margin'],
    ['Состояние', 'state'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: title }));
    await waitFor(() => expect(address()).toContain(`ordering=${ordering}&`));
  }
});
