import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '#api/session/session.ts';
import { invalidateTag } from '#api/tags.ts';
import { logoutEndpoint } from '#contract/auth.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { countPiece, newCount } from '#offline/counts/count-document.ts';
import { unsentCounts, userCounts } from '#offline/counts/user-counts.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { liveMenu } from '#tests/setup/live-menu.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { showToast, toasts } from '#ui/toast-store.ts';

const SETTINGS = '/home/account/settings';

describe('routes', () => {
  it.each([
    ['/', '/home/cards'],
    ['/home', '/home/cards'],
    ['/home/account', '/home/account/shops'],
    ['/home/analytics', '/home/analytics/profit'],
  ])('%s leads to %s', async (from, to) => {
    const { address } = renderApp(from);
    await waitFor(() => expect(address()).toBe(to));
  });

  it.each(['/nowhere', '/home/nowhere', '/auth/nowhere'])('%s is «Страница не найдена»', async (address) => {
    const { user, address: shown } = renderApp(address);
    expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeInTheDocument();
    expect((await liveMenu()).getByRole('link', { name: 'Отправки' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Перейти на главную' }));
    await waitFor(() => expect(shown()).toBe('/home/cards'));
  });
});

it('«Страница не найдена» has no menu for a guest, who has nowhere to go by it', async () => {
  renderApp('/nowhere', { user: null });
  expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Главное меню' })).not.toBeInTheDocument();
});

it('a guest who asks for the change of the password comes back to it after the login', async () => {
  const { user, address } = renderApp('/auth/password/change', { user: null });
  await waitFor(() => expect(address()).toBe('/auth/login'));
  await user.type(await screen.findByLabelText('Логин'), 'demo');
  await user.type(screen.getByLabelText('Пароль'), 'prilavok-demo');
  await user.click(screen.getByRole('button', { name: 'Войти' }));
  await waitFor(() => expect(address()).toBe('/auth/password/change'));
});

it('the app leads where its first frame was pressed while it was being drawn, once', async () => {
  globalThis.pressedCard = { userId: mockUser.id, id: 7 };
  const { address } = renderApp('/home/shipments');
  await waitFor(() => expect(address()).toBe('/home/cards/edit?id=7'));
  expect(globalThis.pressedCard).toBeUndefined();
});

describe('the top menu', () => {
  it('has the entries of the product, the current one marked', async () => {
    renderApp('/home/shipments');
    const items = await liveMenu();
    expect(items.getByRole('link', { name: 'Список карточек' })).not.toHaveAttribute('aria-current');
    expect(items.getByRole('link', { name: 'Отправки' })).toHaveAttribute('aria-current', 'page');
    expect(items.getByRole('link', { name: 'Акции' })).toBeInTheDocument();
    expect(items.getByRole('button', { name: 'Аккаунт' })).toBeInTheDocument();
    expect(items.getByRole('button', { name: 'Аналитика' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Выйти' })).toBeInTheDocument();
  });

  it('opens a submenu by the keyboard and goes where it leads', async () => {
    const { user, address } = renderApp(SETTINGS);
    const items = await liveMenu();
    items.getByRole('button', { name: 'Аккаунт' }).focus();
    await user.keyboard('{Enter}');
    expect(await items.findByRole('link', { name: 'Настройки' })).toHaveAttribute('aria-current', 'page');
    expect(items.getByRole('link', { name: 'Магазины' })).toBeInTheDocument();
    await user.click(items.getByRole('link', { name: 'Группы складов' }));
    await waitFor(() => expect(address()).toBe('/home/account/warehouses'));
  });

  it('shows how many shipments have errors', async () => {
    mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shipmentsWithErrors: 2 })));
    renderApp(SETTINGS);
    expect(
      (await liveMenu()).getByRole('link', { name: /Отправки.*2.отправки с ошибками/ }),
    ).toBeInTheDocument();
  });

  it('folds into a sheet that closes when something is chosen', async () => {
    const { user, address } = renderApp(SETTINGS);
    await user.click(await screen.findByRole('button', { name: 'Меню' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'ООО «Тёплый Дом»' }));
    await user.click(sheet.getByRole('link', { name: 'Группы складов' }));
    await waitFor(() => expect(address()).toBe('/home/account/warehouses'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('says when the marketplace is the simulator', async () => {
    mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, isDemo: true })));
    renderApp(SETTINGS);
    expect(await screen.findByText('Демо: маркетплейс — симулятор')).toBeInTheDocument();
  });
});

describe('breadcrumbs', () => {
  it('show the chain; the current page is plain text, the others are links', async () => {
    const { user, address } = renderApp(SETTINGS);
    const crumbs = within(await screen.findByRole('navigation', { name: 'Хлебные крошки' }));
    expect(crumbs.getByRole('link', { name: 'Главная' })).toHaveAttribute('href', '/home');
    expect(crumbs.getByText('Настройки')).toHaveAttribute('aria-current', 'page');
    expect(crumbs.queryByRole('link', { name: 'Настройки' })).not.toBeInTheDocument();
    await user.click(crumbs.getByRole('link', { name: 'Аккаунт' }));
    await waitFor(() => expect(address()).toBe('/home/account/shops'));
  });

  it('a page may add its own, and the window is called by it', async () => {
    renderApp('/home/account/shops?shop=2');
    const crumbs = within(await screen.findByRole('navigation', { name: 'Хлебные крошки' }));
    expect(await crumbs.findByText('Сибирь')).toHaveAttribute('aria-current', 'page');
    expect(crumbs.getByRole('link', { name: 'Магазины' })).toBeInTheDocument();
    expect(document.title).toBe('Сибирь — Прилавок');
  });

  it('on a foreign device does not name what the history would keep', async () => {
    renderApp('/home/account/shops?shop=2');
    await waitFor(() => expect(document.title).toBe('Сибирь — Прилавок'));
    act(() => session.startSession(mockTokens(), { isForeignDevice: true }));
    await waitFor(() => expect(document.title).toBe('Магазины — Прилавок'));
  });
});

describe('the profile', () => {
  it('is waited for with a full-page spinner', async () => {
    renderApp(SETTINGS);
    expect(screen.getByText('Загрузка профиля')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Настройки' })).toBeInTheDocument();
  });

  it('that cannot be loaded shows the server’s message, and can be asked for again', async () => {
    mockServer.use(mock(getProfileEndpoint, () => mockError(503, { detail: ['База данных обновляется'] })));
    const { user } = renderApp(SETTINGS);
    const notice = await screen.findByRole('region', { name: 'Уведомления' });
    expect(await within(notice).findByText('База данных обновляется')).toBeInTheDocument();
    mockServer.use(mock(getProfileEndpoint, () => mockProfile));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('heading', { name: 'Настройки' })).toBeInTheDocument();
  });

  it('that cannot be loaded, without a message, has the specification’s words', async () => {
    mockServer.use(mock(getProfileEndpoint, () => mockError(500, {})));
    renderApp(SETTINGS);
    const notice = await screen.findByRole('region', { name: 'Уведомления' });
    expect(await within(notice).findByText('Ошибка получения информации о пользователе')).toBeInTheDocument();
  });

  it('that cannot be refreshed leaves the page usable', async () => {
    const { queryClient } = renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    mockServer.use(mock(getProfileEndpoint, () => mockError(500, {})));
    await invalidateTag(queryClient, 'UserMe');
    expect(await screen.findByText('Ошибка получения информации о пользователе')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Настройки' })).toBeInTheDocument();
  });

  const withInactive = {
    ...mockProfile,
    shops: mockProfile.shops.map((shop, index) =>
      index === 0 ? { ...shop, tokens: [{ category: 'Marketplace', status: 'INACTIVE' as const }] } : shop,
    ),
  };
  const INACTIVE_TOKENS = 'У вас есть неактивные токены, пожалуйста, обновите их';

  it('with inactive tokens warns once for each sign-in, and a mark in the menu stays', async () => {
    mockServer.use(mock(getProfileEndpoint, () => withInactive));
    renderApp(SETTINGS);
    expect(await screen.findByText(INACTIVE_TOKENS)).toBeInTheDocument();
    cleanup();
    act(() => toasts.dismissAll());

    const again = renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    expect(screen.queryByText(INACTIVE_TOKENS)).not.toBeInTheDocument();
    const account = (await liveMenu()).getByRole('button', { name: /Аккаунт.*есть неактивные токены/ });
    account.focus();
    await again.user.keyboard('{Enter}');
    expect(
      await (await liveMenu()).findByRole('link', { name: /Магазины.*есть неактивные токены/ }),
    ).toBeInTheDocument();
  });

  it('with inactive tokens warns again when another one stops working', async () => {
    mockServer.use(mock(getProfileEndpoint, () => withInactive));
    const { queryClient } = renderApp(SETTINGS);
    await screen.findByText(INACTIVE_TOKENS);
    act(() => toasts.dismissAll());
    const worse = withInactive.shops.map((shop) => ({
      ...shop,
      tokens: [...shop.tokens, { category: 'content', status: 'INACTIVE' as const }],
    }));
    mockServer.use(mock(getProfileEndpoint, () => ({ ...withInactive, shops: worse })));
    await invalidateTag(queryClient, 'UserMe');
    expect(await screen.findByText(INACTIVE_TOKENS)).toBeInTheDocument();
  });

  it('with inactive tokens warns once, and the button leads to the shops', async () => {
    mockServer.use(mock(getProfileEndpoint, () => withInactive));
    const { user, queryClient, address } = renderApp(SETTINGS);
    const text = 'У вас есть неактивные токены, пожалуйста, обновите их';
    expect(await screen.findByText(text)).toBeInTheDocument();
    await invalidateTag(queryClient, 'UserMe');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText(text)).toHaveTextContent(new RegExp(`^${text}$`)); // not «×2»
    await user.click(screen.getByRole('button', { name: 'Перейти' }));
    await waitFor(() => expect(address()).toBe('/home/account/shops'));
  });

  it('brings its theme', async () => {
    const settings = { ...mockProfile.settings, theme: 'dark' as const };
    mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, settings })));
    renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });
});

describe('signing out', () => {
  it('tells the server the refresh token, then forgets the user', async () => {
    const told: string[] = [];
    mockServer.use(
      mock(logoutEndpoint, ({ body }) => {
        told.push(body.refresh ?? '');
        return undefined;
      }),
    );
    const { user, address, router } = renderApp(SETTINGS);
    await user.click(await screen.findByRole('button', { name: 'Выйти' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(told).toEqual([mockTokens().refresh]);
    expect(session.getSession()).toMatchObject({ isLoggedIn: false, accessToken: null, refreshToken: null });
    expect(localStorage.getItem('accessToken')).toBeNull();
    await waitFor(() => expect(router.state.location.state).toBeNull());
  });

  it('that fails says «Ошибка выхода из системы» and keeps the session', async () => {
    mockServer.use(mock(logoutEndpoint, () => mockError(400, {})));
    const { user, address } = renderApp(SETTINGS);
    await user.click(await screen.findByRole('button', { name: 'Выйти' }));
    expect(await screen.findByText('Ошибка выхода из системы')).toBeInTheDocument();
    expect(address()).toBe(SETTINGS);
    expect(session.getSession().isLoggedIn).toBe(true);
  });

  it('without a connection offers to sign out on this device', async () => {
    mockServer.use(mock(logoutEndpoint, () => Response.error()));
    const { user, address } = renderApp(SETTINGS);
    await user.click(await screen.findByRole('button', { name: 'Выйти' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ошибка выхода из системы' }));
    mockServer.use(mock(logoutEndpoint, () => undefined));
    await user.click(dialog.getByRole('button', { name: 'Выйти на этом устройстве' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(localStorage.getItem('refreshToken')).toBeNull();
  });

  it('without a connection, and without the code that asks, offers it all the same', async () => {
    vi.doMock('#app/shell/leave-questions.ts', () => {
      throw new Error('Failed to fetch dynamically imported module');
    });
    mockServer.use(mock(logoutEndpoint, () => Response.error()));
    const { user, address } = renderApp(SETTINGS);
    await user.click(await screen.findByRole('button', { name: 'Выйти' }));
    const leave = await screen.findByRole('button', { name: 'Выйти на этом устройстве' });
    vi.doUnmock('#app/shell/leave-questions.ts');
    mockServer.use(mock(logoutEndpoint, () => undefined));
    await user.click(leave);
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(localStorage.getItem('refreshToken')).toBeNull();
  });
});

describe('signing out with unsent changes', () => {
  afterEach(() => void vi.restoreAllMocks());

  async function withUnsentChange() {
    vi.spyOn(connectivity, 'getState').mockReturnValue('offline');
    const app = renderApp(SETTINGS);
    await app.user.click(await screen.findByRole('switch', { name: /Завершённые отправки/ }));
    await screen.findByText('Сохранено на устройстве, ждёт отправки');
    return app;
  }

  it('asks what to do with them', async () => {
    const { user, address } = await withUnsentChange();
    await user.click(screen.getByRole('button', { name: 'Выйти' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Не отправлено 1.изменение/ }));
    expect(dialog.getByRole('button', { name: 'Отправить и выйти' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    expect(address()).toBe(SETTINGS);
    expect(session.getSession().isLoggedIn).toBe(true);
  });

  it('sends them first', async () => {
    const heard: unknown[] = [];
    mockServer.use(
      mock(changeSettingsEndpoint, ({ body }) => {
        heard.push(body);
        return { settings: mockProfile.settings, settingsVersion: 2 };
      }),
    );
    const { user, address } = await withUnsentChange();
    vi.restoreAllMocks();
    await user.click(screen.getByRole('button', { name: 'Выйти' }));
    await user.click(await screen.findByRole('button', { name: 'Отправить и выйти' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(heard).toEqual([{ notifyShipmentFinished: true }]);
  });

  it('gives them up when told to', async () => {
    const { user, address } = await withUnsentChange();
    await user.click(screen.getByRole('button', { name: 'Выйти' }));
    await user.click(await screen.findByRole('button', { name: 'Удалить и выйти' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });
});

describe('signing out with a count that was not sent', () => {
  it('CN-07: asks first; whoever stays has it still, and whoever leaves knows that it goes', async () => {
    const { user, address } = renderApp(SETTINGS);
    const signOut = await screen.findByRole('button', { name: 'Выйти' });
    await userCounts()?.create(newCount('a', 1, null));
    await userCounts()?.change('a', (count) => countPiece(count, { barcode: '1', card: null }, 1_000));
    await user.click(signOut);
    const dialog = within(await screen.findByRole('dialog', { name: 'Есть неотправленный пересчёт' }));
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    expect([address(), session.getSession().isLoggedIn, await unsentCounts()]).toEqual([SETTINGS, true, 1]);
    await user.click(signOut);
    await user.click(await screen.findByRole('button', { name: 'Удалить и выйти' }));
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });
});

describe('the connection', () => {
  afterEach(() => void vi.restoreAllMocks());

  const answered = () => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 });

  it('is shown all the time, and not called good before the server has answered', async () => {
    vi.spyOn(connectivity, 'getState').mockReturnValue('checking');
    renderApp(SETTINGS);
    expect(await screen.findByText('Проверяем связь…')).toBeInTheDocument();
    expect(screen.queryByText('В сети')).not.toBeInTheDocument();
  });

  it('that is proved is called «В сети»', async () => {
    answered();
    renderApp(SETTINGS);
    expect(await screen.findByText('В сети')).toBeInTheDocument();
  });

  it('without a network says of when the data is', async () => {
    vi.spyOn(connectivity, 'getState').mockReturnValue('offline');
    renderApp(SETTINGS);
    expect(await screen.findByText('Нет сети')).toBeInTheDocument();
    expect(await screen.findByText(/данные от \d\d:\d\d/)).toBeInTheDocument();
  });

  it.each([
    ['a gateway in the server’s place', 502, {}, 'Сервер недоступен'],
    [
      'a server that cannot keep up',
      503,
      { detail: ['Подождите'], code: 'unavailable' as const },
      'Сервер занят',
    ],
  ])('with %s says so', async (_, status, body, text) => {
    answered();
    const { queryClient } = renderApp(SETTINGS);
    await screen.findByText('В сети');
    mockServer.use(mock(getProfileEndpoint, () => mockError(status, body)));
    await invalidateTag(queryClient, 'UserMe');
    expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('keys of every screen', () => {
  it('? shows the keys', async () => {
    const { user } = renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Клавиши' })).toBeInTheDocument();
  });

  it('F8 leads to the notices and back', async () => {
    const { user } = renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    const before = screen.getByRole('link', { name: 'Сменить пароль' });
    before.focus();
    await user.keyboard('{F8}');
    expect(before).toHaveFocus();
    act(() => void showToast({ type: 'info', text: 'Сохранено' }));
    await user.keyboard('{F8}');
    expect(screen.getByRole('button', { name: 'Закрыть уведомление' })).toHaveFocus();
    await user.keyboard('{F8}');
    expect(before).toHaveFocus();
  });

  it('of one key alone can be switched off on this device', async () => {
    const { user } = renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    await user.click(screen.getByRole('switch', { name: /Сочетания из одной клавиши/ }));
    const isIgnored = fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true });
    expect(isIgnored).toBe(true);
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Найти экран или карточку' })).toBeInTheDocument();
  });

  it('Ctrl+K finds a screen', async () => {
    const { user, address } = renderApp(SETTINGS);
    await screen.findByRole('heading', { name: 'Настройки' });
    await user.keyboard('{Control>}k{/Control}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Найти экран или карточку' }));
    await user.type(dialog.getByRole('combobox'), 'склад');
    expect(dialog.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/home/account/warehouses'));
  });
});
