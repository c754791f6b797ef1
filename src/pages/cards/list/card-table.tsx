import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CardOrdering } from '#contract/card-list.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { DataTable, HeadCell, type SortDirection } from '#ui/data-table.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { VirtualList, VirtualTableBody, type VirtualRowsHandle } from '#ui/virtual-rows.tsx';
import { CARD_LIST_ROW_HEIGHT_REM, CardListRow } from './card-list-row.tsx';
import { CARD_ROW_HEIGHT_REM, CardTableRow } from './card-row.tsx';
import { isChosen, NOTHING_CHOSEN, setCards, type ChosenCards } from './card-selection.ts';
import type { ShopsById } from '#parts/cards/shop-badges.tsx';
import { hrefTo } from '#lib/paths.ts';
import { useActiveRow } from './use-active-row.ts';
import type { CardWindow } from './use-card-window.ts';
import { useToggleRow } from './use-toggle-row.ts';

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
  // In rem, as the rows are: a large font makes a wide window narrow.
  const isWide = useMediaQuery('(min-width: 48rem)');
  const handle = useRef<VirtualRowsHandle>(null);
  const navigate = useNavigate();
  const count = window.shownCount ?? FIRST_LOAD_ROWS;
  const open = useCallback((id: number) => void navigate(hrefTo.card({ id })), [navigate]);
  const toggle = useToggleRow(window, chosen, onChoose);
  const { activeIndex, frameRef } = useActiveRow(window, handle, {
    onToggle: (index) => {
      const card = window.rowAt(index);
      if (card) toggle(index, !isChosen(chosen, card.id), false);
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
      onToggle: toggle,
    };
  };

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
          rowHeightRem={CARD_LIST_ROW_HEIGHT_REM}
          isInert={window.isPrevious}
          onRangeChange={window.onRangeChange}
          handleRef={handle}
          renderRow={(index) => <CardListRow {...rowOf(index)} count={count} />}
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
      ref={frameRef}
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
        <col className="w-31 max-xl:hidden" />
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
        rowHeightRem={CARD_ROW_HEIGHT_REM}
        isInert={window.isPrevious}
        onRangeChange={window.onRangeChange}
        handleRef={handle}
        renderRow={(index) => <CardTableRow {...rowOf(index)} shops={shops} onOpen={open} />}
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
