import { classNames } from '#lib/class-names.ts';
import { Link, type LinkProps } from './link.tsx';

interface TextLinkProps extends LinkProps {
  /** Stands by itself, as in the cell of a table: there is no text around it to be told from. */
  isAlone?: boolean;
}

/** A link inside text: underlined, as its colour alone does not tell it from the words around. */
export function TextLink({ isAlone = false, className, ...rest }: TextLinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(
        'rounded-sm text-accent-ink underline-offset-2',
        isAlone ? 'hover:underline' : 'underline',
        className,
      )}
    />
  );
}
