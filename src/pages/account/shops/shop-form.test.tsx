import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { shopQueries } from '#api/shops.ts';
import { getShopEndpoint, updateShopEndpoint } from '#contract/shops.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockShop } from '#tests/mocks/shops.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const SHOP = '/home/account/shops?shop=1';
const description = () => screen.findByRole('textbox', { name: 'Описание' });

describe('what is typed of a shop', () => {
  it('is there after a look at its tokens', async () => {
    const { user } = renderApp(SHOP);
    await user.type(await description(), ', отвечает Анна');
    const tabs = within(screen.getByRole('navigation', { name: 'Разделы магазина' }));
    await user.click(tabs.getByRole('link', { name: /Токены/ }));
    expect(await screen.findByRole('heading', { name: 'Токен …q7Xw' })).toBeVisible();
    await user.click(tabs.getByRole('link', { name: 'Описание' }));
    expect(await description()).toHaveValue(`${mockShop().description}, отвечает Анна`);
  });

  it('is asked about before one leaves for all shops', async () => {
    const { user, address } = renderApp(SHOP);
    await user.type(await description(), ', отвечает Анна');
    const crumbs = within(screen.getByRole('navigation', { name: 'Хлебные крошки' }));
    await user.click(crumbs.getByRole('link', { name: 'Магазины' }));
    const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    expect(address()).toBe(SHOP);
    await user.click(question.getByRole('button', { name: 'Уйти' }));
    await waitFor(() => expect(address()).toBe('/home/account/shops'));
  });

  it('is all that is sent: what somebody else wrote meanwhile is shown and stays', async () => {
    let shop = mockShop({ description: 'Кроссовки' });
    const sent: unknown[] = [];
    mockServer.use(
      mock(getShopEndpoint, () => shop),
      mock(updateShopEndpoint, ({ body }) => {
        sent.push(body);
        shop = mockShop({ ...shop, name: body.name ?? shop.name });
        return shop;
      }),
    );
    const { user, queryClient } = renderApp(SHOP);
    const name = await screen.findByRole('textbox', { name: /Название/ });
    await user.clear(name);
    await user.type(name, 'Тула');
    shop = mockShop({ description: 'Написано коллегой' });
    await queryClient.invalidateQueries(shopQueries.one(1));
    await waitFor(async () => expect(await description()).toHaveValue('Написано коллегой'));
    expect(name).toHaveValue('Тула');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Магазин сохранён')).toBeInTheDocument();
    expect(sent).toEqual([{ name: 'Тула' }]);
  });
});
