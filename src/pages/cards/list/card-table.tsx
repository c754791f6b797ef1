import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CardOrdering } from '#contract/card-list.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { DataTable, HeadCell, type SortDirection } from '#ui/data-table.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { VirtualList, VirtualTableBody, type VirtualRowsHandle } from '#ui/virtual-rows.tsx';
import { PAGE_SIZE } from './card-list-reads.ts';
import { CARD_LIST_ROW_HEIGHT_REM, CardListRow } from './card-list-row.tsx';
import { cardColumns, firstOrdering, type OrdersByCard, type SortField } from './card-columns.tsx';
import type { CardListLook } from './card-list-look.ts';
import { CARD_ROW_HEIGHT_REM, CardTableRow } from './card-row.tsx';
import { chosenCount, isChosen, NOTHING_CHOSEN, setCards, type ChosenCards } from './card-selection.ts';
import type { ShopsById } from '#parts/cards/shop-badges.tsx';
import { hrefTo } from '#lib/paths.ts';
import { useActiveRow } from './use-active-row.ts';
import { shownColumns } from './shown-columns.ts';
import type { CardWindow } from './use-card-window.ts';
import { useToggleRow } from './use-toggle-row.ts';

/** Of use to those alone who show its column. */
const RecentOrders = lazy(async () => ({ default: (await import('./recent-orders.tsx')).RecentOrders }));

/** Rows drawn while the first answer is on its way. */
const FIRST_LOAD_ROWS = 12;

interface CardTableProps {
  window: CardWindow;
  look: CardListLook;
  ordering: CardOrdering;
  onOrderingChange: (ordering: CardOrdering) => void;
  /** May be about to be asked for. */
  onOrderingAhead: (ordering: CardOrdering) => void;
  chosen: ChosenCards;
  onChoose: (chosen: ChosenCards) => void;
  shops: ShopsById;
}

export function CardTable({
  window,
  look,
  ordering,
  onOrderingChange,
  onOrderingAhead,
  chosen,
  onChoose,
  shops,
}: CardTableProps) {
  const isCompact = look.density === 'compact';
  // The same from one drawing to the next: rows are drawn again when they are others.
  const columns = useMemo(() => shownColumns(look.columns), [look.columns]);
  // In rem, as the rows are: a large font makes a wide window narrow.
  const isWide = useMediaQuery('(min-width: 48rem)');
  const [orders, setOrders] = useState<OrdersByCard>(new Map());
  const handle = useRef<VirtualRowsHandle>(null);
  const navigate = useNavigate();
  const count = window.shownCount ?? FIRST_LOAD_ROWS;
  const open = useCallback(
    (id: number, field?: string) => void navigate(hrefTo.card({ id, ...(field && { field }) })),
    [navigate],
  );
  const toggle = useToggleRow(window, chosen, onChoose);
  const { activeIndex, frameRef } = useActiveRow(window, handle, {
    hasChosen: chosenCount(chosen) > 0,
    onToggle: (index, isRange) => {
      const card = window.rowAt(index);
      if (card) toggle(index, isRange || !isChosen(chosen, card.id), isRange);
    },
    onOpen: (index) => {
      const card = window.rowAt(index);
      if (card) open(card.id);
    },
  });

  const rowOf = (index: number) => {
    const card = window.rowAt(index);
    return {
      card,
      index,
      isMissing: window.isCutOff,
      isWaiting: card !== undefined && window.isWaiting(card.id),
      isSelected: card !== undefined && isChosen(chosen, card.id),
      isActive: index === activeIndex,
      isCompact,
      onToggle: toggle,
    };
  };

  const loaded = window.loadedIds;
  const rowsClass = window.isPrevious ? 'opacity-60 transition-opacity' : '';
  if (!isWide) {
    return (
      <div
        ref={frameRef}
        aria-busy={window.isFetching}
        className={`overflow-clip rounded-panel border border-line bg-panel ${rowsClass}`}
      >
        <VirtualList
          label="Карточки"
          count={count}
          rowHeightRem={CARD_LIST_ROW_HEIGHT_REM[look.density]}
          isInert={window.isPrevious}
          onRangeChange={window.onRangeChange}
          handleRef={handle}
          renderRow={(index) => <CardListRow {...rowOf(index)} count={count} />}
        />
      </div>
    );
  }

  const chosenHere = loaded.filter((id) => isChosen(chosen, id)).length;
  const isAllHere = loaded.length > 0 && chosenHere === loaded.length;
  const sortBy = (field: SortField) => ({
    sort: sortDirection(ordering, field),
    onSort: () => onOrderingChange(nextOrdering(ordering, field)),
    onPointerEnter: () => onOrderingAhead(nextOrdering(ordering, field)),
  });
  return (
    <>
      {look.columns.includes('orders') ? (
        <Suspense fallback={null}>
          <RecentOrders loadedIds={loaded} pageSize={PAGE_SIZE} onChange={setOrders} />
        </Suspense>
      ) : null}
      <DataTable
        label="Карточки"
        ref={frameRef}
        aria-rowcount={count + 1}
        aria-busy={window.isFetching}
        className={`table-fixed ${rowsClass}`}
      >
        <colgroup>
          <col className="w-10" />
          <col className="w-13" />
          <col />
          {columns.map(({ id, className }) => (
            <col key={id} className={className} style={{ width: `${cardColumns[id].widthRem}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <HeadCell className="pr-0 pl-3">
              <Checkbox
                checked={isAllHere}
                isIndeterminate={chosenHere > 0 && !isAllHere}
                aria-label="Выбрать загруженные карточки"
                disabled={loaded.length === 0}
                onChange={(isOn) => onChoose(isOn ? setCards(chosen, loaded, true) : NOTHING_CHOSEN)}
              />
            </HeadCell>
            <HeadCell>
              <span className="sr-only">Фото</span>
            </HeadCell>
            <HeadCell {...sortBy('title')}>Карточка</HeadCell>
            {columns.map(({ id, className }) => {
              const { title, align, sortField } = cardColumns[id];
              return (
                <HeadCell
                  key={id}
                  {...(align && { align })}
                  {...(sortField && sortBy(sortField))}
                  className={className}
                >
                  {title}
                </HeadCell>
              );
            })}
          </tr>
        </thead>
        <VirtualTableBody
          count={count}
          rowHeightRem={CARD_ROW_HEIGHT_REM[look.density]}
          isInert={window.isPrevious}
          onRangeChange={window.onRangeChange}
          handleRef={handle}
          renderRow={(index) => {
            const row = rowOf(index);
            const known = row.card && orders.get(row.card.id);
            return (
              <CardTableRow {...row} columns={columns} shops={shops} orders={known ?? null} onOpen={open} />
            );
          }}
        />
      </DataTable>
    </>
  );
}

function sortDirection(ordering: CardOrdering, field: SortField): SortDirection | null {
  if (ordering === field) return 'asc';
  return ordering === `-${field}` ? 'desc' : null;
}

function nextOrdering(ordering: CardOrdering, field: SortField): CardOrdering {
  if (ordering === field) return `-${field}`;
  if (ordering === `-${field}`) return field;
  return firstOrdering(field);
}
