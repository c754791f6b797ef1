import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CardOrdering } from '#contract/cards.ts';
import { useListKeys } from '#pages/use-list-keys.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { DataTable, HeadCell, type SortDirection } from '#ui/data-table.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { VirtualList, VirtualTableBody, type VirtualRowsHandle } from '#ui/virtual-rows.tsx';
import { CARD_LIST_ROW_HEIGHT_PX, CardListRow } from './card-list-row.tsx';
import { CARD_ROW_HEIGHT_PX, CardTableRow } from './card-row.tsx';
import { addCards, isChosen, NOTHING_CHOSEN, toggleCard, type ChosenCards } from './card-selection.ts';
import type { ShopsById } from './shop-badges.tsx';
import type { CardWindow } from './use-card-window.ts';

/** Rows drawn while the first answer is on its way. */
const FIRST_LOAD_ROWS = 12;

interface CardTableProps {
  window: CardWindow;
  ordering: CardOrdering;
  onOrderingChange: (ordering: CardOrdering) => void;
  chosen: ChosenCards;
  onChoose: (chosen: ChosenCards) => void;
  shops: ShopsById;
}

export function CardTable({ window, ordering, onOrderingChange, chosen, onChoose, shops }: CardTableProps) {
  const isWide = useMediaQuery('(min-width: 768px)');
  const handle = useRef<VirtualRowsHandle>(null);
  const navigate = useNavigate();
  const count = window.count ?? FIRST_LOAD_ROWS;
  const open = useCallback((id: number) => void navigate(`/home/cards/edit?id=${id}`), [navigate]);

  // Handlers stay the same from one drawing to the next, so that a press draws one row again and not all.
  const latest = useRef({ window, chosen, onChoose });
  useEffect(() => {
    latest.current = { window, chosen, onChoose };
  });
  const lastToggled = useRef<number | null>(null);
  const toggle = useCallback((id: number, isRange: boolean) => {
    const { window: shown, chosen: now, onChoose: choose } = latest.current;
    const ids = shown.loadedIds;
    const from = lastToggled.current === null ? -1 : ids.indexOf(lastToggled.current);
    const to = ids.indexOf(id);
    if (isRange && from >= 0 && to >= 0) {
      choose(addCards(now, ids.slice(Math.min(from, to), Math.max(from, to) + 1)));
    } else choose(toggleCard(now, id, ids));
    lastToggled.current = id;
  }, []);

  const [activeIndex, setActiveIndex] = useState(-1);
  useListKeys({
    count: window.count ?? 0,
    activeIndex,
    onActiveChange: (index) => {
      setActiveIndex(index);
      handle.current?.scrollToIndex(index);
    },
    onToggle: (index) => {
      const card = window.rowAt(index);
      if (card) toggle(card.id, false);
    },
    onOpen: (index) => {
      const card = window.rowAt(index);
      if (card) open(card.id);
    },
  });

  const rowsClass = window.isPrevious ? 'opacity-60 transition-opacity' : '';
  if (!isWide) {
    return (
      <div className={`overflow-clip rounded-panel border border-line bg-panel ${rowsClass}`}>
        <VirtualList
          label="Карточки"
          count={count}
          rowHeightPx={CARD_LIST_ROW_HEIGHT_PX}
          onRangeChange={window.onRangeChange}
          handleRef={handle}
          renderRow={(index) => {
            const card = window.rowAt(index);
            return (
              <CardListRow
                card={card}
                isWaiting={card !== undefined && window.isWaiting(card.id)}
                isSelected={card ? isChosen(chosen, card.id) : false}
                onToggle={toggle}
              />
            );
          }}
        />
      </div>
    );
  }

  const loaded = window.loadedIds;
  const chosenHere = loaded.filter((id) => isChosen(chosen, id)).length;
  const isAllHere = loaded.length > 0 && chosenHere === loaded.length;
  const sortBy = (field: SortField, isDescendingFirst: boolean) => ({
    sort: sortDirection(ordering, field),
    onSort: () => onOrderingChange(nextOrdering(ordering, field, isDescendingFirst)),
  });
  return (
    <DataTable
      label="Карточки"
      aria-rowcount={count + 1}
      aria-busy={window.isFetching}
      className={`table-fixed ${rowsClass}`}
    >
      <colgroup>
        <col className="w-10" />
        <col className="w-13" />
        <col />
        <col className="w-44 max-xl:hidden" />
        <col className="w-28" />
        <col className="w-21 max-lg:hidden" />
        <col className="w-23" />
        <col className="w-29 max-lg:hidden" />
        <col className="w-41" />
        <col className="w-28 max-xl:hidden" />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <HeadCell className="pr-0 pl-3">
            <Checkbox
              checked={isAllHere}
              isIndeterminate={chosenHere > 0 && !isAllHere}
              aria-label="Выбрать загруженные карточки"
              onChange={(isOn) => onChoose(isOn ? addCards(chosen, loaded) : NOTHING_CHOSEN)}
            />
          </HeadCell>
          <HeadCell>
            <span className="sr-only">Фото</span>
          </HeadCell>
          <HeadCell {...sortBy('title', false)}>Карточка</HeadCell>
          <HeadCell className="max-xl:hidden">Предмет · Бренд</HeadCell>
          <HeadCell align="end" {...sortBy('price', true)}>
            Цена
          </HeadCell>
          <HeadCell align="end" className="max-lg:hidden">
            Скидка
          </HeadCell>
          <HeadCell align="end" {...sortBy('stock', true)}>
            Остаток
          </HeadCell>
          <HeadCell className="max-lg:hidden">Магазины</HeadCell>
          <HeadCell>Состояние</HeadCell>
          <HeadCell className="max-xl:hidden" {...sortBy('updated_at', true)}>
            Обновлена
          </HeadCell>
        </tr>
      </thead>
      <VirtualTableBody
        count={count}
        rowHeightPx={CARD_ROW_HEIGHT_PX}
        onRangeChange={window.onRangeChange}
        handleRef={handle}
        renderRow={(index) => {
          const card = window.rowAt(index);
          return (
            <CardTableRow
              card={card}
              isWaiting={card !== undefined && window.isWaiting(card.id)}
              index={index}
              isSelected={card ? isChosen(chosen, card.id) : false}
              isActive={index === activeIndex}
              shops={shops}
              onToggle={toggle}
              onOpen={open}
            />
          );
        }}
      />
    </DataTable>
  );
}

type SortField = 'title' | 'price' | 'stock' | 'updated_at';

function sortDirection(ordering: CardOrdering, field: SortField): SortDirection | null {
  if (ordering === field) return 'asc';
  return ordering === `-${field}` ? 'desc' : null;
}

function nextOrdering(ordering: CardOrdering, field: SortField, isDescendingFirst: boolean): CardOrdering {
  if (ordering === field) return `-${field}`;
  if (ordering === `-${field}`) return field;
  return isDescendingFirst ? `-${field}` : field;
}
