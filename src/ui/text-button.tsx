import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface TextButtonProps extends ComponentProps<'button'> {
  icon?: IconName;
}

/** A deed that reads as a link does: beside a label, inside a line of text. */
export function TextButton({ icon, type = 'button', className, children, ...rest }: TextButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        'inline-flex min-h-6 items-center gap-1 rounded-md text-accent-ink underline-offset-2 hover:underline disabled:text-muted',
        className,
      )}
    >
      {icon ? <Icon name={icon} size={14} /> : null}
      {children}
    </button>
  );
}
