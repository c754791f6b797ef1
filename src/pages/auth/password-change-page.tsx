import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, errorTexts } from '#api/http/api-error.ts';
import { useChangePassword } from '#api/device-sessions.ts';
import { useSession } from '#api/session/session.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/device-sessions.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { paths } from '#lib/paths.ts';
import { PasswordStrength } from './password-strength.tsx';

export function PasswordChangePage() {
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [hasTried, setTried] = useState(false);
  const change = useChangePassword();

  const formRef = useRef<HTMLFormElement>(null);

  if (change.data) return <PasswordChanged endedSessions={change.data.endedSessions} />;

  const wrong = formErrors(current, next, repeated);
  const refused = change.error && !change.isPending ? serverErrors(change.error) : {};

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    focusFirst(formRef.current, wrong);
    if (Object.keys(wrong).length > 0 || change.isPending) return;
    change.mutate(
      { currentPassword: current, newPassword: next },
      { onError: (error) => focusFirst(formRef.current, serverErrors(error)) },
    );
  };
  const shown = hasTried ? { ...refused, ...wrong } : {};

  return (
    <form
      ref={formRef}
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-6"
    >
      <div>
        <h1 className="text-2xl">Смена пароля</h1>
        <p className="mt-1 text-ink-2">
          Остальные сеансы завершатся: на других устройствах нужно будет войти заново.
        </p>
      </div>
      {shown.form ? (
        <div role="alert">
          <Notice tone="error">{shown.form}</Notice>
        </div>
      ) : null}
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={user?.login ?? ''} readOnly hidden />
      <Field label="Текущий пароль" error={shown.current}>
        <PasswordInput name="current" value={current} onChange={setCurrent} autoComplete="current-password" />
      </Field>
      <Field label="Новый пароль" error={shown.next} hint={<PasswordStrength password={next} />}>
        <PasswordInput name="next" value={next} onChange={setNext} autoComplete="new-password" />
      </Field>
      <Field label="Новый пароль ещё раз" error={shown.repeated}>
        <PasswordInput name="repeated" value={repeated} onChange={setRepeated} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={change.isPending}>
        Сменить пароль
      </Button>
      <TextLink to={paths.settings} isAlone className="self-center">
        Вернуться к настройкам
      </TextLink>
    </form>
  );
}

function PasswordChanged({ endedSessions }: { endedSessions: number }) {
  // The button that was pressed is gone with the form.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div aria-live="polite" className="flex flex-col gap-4 rounded-panel border border-line bg-panel p-6">
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Пароль изменён
      </h1>
      <p>Другие сеансы завершены: {endedSessions}</p>
      <LinkButton to={paths.settings} variant="primary" size="lg">
        Вернуться к настройкам
      </LinkButton>
    </div>
  );
}

interface Errors {
  current?: string;
  next?: string;
  repeated?: string;
  form?: string;
}

/** Typing goes on at the first field that was refused. */
function focusFirst(form: HTMLFormElement | null, errors: Errors): void {
  const name = (['current', 'next', 'repeated'] as const).find((field) => errors[field] !== undefined);
  if (name) form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}

function formErrors(current: string, next: string, repeated: string): Errors {
  return {
    ...(current === '' ? { current: 'Введите текущий пароль' } : {}),
    ...(next.length < PASSWORD_MIN_LENGTH ? { next: 'Не короче 8 символов' } : {}),
    ...(next === '' ? { next: 'Введите новый пароль' } : {}),
    ...(next.length > PASSWORD_MAX_LENGTH ? { next: 'Не длиннее 128 символов' } : {}),
    ...(next !== '' && next === current ? { next: 'Новый пароль совпадает с текущим' } : {}),
    ...(repeated !== next ? { repeated: 'Пароли не совпадают' } : {}),
  };
}

function serverErrors(error: unknown): Errors {
  if (!(error instanceof ApiError)) return { form: 'Неизвестная ошибка' };
  if (error.isNetworkError)
    return { form: 'Нет связи с сервером. Проверьте подключение и попробуйте ещё раз' };
  const ofField = (name: string) => error.fieldErrors.find(({ field }) => field === name)?.detail;
  const current =
    ofField('currentPassword') ?? (error.code === 'wrong_credentials' ? error.detail[0] : undefined);
  const next = ofField('newPassword');
  if (current === undefined && next === undefined) {
    return { form: errorTexts(error, 'Ошибка смены пароля').join('. ') };
  }
  return { ...(current === undefined ? {} : { current }), ...(next === undefined ? {} : { next }) };
}
