import { useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';
import { TextInput } from './text-input.tsx';
import type { TextInputProps } from './text-input.tsx';

/** A password that can be looked at. Give `autoComplete`, so that password managers know which one it is. */
export function PasswordInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={classNames('relative min-w-0', className)}>
      <TextInput
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type={isShown ? 'text' : 'password'}
        className="pr-10"
      />
      <button
        type="button"
        aria-label="Показать пароль"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-1/2 right-1.5 inline-flex size-7 -translate-y-1/2 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} />
      </button>
    </div>
  );
}
