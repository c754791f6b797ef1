import { Link } from 'react-router-dom';
import type { LinkProps } from 'react-router-dom';
import { classNames } from '#lib/class-names.ts';

/** A link inside text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={classNames('rounded-sm text-accent-ink underline-offset-2 hover:underline', className)}
    />
  );
}
