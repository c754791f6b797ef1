import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Icon } from './icon.tsx';

type CellAlign = 'start' | 'end' | 'center';

const ALIGN: Record<CellAlign, string> = { start: 'text-left', end: 'text-right', center: 'text-center' };

interface DataTableProps extends ComponentProps<'table'> {
  /** Says what the table holds. */
  label: string;
  /**
   * "page": the head sticks to the window while the page scrolls, and the table must fit the page's width.
   * "inside": the table scrolls both ways in its own frame.
   */
  scroll?: 'page' | 'inside';
  frameClassName?: string;
}

/** A framed table. Inside stand `<thead>`, `<tbody>` (or VirtualTableBody), HeadCell, Row and Cell. */
export function DataTable({
  label,
  scroll = 'page',
  frameClassName,
  className,
  children,
  ...rest
}: DataTableProps) {
  const isInside = scroll === 'inside';
  return (
    <div
      // A frame that scrolls must be reachable by the keyboard, if its table is not.
      {...(isInside && rest.tabIndex === undefined
        ? { tabIndex: 0, role: 'region', 'aria-label': label }
        : {})}
      className={classNames(
        'min-w-0 rounded-panel border border-line bg-panel',
        isInside ? 'overflow-auto [--sticky-top:0px]' : 'overflow-clip',
        frameClassName,
      )}
    >
      <table
        {...rest}
        aria-label={label}
        className={classNames('w-full border-separate border-spacing-0 tabular-nums', className)}
      >
        {children}
      </table>
    </div>
  );
}

export type SortDirection = 'asc' | 'desc';

interface HeadCellProps extends Omit<ComponentProps<'th'>, 'align'> {
  align?: CellAlign;
  /** How the table is sorted by this column; null when by another. Makes the head a button. */
  sort?: SortDirection | null;
  onSort?: () => void;
}

export function HeadCell({ align = 'start', sort, onSort, className, children, ...rest }: HeadCellProps) {
  return (
    <th
      {...rest}
      scope="col"
      {...(sort ? { 'aria-sort': sort === 'asc' ? ('ascending' as const) : ('descending' as const) } : {})}
      className={classNames(
        'sticky top-(--sticky-top) z-1 h-10 border-b border-line bg-sunken px-3 text-sm font-medium whitespace-nowrap text-muted',
        ALIGN[align],
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            'inline-flex min-h-6 items-center gap-1 rounded-md font-medium hover:text-ink',
            sort && 'text-ink',
            align === 'end' && 'flex-row-reverse',
          )}
        >
          {children}
          <Icon
            name={sort === 'asc' ? 'arrow-up' : 'arrow-down'}
            size={12}
            className={sort ? '' : 'opacity-0 in-[button:hover]:opacity-50'}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

interface RowProps extends ComponentProps<'tr'> {
  isSelected?: boolean;
  /** The keyboard's place in the list. */
  isActive?: boolean;
  /** A press anywhere on the row but on its controls. The row must hold a real link or button to the same place. */
  onOpen?: (event: MouseEvent<HTMLElement>) => void;
}

export function Row({ isSelected = false, isActive = false, onOpen, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      {...(isSelected ? { 'data-selected': true } : {})}
      onClick={(event) => {
        rest.onClick?.(event);
        if (onOpen && isPressOnRow(event)) onOpen(event);
      }}
      className={classNames(
        'group/row',
        isSelected ? 'bg-selected' : 'hover:bg-sunken',
        isActive &&
          'shadow-[inset_2px_0_var(--accent)] forced-colors:outline-2 forced-colors:-outline-offset-2',
        onOpen && 'cursor-pointer',
        className,
      )}
    />
  );
}

interface CellProps extends Omit<ComponentProps<'td'>, 'align'> {
  align?: CellAlign;
}

export function Cell({ align = 'start', className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        'h-10 border-b border-line-soft px-3 py-1.5 group-last/row:border-b-0',
        ALIGN[align],
        align === 'end' && 'whitespace-nowrap',
        className,
      )}
    />
  );
}

/** Two lines of a cell: what matters, and below it smaller what helps. */
export function TwoLines({ main, below }: { main: ReactNode; below: ReactNode }) {
  return (
    <>
      <div className="truncate">{main}</div>
      <div className="truncate text-sm text-muted">{below}</div>
    </>
  );
}

/** True for a plain press on the row itself: not on a control, not while selecting text, not from a dialog opened in it. */
export function isPressOnRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest('a, button, input, select, textarea, label, summary, [popover], [role="menuitem"]'))
    return false;
  return window.getSelection()?.isCollapsed ?? true;
}
