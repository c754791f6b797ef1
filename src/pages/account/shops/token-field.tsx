import type { ReactNode } from 'react';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';

const MAX_TOKEN_LENGTH = 4096;

interface TokenFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
}

/** A token is pasted, never typed: line breaks and spaces that came along are dropped. */
export function TokenField({ value, onChange, error }: TokenFieldProps) {
  return (
    <Field
      label="Токен Wildberries"
      error={error}
      isRequired
      hint="Кабинет продавца → Профиль → Интеграции по API. Токен проверим, зашифруем и больше не покажем."
    >
      <TextArea
        value={value}
        onChange={(text) => onChange(text.replace(/\s+/g, ''))}
        maxRows={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono break-all"
      />
    </Field>
  );
}

/** What is wrong with a pasted text before anybody else looks at it. */
export function tokenTextError(token: string): string | undefined {
  if (token === '') return 'Вставьте токен';
  if (token.length > MAX_TOKEN_LENGTH) return 'Это не похоже на токен Wildberries';
  return undefined;
}
