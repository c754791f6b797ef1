import { memo, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { LOW_STOCK_MAX } from '#contract/card-rules.ts';
import type { CardRow } from '#contract/card-list.ts';
import { formatAgo } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatInteger, MINUS, NBSP } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Cell, Row } from '#ui/data-table.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Status } from '#ui/status.tsx';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { cardLook } from './card-state.ts';
import { ShopBadges, type ShopsById } from '#parts/cards/shop-badges.tsx';

/** `h-16`. */
export const CARD_ROW_HEIGHT_REM = 4;
/** The columns after the title, from the subject to the time: which of them a narrower screen hides. */
const LATER_COLUMNS = ['max-xl:hidden', '', 'max-lg:hidden', '', 'max-lg:hidden', '', 'max-xl:hidden'];

interface CardTableRowProps {
  card: CardRow | undefined;
  /** Without its card the row says so: nothing is on its way. */
  isMissing: boolean;
  /** Some of it is only on this device. */
  isWaiting: boolean;
  index: number;
  isSelected: boolean;
  isActive: boolean;
  shops: ShopsById;
  onToggle: (index: number, isOn: boolean, isRange: boolean) => void;
  onOpen: (id: number) => void;
}

/** Rows are cheap: plain cells of a fixed height, drawn again only when their card or choice changes. */
export const CardTableRow = memo(function CardTableRow(props: CardTableRowProps) {
  const { card, isMissing, isWaiting, index, isSelected, isActive, shops, onToggle, onOpen } = props;
  if (!card) return <EmptyRow index={index} isMissing={isMissing} />;
  const { tone, one } = cardLook(card);
  return (
    <Row
      aria-rowindex={index + 2}
      isSelected={isSelected}
      isActive={isActive}
      onOpen={() => onOpen(card.id)}
      // Each row is painted by itself: of a list that scrolls only the rows that come are painted, not all that are there.
      className="isolate h-16"
    >
      <Cell className="pr-0 pl-3">
        <Checkbox
          checked={isSelected}
          aria-label={`Выбрать «${card.title || card.vendorCode}»`}
          onChange={(isOn, isShift) => onToggle(index, isOn, isShift)}
          onMouseDown={keepTextUnselected}
        />
      </Cell>
      <Cell className="px-2">
        <CardPhoto src={card.photo} />
      </Cell>
      <Cell>
        <Link
          to={hrefTo.card({ id: card.id })}
          data-row-link
          className="block truncate font-medium hover:text-accent-ink"
          title={card.title}
        >
          {card.title || 'Без названия'}
        </Link>
        <div className="flex min-w-0 items-center gap-1 text-sm text-muted">
          <span className="truncate">{card.vendorCode}</span>
          {card.nmId ? (
            <>
              {/* Where both do not fit, the seller's own code stays whole. */}
              <span className="before:mr-1 before:content-['·'/''] max-lg:hidden">{card.nmId}</span>
              <CopyButton text={String(card.nmId)} what="артикул WB" className="max-lg:hidden" />
            </>
          ) : null}
        </div>
      </Cell>
      <Cell className="max-xl:hidden">
        <div className="truncate">{card.subjectName}</div>
        <div className="truncate text-sm text-muted">{card.brand || 'Нет бренда'}</div>
      </Cell>
      <Cell align="end">
        <div className="font-medium">{formatKopecks(card.finalPriceKopecks)}</div>
        {card.discount > 0 ? <s className="text-sm text-muted">{formatKopecks(card.priceKopecks)}</s> : null}
      </Cell>
      <Cell align="end" className="max-lg:hidden">
        {card.discount > 0 ? `${MINUS}${card.discount}${NBSP}%` : '—'}
      </Cell>
      <Cell align="end" className={stockTone(card.stock)}>
        {formatInteger(card.stock)}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:hidden">
        <ShopBadges shopIds={card.shopIds} shops={shops} />
      </Cell>
      <Cell>
        {isWaiting ? <Status tone="orange">На устройстве</Status> : <Status tone={tone}>{one}</Status>}
      </Cell>
      <Cell className="truncate text-muted max-xl:hidden">{formatAgo(card.updatedAt)}</Cell>
    </Row>
  );
});

function EmptyRow({ index, isMissing }: { index: number; isMissing: boolean }) {
  if (isMissing) {
    return (
      <tr aria-rowindex={index + 2} className="h-16">
        <Cell />
        <Cell />
        <Cell className="text-sm text-muted">Нет данных</Cell>
        {LATER_COLUMNS.map((className, index) => (
          <Cell key={index} className={className} />
        ))}
      </tr>
    );
  }
  return (
    <tr aria-rowindex={index + 2} aria-label="Загружается" className="h-16">
      <Cell />
      <Cell className="px-2">
        <Skeleton className="h-12 w-9" />
      </Cell>
      <Cell>
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="mt-2 h-3 w-2/5" />
      </Cell>
      {LATER_COLUMNS.map((className, index) => (
        <Cell key={index} className={className}>
          <Skeleton className="h-3 w-2/3" />
        </Cell>
      ))}
    </tr>
  );
}

/** A press with Shift chooses a range of rows; the browser would select the text between as well. */
export function keepTextUnselected(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

export function stockTone(stock: number): string {
  if (stock === 0) return 'font-medium text-red';
  return stock <= LOW_STOCK_MAX ? 'font-medium text-orange' : '';
}
