import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listCardsEndpoint } from '#contract/card-list.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage, renderRoutes } from '#tests/setup/render-page.tsx';
import { CardListPage } from './card-list-page.tsx';

describe('the card list', () => {
  it('shows cards with prices, counters and an honest number of rows', async () => {
    renderPage(<CardListPage />, '/home/cards');
    const row = (await screen.findByRole('link', { name: 'Кружка керамическая 1' })).closest('tr');
    expect(within(row!).getByText('605,20 ₽')).toBeVisible();
    expect(within(row!).getByText('Опубликована')).toBeVisible();
    expect(screen.getByRole('table', { name: 'Карточки' })).toHaveAttribute('aria-rowcount', '4');
    expect(await screen.findByRole('link', { name: /^Все\s*3$/ })).toHaveAttribute('aria-current', 'page');
  });

  it('finds by text, keeps the search in the address and resets it', async () => {
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    await user.type(screen.getByRole('searchbox'), 'керамическая 2');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Кружка керамическая 1' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Кружка керамическая 2' })).toBeVisible();
    expect(new URLSearchParams(address().split('?')[1]).get('q')).toBe('керамическая 2');
    await user.click(await screen.findByRole('button', { name: 'Сбросить фильтры' }));
    expect(await screen.findByRole('link', { name: 'Кружка керамическая 1' })).toBeVisible();
    expect(address()).toBe('/home/cards');
  });

  it('says that nothing was found, and that there is nothing yet, in different words', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards?q=такого%20нет');
    expect(await screen.findByText('Ничего не найдено')).toBeVisible();
    mockServer.resetHandlers();
    mockServer.use(...cardHandlers([]));
    await user.click(screen.getAllByRole('button', { name: 'Сбросить фильтры' })[0]!);
    expect(await screen.findByText('Карточек пока нет')).toBeVisible();
  });

  it('a filter that came with another account’s link says so in words, and can be taken away', async () => {
    const { user, address } = renderPage(<CardListPage />, '/home/cards?shop=999&subject=888&brand=Чужой');
    expect(await screen.findByRole('button', { name: 'Магазин: нет в списке' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Предмет: нет в списке' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Бренд: Чужой' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Убрать фильтр «Магазин»' }));
    await waitFor(() => expect(address()).not.toContain('shop'));
  });

  it('a slip of the hand is one press away from what was meant', async () => {
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    await user.type(screen.getByRole('searchbox'), 'кржука');
    expect(await screen.findByText('Таких слов в карточках нет. Возможно, опечатка.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Искать «кружка»' }));
    expect(await screen.findByRole('link', { name: 'Кружка керамическая 1' })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('кружка');
    expect(new URLSearchParams(address().split('?')[1]).get('q')).toBe('кружка');
  });

  it('a word that no card has is left out of what is offered, and no slip is claimed', async () => {
    renderPage(<CardListPage />, '/home/cards?q=кржука+абажур');
    expect(await screen.findByRole('button', { name: 'Искать «кружка»' })).toBeVisible();
    expect(screen.getByText('Карточек со всеми этими словами нет.')).toBeVisible();
  });

  it('a word that finds nothing with the same filters is not offered', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mock(listCardsEndpoint, ({ query }) => {
        asked.push({ search: query.search, stock: query.stock });
        return { count: 0, next: null, previous: null, results: [] };
      }),
    );
    renderPage(<CardListPage />, '/home/cards?q=кржука&stock=none');
    expect(await screen.findByText('Ни одна карточка не подходит под эти условия.')).toBeVisible();
    await waitFor(() => expect(asked).toContainEqual({ search: 'кружка', stock: 'none' }));
    expect(screen.queryByRole('button', { name: /^Искать/ })).toBeNull();
  });

  it('shows the server’s reason and tries again', async () => {
    mockServer.use(mock(listCardsEndpoint, () => mockError(500, { detail: ['Сервер перегружен'] })));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    expect(await screen.findByText('Не удалось загрузить')).toBeVisible();
    mockServer.use(...cardHandlers([mockCard(9)]));
    await user.click(await screen.findByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('link', { name: 'Кружка керамическая 9' })).toBeVisible();
  });

  it('a press on a price opens the card where it is changed', async () => {
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    const title = await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    const row = within(title.closest('tr') ?? title);
    await user.click(row.getAllByText(/₽$/)[0] ?? title);
    expect(address()).toBe('/home/cards/edit?id=1&field=priceKopecks');
  });

  it('chooses with x and moves with j and k', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    await user.keyboard('jjx');
    expect(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 2»' })).toBeChecked();
    await user.keyboard('kx');
    expect(await screen.findByText('Выбрано 2')).toBeVisible();
  });

  it('goes on from the row that one has come back to', async () => {
    const { user, router, address } = renderRoutes(
      [
        { path: '/home/cards', element: <CardListPage /> },
        { path: '/home/cards/edit', element: <p>Карточка</p> },
      ],
      '/home/cards',
      {},
    );
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    await user.keyboard('jj{Enter}');
    await screen.findByText('Карточка');
    expect(address()).toBe('/home/cards/edit?id=2');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Кружка керамическая 2' })).toHaveFocus());
    await user.keyboard('jx');
    expect(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 3»' })).toBeChecked();

    // A new way to the list begins above its first row.
    await act(() => router.navigate('/home/cards/edit?id=2'));
    await act(() => router.navigate('/home/cards'));
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    await user.keyboard('jx');
    expect(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' })).toBeChecked();
  });

  it('archives what is chosen and offers to take it back', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(await screen.findByRole('button', { name: 'В архив' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Кружка керамическая 1' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByRole('link', { name: 'Кружка керамическая 1' })).toBeVisible();
  });

  it('sends chosen cards after saying in numbers what will happen', async () => {
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 2»' }));
    await user.click(await screen.findByRole('button', { name: 'Отправить в магазины' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('checkbox', { name: /Московский/ }));
    await user.click(within(dialog).getByRole('checkbox', { name: /Сибирь/ }));
    expect(await within(dialog).findByText(/^Замечаний нет: проверен/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: /^Отправить\s2\sкарточки в\s2\sмагазина$/ }));
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
