import { memo } from 'react';
import type { CardRow, RowDensity } from '#contract/card-list.ts';
import { classNames } from '#lib/class-names.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger, MINUS, NBSP } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Link } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Status } from '#ui/status.tsx';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { keepTextUnselected } from './card-row.tsx';
import { cardLook, stockTone } from './card-state.ts';

/** `h-26` and `h-16`. */
export const CARD_LIST_ROW_HEIGHT_REM: Record<RowDensity, number> = { usual: 6.5, compact: 4 };

interface CardListRowProps {
  card: CardRow | undefined;
  /** Without its card the row says so: nothing is on its way. */
  isMissing: boolean;
  /** Some of it is only on this device. */
  isWaiting: boolean;
  index: number;
  /** Of all that match. */
  count: number;
  isSelected: boolean;
  isActive: boolean;
  isCompact: boolean;
  onToggle: (index: number, isOn: boolean, isRange: boolean) => void;
}

/** The same facts as a table row, for a phone. */
export const CardListRow = memo(function CardListRow({
  card,
  isMissing,
  isWaiting,
  index,
  count,
  isSelected,
  isActive,
  isCompact,
  onToggle,
}: CardListRowProps) {
  const height = isCompact ? 'h-16' : 'h-26';
  const place = { 'aria-posinset': index + 1, 'aria-setsize': count };
  if (!card && isMissing) {
    return (
      <li
        {...place}
        className={`flex items-center border-b border-line-soft px-3 text-sm text-muted ${height}`}
      >
        Нет данных
      </li>
    );
  }
  if (!card) {
    return (
      <li {...place} className={`flex items-center gap-3 border-b border-line-soft px-3 ${height}`}>
        <Skeleton className={isCompact ? 'h-12 w-9' : 'h-16 w-12'} />
        <div className="grow">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      </li>
    );
  }
  const { tone, one } = cardLook(card);
  const status = (
    <Status isOneLine tone={isWaiting ? 'orange' : tone}>
      {isWaiting ? 'На устройстве' : one}
    </Status>
  );
  return (
    <li
      {...place}
      className={classNames(
        'flex items-center gap-3 border-b border-line-soft px-3',
        height,
        isSelected && 'bg-selected',
        isActive && 'shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <Checkbox
        checked={isSelected}
        aria-label={`Выбрать «${card.title || card.vendorCode}»`}
        onChange={(isOn, isShift) => onToggle(index, isOn, isShift)}
        onMouseDown={keepTextUnselected}
      />
      <Link
        to={hrefTo.card({ id: card.id })}
        data-row-link
        data-card={card.id}
        className="flex min-w-0 grow gap-3"
      >
        <CardPhoto src={card.photo} className={isCompact ? 'h-12 w-9 shrink-0' : 'h-16 w-12 shrink-0'} />
        <span className="flex min-w-0 grow flex-col gap-0.5">
          <span className="truncate font-medium">{card.title || 'Без названия'}</span>
          {isCompact ? null : <span className="truncate text-sm text-muted">{card.vendorCode}</span>}
          {/* One line of it: what a narrow screen has no room for is left out whole, and the row keeps its height. */}
          <span
            className={classNames(
              'flex items-center overflow-clip text-sm tabular-nums',
              isCompact ? 'h-6 gap-x-2 whitespace-nowrap' : 'h-4.5 flex-wrap gap-x-3',
            )}
          >
            <span className="font-medium">{formatKopecks(card.finalPriceKopecks)}</span>
            {card.discount > 0 && !isCompact ? (
              <span className="text-muted">{`${MINUS}${card.discount}${NBSP}%`}</span>
            ) : null}
            <span className={stockTone(card.stock) || 'text-muted'}>{formatInteger(card.stock)} шт.</span>
            {isCompact ? <span className="ml-auto min-w-0">{status}</span> : null}
          </span>
          {isCompact ? null : <span>{status}</span>}
        </span>
      </Link>
    </li>
  );
});
