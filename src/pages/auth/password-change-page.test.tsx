import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changePasswordEndpoint } from '#contract/device-sessions.ts';
import { mockPassword } from '#tests/mocks/auth.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { passwordStrength } from './password-strength.tsx';

const PAGE = '/auth/password/change';
const NEW_PASSWORD = 'длинная фраза из слов';

type User = ReturnType<typeof renderApp>['user'];

async function fill(user: User, current: string, next: string, repeated = next) {
  await user.type(await screen.findByLabelText('Текущий пароль'), current);
  await user.type(screen.getByLabelText('Новый пароль'), next);
  await user.type(screen.getByLabelText('Новый пароль ещё раз'), repeated);
  await user.click(screen.getByRole('button', { name: 'Сменить пароль' }));
}

describe('changing the password', () => {
  it('needs a session', async () => {
    const { address } = renderApp(PAGE, { user: null });
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  it('says how many other sessions it ended, and leads back to the settings', async () => {
    const { user } = renderApp(PAGE);
    await fill(user, mockPassword, NEW_PASSWORD);
    expect(await screen.findByText('Другие сеансы завершены: 2')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Вернуться к настройкам' })).toHaveAttribute(
      'href',
      '/home/account/settings',
    );
  });

  it('a wrong current password is told at its field', async () => {
    const { user } = renderApp(PAGE);
    await fill(user, 'not-it', NEW_PASSWORD);
    const field = await screen.findByLabelText('Текущий пароль');
    await waitFor(() => expect(field).toHaveAccessibleDescription('Текущий пароль указан неверно'));
    expect(field).toHaveFocus();
  });

  it('a common password that the server refuses is told at the new one', async () => {
    const detail = 'Этот пароль слишком известен';
    mockServer.use(
      mock(changePasswordEndpoint, () =>
        mockError(400, { detail: [detail], errors: [{ field: 'new_password', detail }] }),
      ),
    );
    const { user } = renderApp(PAGE);
    await fill(user, mockPassword, 'qwertyuiop');
    expect(await screen.findByText(detail)).toBeInTheDocument();
  });

  it.each([
    ['too short', mockPassword, 'корот', 'корот', 'Не короче 8 символов'],
    ['not repeated', mockPassword, NEW_PASSWORD, 'другая фраза', 'Пароли не совпадают'],
    ['the same as now', mockPassword, mockPassword, mockPassword, 'Новый пароль совпадает с текущим'],
  ])('a password that is %s is not sent', async (_case, current, next, repeated, text) => {
    const { user } = renderApp(PAGE);
    await fill(user, current, next, repeated);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByText(/Другие сеансы/)).not.toBeInTheDocument();
  });

  it('typing goes on at the first field that was refused, and after the change at what it says', async () => {
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Сменить пароль' }));
    expect(screen.getByLabelText('Текущий пароль')).toHaveFocus();
    expect(screen.getByLabelText('Новый пароль')).toHaveAccessibleDescription(/Введите новый пароль/);
    await fill(user, mockPassword, 'корот');
    expect(screen.getByLabelText('Новый пароль')).toHaveFocus();
    await user.type(screen.getByLabelText('Новый пароль'), 'кая фраза');
    await user.type(screen.getByLabelText('Новый пароль ещё раз'), 'кая фраза{Enter}');
    expect(await screen.findByText(/^Другие сеансы завершены/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Пароль изменён' })).toHaveFocus();
  });

  it('managers are told which password is new', async () => {
    renderApp(PAGE);
    expect(await screen.findByLabelText('Текущий пароль')).toHaveAttribute(
      'autocomplete',
      'current-password',
    );
    expect(screen.getByLabelText('Новый пароль')).toHaveAttribute('autocomplete', 'new-password');
  });
});

describe('the strength of a password', () => {
  it.each([
    ['1234567', 0],
    ['12345678', 1],
    ['a'.repeat(12), 2],
    ['a'.repeat(15), 3],
  ])('grows with the length alone: %s', (password, level) => {
    expect(passwordStrength(password).level).toBe(level);
  });

  it('says how much is missing', () => {
    expect(passwordStrength('123456').text).toBe('Ещё 2\u00a0символа');
  });
});
