import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, errorTexts } from '#api/http/api-error.ts';
import { useLogin } from '#api/auth.ts';
import { useSession } from '#api/session/session.ts';
import type { Session } from '#api/session/session-store.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { ChatLink } from './chat-link.tsx';

/** Signing in. Where to go next is the guards' business: this page disappears once there is a session. */
export function LoginPage() {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [isForeignDevice, setForeignDevice] = useState(false);
  const [hasTried, setTried] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const signIn = useLogin();
  const endText = sessionEndText(useSession());

  const loginError = hasTried && login.trim() === '' ? 'Введите логин' : undefined;
  const passwordError = hasTried && password === '' ? 'Введите пароль' : undefined;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (login.trim() === '' || password === '') {
      formRef.current
        ?.querySelector<HTMLInputElement>(login.trim() === '' ? '[name=login]' : '[name=password]')
        ?.focus();
      return;
    }
    if (!signIn.isPending) signIn.mutate({ login: login.trim(), password, isForeignDevice });
  };

  return (
    <>
      <form
        ref={formRef}
        onSubmit={submit}
        noValidate
        className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-6"
      >
        <h1 className="text-2xl">Вход</h1>
        {signIn.error ? (
          <div role="alert">
            <Notice tone="error">{loginErrorText(signIn.error)}</Notice>
          </div>
        ) : null}
        {endText && !signIn.error ? <Notice tone="info">{endText}</Notice> : null}
        <Field label="Логин" error={loginError}>
          <TextInput
            name="login"
            value={login}
            onChange={setLogin}
            autoComplete={isForeignDevice ? 'off' : 'username'}
            autoCapitalize="none"
            spellCheck={false}
            // The page has one purpose, and this is its first step.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
        </Field>
        <Field label="Пароль" error={passwordError}>
          <PasswordInput
            name="password"
            value={password}
            onChange={setPassword}
            autoComplete={isForeignDevice ? 'off' : 'current-password'}
          />
        </Field>
        <Checkbox
          checked={isForeignDevice}
          onChange={setForeignDevice}
          label="Чужой компьютер"
          hint="После выхода или закрытия вкладки здесь ничего не останется"
        />
        <Button type="submit" variant="primary" size="lg" loading={signIn.isPending}>
          Войти
        </Button>
      </form>
      <ChatLink />
    </>
  );
}

/** The specification's words for what the server refuses; the rest says what to do. */
function loginErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Неизвестная ошибка';
  if (error.isNetworkError) return 'Нет связи с сервером. Проверьте подключение и попробуйте ещё раз';
  if (error.status === 401) return 'Неверный логин и/или пароль';
  if (error.status === 400)
    return ['Неверный запрос', ...errorTexts(error, 'Проверьте логин и пароль')].join('. ');
  return errorTexts(error, 'Сервер недоступен. Попробуйте через минуту').join('. ');
}

/** Why the page that somebody worked on is the sign-in now. Whoever signed out here knows. */
function sessionEndText({ ended }: Session): string | null {
  if (ended?.reason === 'other-tab') return 'Сеанс завершён в другой вкладке';
  if (ended?.reason !== 'expired') return null;
  return ended.isForeignDevice
    ? 'Сеанс завершён. Войдите снова'
    : 'Сеанс завершён. Войдите снова: черновики и то, что ждёт отправки, остались на этом устройстве';
}
