import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  addShopTokenEndpoint,
  checkShopTokensEndpoint,
  getShopEndpoint,
  listShopsEndpoint,
} from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';
import { NoShops } from '#parts/no-shops.tsx';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockSecret, mockShop, mockToken } from '#tests/mocks/shops.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { renderPage } from '#tests/setup/render-page.tsx';

const SHOPS = '/home/account/shops';

describe('the list of shops', () => {
  it('shows each shop with the state of its tokens, and opens it', async () => {
    mockServer.use(
      mock(listShopsEndpoint, () => [mockShop(), mockShop({ id: 5, name: 'Тула', letter: 'Т', tokens: [] })]),
    );
    const { user, address } = renderApp(SHOPS);
    const row = within(await screen.findByRole('row', { name: /Тула/ }));
    expect(row.getAllByText('Нет токенов')).not.toHaveLength(0);
    await user.click(screen.getByRole('link', { name: 'Московский' }));
    await waitFor(() => expect(address()).toBe(`${SHOPS}?shop=1`));
    expect(await screen.findByRole('heading', { name: 'Московский' })).toBeInTheDocument();
  });

  it.each([
    ['the list', SHOPS, 'ещё не обновлялся'],
    ['its page', `${SHOPS}?shop=1`, 'Ещё не обновлялся'],
  ])(
    'CR-12: a shop that was just added is read again until the marketplace was: %s',
    async (_, path, unread) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      let isRead = false;
      let calls = 0;
      const look = () => {
        calls += 1;
        return isRead ? mockShop({ cardCount: 381 }) : mockShop({ cardCount: 0, lastSyncedAt: null });
      };
      mockServer.use(
        mock(listShopsEndpoint, () => [look()]),
        mock(getShopEndpoint, look),
      );
      renderApp(path);
      expect(await screen.findByText(unread)).toBeInTheDocument();
      isRead = true;
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(await screen.findByText('381')).toBeInTheDocument();
      const callsUntilRead = calls;
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(calls).toBe(callsUntilRead);
    },
  );

  it('CR-12: a look that fails is told once, and not again each five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let isAway = false;
    let calls = 0;
    mockServer.use(
      mock(listShopsEndpoint, () => {
        calls += 1;
        return isAway ? mockError(400, { detail: ['Не вышло'] }) : [mockShop({ lastSyncedAt: null })];
      }),
    );
    renderApp(SHOPS);
    expect(await screen.findByText('ещё не обновлялся')).toBeInTheDocument();
    isAway = true;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(await screen.findByText(/Не вышло|Ошибка получения магазинов/)).toBeInTheDocument();
    const callsUntilAway = calls;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(calls).toBe(callsUntilAway);
  });

  it('names a shop of the sandbox as one, and its page says what is not there', async () => {
    const sandbox = mockShop({ id: 5, name: 'Тула', isSandbox: true });
    mockServer.use(
      mock(listShopsEndpoint, () => [mockShop(), sandbox]),
      mock(getShopEndpoint, () => sandbox),
    );
    const { user } = renderApp(SHOPS);
    expect(await screen.findByRole('row', { name: /Тула Песочница/ })).toBeInTheDocument();
    expect(screen.getAllByText('Песочница')).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Тула' }));
    expect(await screen.findByText(/Заказы, продажи и отчёты не читаются/)).toBeInTheDocument();
    expect(screen.getByText('Песочница')).toBeInTheDocument();
  });

  it('with inactive tokens leads on to the tokens of the very shop', async () => {
    const inactive = mockToken({
      categories: [{ category: 'CONTENT', status: 'INACTIVE', problem: 'REVOKED' }],
    });
    mockServer.use(
      mock(listShopsEndpoint, () => [
        mockShop(),
        mockShop({ id: 5, name: 'Тула', letter: 'Т', tokens: [inactive] }),
      ]),
    );
    renderApp(SHOPS);
    const notice = (await screen.findByText('Неактивные токены')).parentElement!;
    expect(within(notice).getAllByRole('link')).toHaveLength(1);
    expect(within(notice).getByRole('link', { name: 'Тула' })).toHaveAttribute(
      'href',
      `${SHOPS}?shop=5&tab=tokens`,
    );
  });

  it('CR-06: tells what of a shop is touched by answers that are not as described, and since when', async () => {
    const misfit = {
      operation: 'POST /api/v3/stocks/{id}',
      path: 'stocks[].amount',
      touches: 'чтение остатков',
      firstSeenAt: '2026-11-20T13:40:00+03:00',
      lastSeenAt: '2026-11-20T14:40:00+03:00',
      count: 3,
    };
    const unreadCards = { count: 7, rows: ['№ 98486: нет sizes'] };
    mockServer.use(
      mock(listShopsEndpoint, () => [
        mockShop({ misfits: [misfit] }),
        mockShop({ id: 5, name: 'Тула', unreadCards }),
      ]),
    );
    renderApp(SHOPS);
    expect(
      await screen.findByText('Московский: Wildberries отвечает не так, как описано: чтение остатков'),
    ).toBeInTheDocument();
    expect(
      screen.getByText(/POST \/api\/v3\/stocks\/{id}, поле stocks\[\]\.amount: с 20 ноября.*, 3 раза/),
    ).toBeInTheDocument();
    expect(screen.getByText('Тула: 7 карточек не прочитано')).toBeInTheDocument();
    expect(screen.getByText('№ 98486: нет sizes')).toBeInTheDocument();
    expect(screen.getByText('и ещё 6')).toBeInTheDocument();
    expect(screen.queryByText(/Тула: Wildberries/)).not.toBeInTheDocument();
  });

  it('without shops says what to do first', async () => {
    mockServer.use(mock(listShopsEndpoint, () => []));
    renderApp(SHOPS);
    expect(await screen.findByText('Магазинов пока нет')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Добавить магазин' })).toHaveLength(2);
  });

  it('without shops looks as other screens do that have nothing without one', async () => {
    mockServer.use(mock(listShopsEndpoint, () => []));
    renderPage(<NoShops text="Склады появятся" />);
    renderApp(SHOPS);
    await waitFor(() => expect(screen.getAllByText('Магазинов пока нет')).toHaveLength(2));
    const icons = screen
      .getAllByText('Магазинов пока нет')
      .map((title) => title.parentElement?.querySelector('svg')?.innerHTML);
    expect(icons[0]).toBeTruthy();
    expect(icons[0]).toBe(icons[1]);
  });

  it('that cannot be loaded offers to try again', async () => {
    mockServer.use(mock(listShopsEndpoint, () => mockError(500, { detail: ['Сбой базы'] })));
    const { user } = renderApp(SHOPS);
    const retry = await screen.findByRole('button', { name: 'Повторить' });
    mockServer.use(mock(listShopsEndpoint, () => [mockShop()]));
    await user.click(retry);
    expect(await screen.findByRole('link', { name: 'Московский' })).toBeInTheDocument();
  });

  it('a shop is added by its token and opened', async () => {
    const { user, address } = renderApp(SHOPS);
    await user.click(await screen.findByRole('button', { name: 'Добавить магазин' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Новый магазин' }));
    await user.click(dialog.getByRole('textbox', { name: /Токен Wildberries/ }));
    await user.paste(mockSecret);
    await user.type(dialog.getByRole('textbox', { name: 'Название' }), 'Тула');
    await user.click(dialog.getByRole('button', { name: 'Добавить магазин' }));
    expect(await screen.findByText('Магазин «Тула» добавлен. Карточки загружаются')).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe(`${SHOPS}?shop=3&tab=tokens`));
  });
});

describe('a shop', () => {
  it('has the tabs Описание, Склады, Токены in the address', async () => {
    const { user, address } = renderApp(`${SHOPS}?shop=1`);
    const tabs = within(await screen.findByRole('navigation', { name: 'Разделы магазина' }));
    expect(tabs.getByRole('link', { name: 'Описание' })).toHaveAttribute('aria-current', 'page');
    await user.click(tabs.getByRole('link', { name: /Склады/ }));
    expect(address()).toBe(`${SHOPS}?shop=1&tab=warehouses`);
    expect(await screen.findByText('Склад на Южной')).toBeInTheDocument();
    await user.click(tabs.getByRole('link', { name: /Токены/ }));
    expect(await screen.findByRole('heading', { name: 'Токен …q7Xw' })).toBeInTheDocument();
  });

  it('that cannot be loaded is left by its crumb for all shops', async () => {
    mockServer.use(mock(getShopEndpoint, () => mockError(500, { detail: ['Сбой базы'] })));
    const { user, address } = renderApp(`${SHOPS}?shop=1`);
    expect(await screen.findByText('Сбой базы', { selector: 'p' })).toBeVisible();
    const crumbs = within(screen.getByRole('navigation', { name: 'Хлебные крошки' }));
    await user.click(crumbs.getByRole('link', { name: 'Магазины' }));
    await waitFor(() => expect(address()).toBe(SHOPS));
    expect(await screen.findByRole('link', { name: 'Московский' })).toBeInTheDocument();
  });

  it('that is not there is said so', async () => {
    renderApp(`${SHOPS}?shop=77`);
    expect(await screen.findByText('Магазин не найден', { selector: 'p' })).toBeInTheDocument();
  });

  it('its name and description are saved, line breaks of the name stripped', async () => {
    const { user } = renderApp(`${SHOPS}?shop=1`);
    const name = await screen.findByRole('textbox', { name: /Название/ });
    await user.clear(name);
    await user.type(name, '  Москва, юг ');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Магазин сохранён')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Москва, юг' })).toBeInTheDocument();
    expect(name).toHaveValue('Москва, юг');
  });
});

describe('tokens of a shop', () => {
  const TOKENS = `${SHOPS}?shop=1&tab=tokens`;

  it('show type with its consequence, reading only, expiry and why a category does not work', async () => {
    const expiresAt = new Date(Date.now() + 2 * 24 * 3600 * 1000).toISOString();
    const token = mockToken({
      type: 'BASIC',
      isReadOnly: true,
      expiresAt,
      categories: [
        { category: 'MARKETPLACE', status: 'INACTIVE', problem: 'REVOKED' },
        { category: 'STATISTICS', status: 'INACTIVE', problem: 'NOT_COVERED' },
        { category: 'CONTENT', status: 'ACTIVE', problem: null },
      ],
    });
    mockServer.use(mock(getShopEndpoint, () => mockShop({ tokens: [token] })));
    renderApp(TOKENS);
    expect(await screen.findAllByText('Неактивен')).not.toHaveLength(0);
    expect(screen.getByText(/Базовый токен.*Лимиты очень малы/)).toBeInTheDocument();
    expect(screen.getByText('Только чтение')).toBeInTheDocument();
    expect(screen.getByText(/^Истекает через 2.дня$/)).toBeInTheDocument();
    expect(screen.getByText('токен отозван или отклонён Wildberries')).toBeInTheDocument();
    expect(screen.getByText('Не включена')).toBeInTheDocument();
  });

  it('a pasted token is sent without the spaces that came along, and never shown again', async () => {
    const sent: string[] = [];
    mockServer.use(
      mock(addShopTokenEndpoint, ({ body }) => {
        sent.push(body.token);
        return mockShop({ tokens: [mockToken(), mockToken({ id: 99, last4: 'ture' })] });
      }),
    );
    const { user } = renderApp(TOKENS);
    await user.click(await screen.findByRole('button', { name: 'Добавить токен' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Новый токен' }));
    await user.click(dialog.getByRole('textbox'));
    await user.paste(`  ${mockSecret.slice(0, 10)}\n${mockSecret.slice(10)}\n`);
    await user.click(dialog.getByRole('button', { name: 'Добавить токен' }));
    expect(await screen.findByText('Токен добавлен')).toBeInTheDocument();
    expect(sent).toEqual([mockSecret]);
    expect(document.body.textContent).not.toContain(mockSecret);
    expect(document.body.textContent).not.toContain(mockSecret.slice(0, 12));
  });

  it('a refused token is told at its field, which keeps the text', async () => {
    const { user } = renderApp(TOKENS);
    await user.click(await screen.findByRole('button', { name: 'Добавить токен' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Новый токен' }));
    await user.click(dialog.getByRole('button', { name: 'Добавить токен' }));
    expect(dialog.getByText('Вставьте токен')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox'), 'abc');
    await user.click(dialog.getByRole('button', { name: 'Добавить токен' }));
    expect(await dialog.findByText('Это не похоже на токен Wildberries')).toBeInTheDocument();
    expect(dialog.getByRole('textbox')).toHaveValue('abc');
  });

  it('are checked when asked to', async () => {
    const revoked = mockToken({
      categories: [{ category: 'CONTENT', status: 'INACTIVE', problem: 'REVOKED' }],
    });
    mockServer.use(mock(checkShopTokensEndpoint, () => mockShop({ tokens: [revoked] })));
    mockServer.use(mock(getShopEndpoint, () => mockShop({ tokens: [revoked] })));
    const { user } = renderApp(TOKENS);
    await user.click(await screen.findByRole('button', { name: 'Проверить' }));
    expect(await screen.findByText('Токены проверены')).toBeInTheDocument();
    expect(await screen.findAllByText('Неактивен')).not.toHaveLength(0);
  });

  it('are removed only after the consequences were said', async () => {
    const { user } = renderApp(TOKENS);
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Удалить токен …q7Xw?' }));
    expect(dialog.getByText(/^Перестанут работать: «Контент»/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Удалить токен' }));
    expect(await screen.findByText('У магазина нет токенов')).toBeInTheDocument();
  });

  it.each([
    ['of which another opens a part', ['CONTENT'], /^Перестанут работать: «Статистика»\. Карточки/],
    ['of which others open all', ['CONTENT', 'STATISTICS'], /^Всё, что он открывает, открывают и другие/],
  ] as const)('one %s: only what stops is said to', async (_, ofOther, said) => {
    const tokenOf = (id: number, last4: string, categories: readonly TokenCategory[]) =>
      mockToken({
        id,
        last4,
        categories: categories.map((category) => ({ category, status: 'ACTIVE', problem: null })),
      });
    const tokens = [tokenOf(1, 'q7Xw', ['STATISTICS', 'CONTENT']), tokenOf(2, 'aB12', ofOther)];
    mockServer.use(mock(getShopEndpoint, () => mockShop({ tokens })));
    const { user } = renderApp(TOKENS);
    const [first] = await screen.findAllByRole('button', { name: 'Удалить' });
    if (!first) throw new Error('There is no token to remove');
    await user.click(first);
    const dialog = await screen.findByRole('dialog', { name: 'Удалить токен …q7Xw?' });
    expect(within(dialog).getByText(said)).toBeInTheDocument();
  });
});
