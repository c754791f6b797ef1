import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { CardRow } from '#contract/card-list.ts';
import { classNames } from '#lib/class-names.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger, MINUS, NBSP } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Status } from '#ui/status.tsx';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { keepTextUnselected, stockTone } from './card-row.tsx';
import { cardLook } from './card-state.ts';

/** `h-26`. */
export const CARD_LIST_ROW_HEIGHT_REM = 6.5;

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
  onToggle,
}: CardListRowProps) {
  const place = { 'aria-posinset': index + 1, 'aria-setsize': count };
  if (!card && isMissing) {
    return (
      <li {...place} className="flex h-26 items-center border-b border-line-soft px-3 text-sm text-muted">
        Нет данных
      </li>
    );
  }
  if (!card) {
    return (
      <li {...place} className="flex h-26 items-center gap-3 border-b border-line-soft px-3">
        <Skeleton className="h-16 w-12" />
        <div className="grow">
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="mt-2 h-3 w-1/2" />
        </div>
      </li>
    );
  }
  const { tone, one } = cardLook(card);
  return (
    <li
      {...place}
      className={classNames(
        'flex h-26 items-center gap-3 border-b border-line-soft px-3',
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
      <Link to={hrefTo.card({ id: card.id })} data-row-link className="flex min-w-0 grow gap-3">
        <CardPhoto src={card.photo} className="h-16 w-12 shrink-0" />
        <span className="flex min-w-0 grow flex-col gap-0.5">
          <span className="truncate font-medium">{card.title || 'Без названия'}</span>
          <span className="truncate text-sm text-muted">{card.vendorCode}</span>
          {/* One line of it: what a narrow screen has no room for is left out whole, and the row keeps its height. */}
          <span className="flex h-4.5 flex-wrap items-center gap-x-3 overflow-clip text-sm tabular-nums">
            <span className="font-medium">{formatKopecks(card.finalPriceKopecks)}</span>
            {card.discount > 0 ? (
              <span className="text-muted">{`${MINUS}${card.discount}${NBSP}%`}</span>
            ) : null}
            <span className={stockTone(card.stock) || 'text-muted'}>{formatInteger(card.stock)} шт.</span>
          </span>
          <span>
            <Status isOneLine tone={isWaiting ? 'orange' : tone}>
              {isWaiting ? 'На устройстве' : one}
            </Status>
          </span>
        </span>
      </Link>
    </li>
  );
});
