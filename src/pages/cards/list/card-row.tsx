import { memo, type MouseEvent } from 'react';
import type { CardRow, RowDensity } from '#contract/card-list.ts';
import { classNames } from '#lib/class-names.ts';
import { hrefTo } from '#lib/paths.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Cell, Row } from '#ui/data-table.tsx';
import { Link } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import type { ShopsById } from '#parts/cards/shop-badges.tsx';
import { cardColumns } from './card-columns.tsx';
import type { ShownColumn } from './shown-columns.ts';

/** `h-16` and `h-10`. */
export const CARD_ROW_HEIGHT_REM: Record<RowDensity, number> = { usual: 4, compact: 2.5 };

interface CardTableRowProps {
  card: CardRow | undefined;
  /** Without its card the row says so: nothing is on its way. */
  isMissing: boolean;
  /** Some of it is only on this device. */
  isWaiting: boolean;
  index: number;
  isSelected: boolean;
  isActive: boolean;
  isCompact: boolean;
  columns: readonly ShownColumn[];
  shops: ShopsById;
  /** Of the last days; null while it is not known. */
  orders: number | null;
  onToggle: (index: number, isOn: boolean, isRange: boolean) => void;
  onOpen: (id: number, field?: string) => void;
}

/** Rows are cheap: plain cells of a fixed height, drawn again only when their card, choice or columns change. */
export const CardTableRow = memo(function CardTableRow(props: CardTableRowProps) {
  const { card, index, isSelected, isActive, isCompact, columns, onToggle, onOpen } = props;
  if (!card) return <EmptyRow {...props} />;
  return (
    <Row
      aria-rowindex={index + 2}
      isSelected={isSelected}
      isActive={isActive}
      onOpen={(event) => onOpen(card.id, fieldAt(event))}
      // Each row is painted by itself: of a list that scrolls only the rows that come are painted, not all that are there.
      className={isCompact ? 'isolate h-10' : 'isolate h-16'}
    >
      <Cell className="pr-0 pl-3">
        <Checkbox
          checked={isSelected}
          aria-label={`Выбрать «${card.title || card.vendorCode}»`}
          onChange={(isOn, isShift) => onToggle(index, isOn, isShift)}
          onMouseDown={keepTextUnselected}
        />
      </Cell>
      <Cell className={isCompact ? 'px-2 py-0!' : 'px-2'}>
        <CardPhoto src={card.photo} {...(isCompact && { className: 'mx-auto h-8 w-6' })} />
      </Cell>
      <Cell>
        <div className={isCompact ? 'flex items-center gap-2' : ''}>
          <CardLink card={card} />
          <div
            className={classNames(
              'flex min-w-0 items-center gap-1 text-sm text-muted',
              // A title cut short still says something.
              isCompact && 'max-w-44 shrink-0',
            )}
          >
            <span className="truncate">{card.vendorCode}</span>
            {card.nmId && !isCompact ? (
              <>
                {/* Where both do not fit, the seller's own code stays whole. */}
                <span className="before:mr-1 before:content-['·'/''] max-xl:hidden">{card.nmId}</span>
                <CopyButton text={String(card.nmId)} what="артикул WB" className="max-xl:hidden" />
              </>
            ) : null}
          </div>
        </div>
      </Cell>
      {columns.map(({ id, className }) => {
        const column = cardColumns[id];
        return (
          <Cell
            key={id}
            {...(column.align && { align: column.align })}
            {...(column.field && { 'data-opens': column.field })}
            className={classNames(
              className,
              column.className,
              column.toneOf?.(card),
              column.field && 'hover:text-accent-ink',
            )}
          >
            {column.cell(card, props)}
          </Cell>
        );
      })}
    </Row>
  );
});

/** The editor's field that the pressed cell shows. */
function fieldAt({ target }: MouseEvent): string | undefined {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-opens]')?.dataset['opens']
    : undefined;
}

function CardLink({ card }: { card: CardRow }) {
  return (
    <Link
      to={hrefTo.card({ id: card.id })}
      data-row-link
      data-card={card.id}
      className="block truncate font-medium hover:text-accent-ink"
      title={card.title}
    >
      {card.title || 'Без названия'}
    </Link>
  );
}

function EmptyRow({ index, isMissing, isCompact, columns }: CardTableRowProps) {
  const row = { 'aria-rowindex': index + 2, className: isCompact ? 'h-10' : 'h-16' };
  const place = (isWide: boolean) =>
    isMissing ? null : <Skeleton className={isWide ? 'h-3.5 w-3/5' : 'h-3 w-2/3'} />;
  return (
    <tr {...row} {...(!isMissing && { 'aria-label': 'Загружается' })}>
      <Cell />
      <Cell className={isCompact ? 'px-2 py-0!' : 'px-2'}>
        {isMissing ? null : <Skeleton className={isCompact ? 'mx-auto h-8 w-6' : 'h-12 w-9'} />}
      </Cell>
      <Cell className="text-sm text-muted">{isMissing ? 'Нет данных' : place(true)}</Cell>
      {columns.map(({ id, className }) => (
        <Cell key={id} className={className}>
          {place(false)}
        </Cell>
      ))}
    </tr>
  );
}

/** A press with Shift chooses a range of rows; the browser would select the text between as well. */
export function keepTextUnselected(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
