import { Children, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

interface PanelProps {
  title?: ReactNode;
  /** Beside the title, as a badge. */
  note?: ReactNode;
  /** At the right end of the title's line. */
  actions?: ReactNode;
  /** Without inner space, for tables and lists that reach the edges. */
  isFlush?: boolean;
  id?: string;
  /** Of one that screen readers list as a place of its own. */
  'aria-label'?: string;
  className?: string;
  children?: ReactNode;
}

/** A white sheet with a thin line around it. */
export function Panel({ title, note, actions, isFlush = false, className, children, ...rest }: PanelProps) {
  // One that is closed has nothing below its title to stand off: `null` of each condition in it is nothing.
  const hasContent = Children.toArray(children).length > 0;
  return (
    <section
      {...rest}
      // Paper cannot be pressed to open it.
      {...(!hasContent && { 'data-print': 'hide' })}
      className={classNames(
        'min-w-0 rounded-panel border border-line bg-panel',
        !isFlush && 'p-4 md:p-5',
        className,
      )}
    >
      {title || actions ? (
        <div
          className={classNames(
            'flex flex-wrap items-center gap-2',
            isFlush ? 'px-4 pt-4 pb-3 md:px-5' : hasContent && 'mb-4',
          )}
        >
          {title ? <h2 className="text-base">{title}</h2> : null}
          {note}
          {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
        </div>
      ) : null}
      {children}
    </section>
  );
}
