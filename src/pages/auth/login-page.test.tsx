import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import { loginEndpoint } from '#contract/auth.ts';
import { mockPassword, mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

type User = ReturnType<typeof renderApp>['user'];

async function signIn(user: User, password = mockPassword) {
  await user.type(await screen.findByLabelText('Логин'), 'demo');
  await user.type(screen.getByLabelText('Пароль'), password);
  await user.click(screen.getByRole('button', { name: 'Войти' }));
}

describe('signing in', () => {
  it('a guest is sent to the login page and comes back to the page they wanted', async () => {
    const { user, address } = renderApp('/home/account/shops?shop=1&tab=tokens', { user: null });
    await signIn(user);
    await waitFor(() => expect(address()).toBe('/home/account/shops?shop=1&tab=tokens'));
    expect(await screen.findByRole('heading', { name: 'Московский' })).toBeInTheDocument();
  });

  it('without a remembered page signing in leads home, which is the card list', async () => {
    const { user, address } = renderApp('/auth/login', { user: null });
    await signIn(user);
    await waitFor(() => expect(address()).toBe('/home/cards'));
  });

  it('a remembered page of another origin leads home', async () => {
    const { user, router, address } = renderApp('/auth/login', { user: null });
    await router.navigate('/auth/login', { state: { from: '/\\evil.example' } });
    await signIn(user);
    await waitFor(() => expect(address()).toBe('/home/cards'));
  });

  it.each([
    ['the same user comes back to the page where their session ended', mockUser, '/home/account/shops'],
    ['another user does not come to the page of the one before', { ...mockUser, id: 77 }, '/home/cards'],
  ])('%s', async (_name, next, expected) => {
    const { user, address } = renderApp('/home/account/shops');
    await screen.findByRole('heading', { name: 'Магазины' });
    mockServer.use(mock(loginEndpoint, () => mockTokens(next)));
    await act(() => session.endSession('expired'));
    await signIn(user);
    await waitFor(() => expect(address()).toBe(expected));
  });

  it('a signed-in user is sent away from the login page', async () => {
    const { address } = renderApp('/auth/login');
    await waitFor(() => expect(address()).toBe('/home/cards'));
  });

  it('the root of the auth area leads to the login page', async () => {
    const { address } = renderApp('/auth', { user: null });
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  it('a wrong password is told in the page, and nothing is signed in', async () => {
    const { user } = renderApp('/auth/login', { user: null });
    await signIn(user, 'wrong');
    expect(await screen.findByText('Неверный логин и/или пароль')).toBeInTheDocument();
    expect(session.getSession().isLoggedIn).toBe(false);
  });

  it.each([
    ['with the reason that the server gives', ['Слишком длинный логин'], 'Слишком длинный логин'],
    ['with what to look at, when it gives none', [], 'Проверьте логин и пароль'],
  ])('a request that the server refuses is «Неверный запрос» %s', async (_, detail, said) => {
    mockServer.use(mock(loginEndpoint, () => mockError(400, { detail })));
    const { user } = renderApp('/auth/login', { user: null });
    await signIn(user);
    expect(await screen.findByText(`Неверный запрос. ${said}`)).toBeInTheDocument();
  });

  it.each([
    [
      'the server has ended says so, and what is left on the device',
      'expired',
      false,
      /^Сеанс завершён\. .*черновики/,
    ],
    [
      'the server has ended on a foreign device promises nothing',
      'expired',
      true,
      /^Сеанс завершён\. Войдите снова$/,
    ],
    ['has ended in another tab says so', 'other-tab', false, 'Сеанс завершён в другой вкладке'],
  ] as const)('a session that %s', async (_, reason, isForeignDevice, said) => {
    renderApp('/home/account/shops');
    await screen.findByRole('heading', { name: 'Магазины' });
    act(() => session.startSession(mockTokens(), { isForeignDevice }));
    await act(() => session.endSession(reason));
    expect(await screen.findByText(said)).toBeInTheDocument();
  });

  it('whoever signs out here is told nothing, nor is whoever was never in', async () => {
    renderApp('/home/account/shops');
    await screen.findByRole('heading', { name: 'Магазины' });
    await act(() => session.endSession('logout'));
    await screen.findByLabelText('Логин');
    expect(screen.queryByText(/Сеанс завершён/)).toBeNull();
  });

  it('too many attempts show what the server says', async () => {
    mockServer.use(
      mock(loginEndpoint, () => mockError(429, { detail: ['Слишком много попыток, подождите 5 минут'] })),
    );
    const { user } = renderApp('/auth/login', { user: null });
    await signIn(user);
    expect(await screen.findByText('Слишком много попыток, подождите 5 минут')).toBeInTheDocument();
  });

  it('without an answer it says that there is no connection', async () => {
    mockServer.use(mock(loginEndpoint, () => Response.error()));
    const { user } = renderApp('/auth/login', { user: null });
    await signIn(user);
    expect(await screen.findByText(/^Нет связи с сервером/)).toBeInTheDocument();
  });

  it('empty fields are pointed at without a request', async () => {
    const { user } = renderApp('/auth/login', { user: null });
    await user.click(await screen.findByRole('button', { name: 'Войти' }));
    expect(screen.getByText('Введите логин')).toBeInTheDocument();
    expect(screen.getByText('Введите пароль')).toBeInTheDocument();
    expect(screen.getByLabelText('Логин')).toHaveFocus();
  });

  it('the password can be looked at, and password managers know the fields', async () => {
    const { user } = renderApp('/auth/login', { user: null });
    const password = await screen.findByLabelText('Пароль');
    expect(screen.getByLabelText('Логин')).toHaveAttribute('autocomplete', 'username');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Показать пароль' }));
    expect(password).toHaveAttribute('type', 'text');
  });

  it('«Чужой компьютер» is told to the server and kept by the session', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mock(loginEndpoint, ({ body }) => {
        asked.push(body.isForeignDevice);
        return mockTokens();
      }),
    );
    const { user } = renderApp('/auth/login', { user: null });
    await user.click(await screen.findByRole('checkbox', { name: /Чужой компьютер/ }));
    await signIn(user);
    await waitFor(() => expect(session.getSession().isForeignDevice).toBe(true));
    expect(asked).toEqual([true]);
  });

  it('a double press signs in once', async () => {
    let calls = 0;
    mockServer.use(
      mock(loginEndpoint, async () => {
        calls += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
        return mockTokens();
      }),
    );
    const { user } = renderApp('/auth/login', { user: null });
    await user.type(await screen.findByLabelText('Логин'), 'demo');
    await user.type(screen.getByLabelText('Пароль'), mockPassword);
    await user.dblClick(screen.getByRole('button', { name: 'Войти' }));
    await waitFor(() => expect(session.getSession().isLoggedIn).toBe(true));
    expect(calls).toBe(1);
  });
});
