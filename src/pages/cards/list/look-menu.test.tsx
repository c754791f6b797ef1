import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listRecentOrdersEndpoint } from '#contract/recent-orders.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardListPage } from './card-list-page.tsx';

const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const USUAL = [
  '',
  'Фото',
  'Карточка',
  'Предмет · Бренд',
  'Цена',
  'Скидка',
  'Остаток',
  'Магазины',
  'Состояние',
  'Обновлена',
];

async function openMenu(address = '/home/cards') {
  const page = renderPage(<CardListPage />, address);
  await screen.findByRole('link', { name: 'Кружка керамическая 1' });
  await page.user.click(screen.getByRole('button', { name: 'Вид' }));
  const menu = await screen.findByRole('dialog', { name: 'Вид списка' });
  await within(menu).findByText('Столбцы');
  return { ...page, menu };
}

describe('the look of the card list', () => {
  it('has columns taken out, put in and moved, and the address says it', async () => {
    const { user, menu, address } = await openMenu();
    expect(within(menu).queryByLabelText('Сортировка')).not.toBeInTheDocument();
    await user.click(within(menu).getByRole('checkbox', { name: 'Скидка' }));
    await user.click(within(menu).getByRole('checkbox', { name: /^Маржа/ }));
    // 605,20 ₽ with a cost price of 250 ₽.
    expect(await screen.findAllByText('58 %')).toHaveLength(3);
    expect(titles()).not.toContain('Скидка');
    await user.click(within(menu).getByRole('button', { name: 'Цена: левее' }));
    expect(titles().slice(3, 5)).toEqual(['Цена', 'Предмет · Бренд']);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Цена: левее/));
    expect(address()).toBe(
      '/home/cards?density=usual&columns=price.subject.stock.shops.state.updated.margin',
    );
    // A filter keeps it.
    await user.keyboard('{Escape}');
    await user.type(screen.getByRole('searchbox'), 'керамическая 2');
    await waitFor(() => expect(address()).toMatch(/q=.*&density=usual&columns=price\./));
  });

  it('is kept for the next time, and goes back to the usual one', async () => {
    const { user, menu, address } = await openMenu();
    await user.click(within(menu).getByRole('radio', { name: 'Плотные' }));
    expect(localStorage.getItem('prilavok-card-list-look')).toContain('density=compact');
    await user.click(within(menu).getByRole('button', { name: 'Как было' }));
    expect(localStorage.getItem('prilavok-card-list-look')).toBeNull();
    expect(address()).toBe('/home/cards');
    expect(titles()).toEqual(USUAL);
  });

  it('that was chosen before is said by the address: whoever is given it sees the same', async () => {
    localStorage.setItem('prilavok-card-list-look', 'density=compact&columns=price.stock');
    const { address } = renderPage(<CardListPage />, '/home/cards?q=керамическая');
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    expect(titles()).toEqual(['', 'Фото', 'Карточка', 'Цена', 'Остаток']);
    await waitFor(() => expect(address()).toMatch(/&density=compact&columns=price\.stock$/));
  });

  it('of somebody’s link is shown and changes nothing of one’s own', async () => {
    localStorage.setItem('prilavok-card-list-look', 'density=compact&columns=price.stock');
    renderPage(<CardListPage />, '/home/cards?density=usual&columns=state');
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    expect(titles()).toEqual(['', 'Фото', 'Карточка', 'Состояние']);
    expect(localStorage.getItem('prilavok-card-list-look')).toBe('density=compact&columns=price.stock');
  });

  it('on a phone has the orders of the heads, which are not there', async () => {
    const real = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(real(query), query === '(min-width: 48rem)' ? { matches: false } : {}),
    );
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    await screen.findByRole('link', { name: /^Кружка керамическая 1/ });
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Вид списка' }));
    const order = await menu.findByLabelText('Сортировка');
    expect(order).toHaveDisplayValue('Обновлена');
    expect(menu.getByRole('radio', { name: 'По убыванию' })).toBeChecked();
    await user.selectOptions(order, 'Предмет · Бренд');
    expect(address()).toBe('/home/cards?ordering=subject');
    await user.selectOptions(order, 'Остаток');
    expect(address()).toBe('/home/cards?ordering=-stock');
    await user.click(menu.getByRole('radio', { name: 'По возрастанию' }));
    expect(address()).toBe('/home/cards?ordering=stock');
  });

  it('asks for orders only where their column is shown, and tells none from not known', async () => {
    const asked: number[][] = [];
    mockServer.use(
      mock(listRecentOrdersEndpoint, ({ query }) => {
        asked.push(query.card);
        return [
          { cardId: 1, orders: 12 },
          { cardId: 2, orders: 0 },
        ];
      }),
    );
    const { user, menu } = await openMenu('/home/cards?columns=price');
    expect(asked).toEqual([]);
    await user.click(within(menu).getByRole('checkbox', { name: /^Заказы/ }));
    expect(await screen.findByRole('cell', { name: '12' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '0' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '—' })).toBeVisible();
    expect(asked).toEqual([[1, 2, 3]]);
  });
});
