import { useCallback, useEffect } from 'react';
import type { Dispatch, RefObject } from 'react';
import type { TableCard } from '#contract/card-table.ts';
import { classNames } from '#lib/class-names.ts';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { VirtualTableBody } from '#ui/virtual-rows.tsx';
import { COLUMNS } from './columns.ts';
import { cellId, GRID_ROW_HEIGHT_REM, GridRow } from './grid-row.tsx';
import { chosenRange, type GridAction, type GridState } from './grid-state.ts';
import { revealColumn } from './reveal-cell.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useMoreAside } from './use-more-aside.ts';

/** Narrower on a tablet; the title has what is left. */
const WIDTHS = [
  'w-34 xl:w-44',
  '',
  'w-19 lg:w-20 xl:w-28',
  'w-18 lg:w-21 xl:w-26',
  'w-21 lg:w-28 xl:w-34',
  'w-18 lg:w-24 xl:w-28',
  'w-22 lg:w-29 xl:w-36',
  'w-36 xl:w-64 2xl:w-96',
];
/** With room for the title; a narrower window scrolls, as it does to the columns below. */
const LEAST_WIDTH_REM = 52.5;
/** Beyond the window's edge: brand, dimensions and tags move nothing of what is before them. */
const FURTHER_WIDTHS_REM = [9, 6.5, 6.5, 6.5, 6.5, 12];
const FURTHER_REM = FURTHER_WIDTHS_REM.reduce((sum, width) => sum + width, 0);

interface CardGridProps {
  cards: readonly TableCard[];
  state: GridState;
  dispatch: Dispatch<GridAction>;
  tableRef: RefObject<HTMLTableElement | null>;
  onLeave: () => void;
}

/**
 * The cells. The focus is the table's and says which cell it means: a cell that is scrolled out of sight is not drawn, and
 * a focus that it had would be lost.
 */
export function CardGrid({ cards, state, dispatch, tableRef, onLeave }: CardGridProps) {
  const { active, editing, history } = state;
  const range = chosenRange(state);
  const events = useGridEvents({ cards, state, dispatch, table: tableRef, onLeave });
  useEffect(() => revealColumn(tableRef.current, active.column), [tableRef, active.column]);
  const finish = useCallback(() => dispatch({ type: 'finish', cards }), [cards, dispatch]);
  const type = useCallback((text: string) => dispatch({ type: 'edit', text }), [dispatch]);
  const pointer = useGridPointer(tableRef, active, {
    onGo: (to) => {
      finish();
      dispatch({ type: 'go', to });
    },
    onExtend: (to) => {
      finish();
      dispatch({ type: 'extend', to });
    },
    onEdit: events.edit,
    onFill: events.fill,
  });
  const { fillTo } = pointer;
  const moreAsidePx = useMoreAside(tableRef);

  const renderRow = (index: number) => {
    const card = cards[index];
    if (!card) return null;
    const isToBeFilled = fillTo !== null && index > range.bottom && index <= fillTo;
    const isChosen = (index >= range.top && index <= range.bottom) || isToBeFilled;
    const isActive = index === active.row;
    return (
      <GridRow
        card={card}
        edits={history.edits.get(card.id)}
        index={index}
        left={isChosen ? range.left : -1}
        right={isChosen ? range.right : -1}
        activeColumn={isActive ? active.column : -1}
        editing={isActive ? editing : null}
        isLastChosen={index === range.bottom}
        isToBeFilled={isToBeFilled}
        onType={type}
        onFinish={finish}
      />
    );
  };

  return (
    <div className="relative flex min-h-80 grow flex-col" style={{ flexBasis: 0 }}>
      <DataTable
        ref={tableRef}
        label="Карточки"
        role="grid"
        // The cells have no focus of their own.
        tabIndex={0}
        aria-multiselectable
        aria-rowcount={cards.length + 1}
        aria-colcount={COLUMNS.length}
        aria-activedescendant={cellId(active.row, active.column)}
        aria-describedby="table-hint"
        scroll="inside"
        style={{ width: `calc(max(100%, ${LEAST_WIDTH_REM}rem) + ${FURTHER_REM}rem)` }}
        className="table-fixed cursor-cell select-none focus-visible:outline-none"
        frameClassName="min-h-0 has-[table:focus-visible]:border-accent-mark"
        onKeyDown={events.onKeyDown}
        onCopy={events.onCopy}
        onCut={events.onCut}
        onPaste={events.onPaste}
        onPointerDown={pointer.onPointerDown}
        onMouseDown={pointer.onMouseDown}
        onClick={pointer.onClick}
        onDoubleClick={pointer.onDoubleClick}
      >
        <colgroup>
          {COLUMNS.map(({ key }, index) => (
            <col key={key} className={WIDTHS[index]} style={furtherWidth(index)} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {COLUMNS.map(({ key, label, kind }, index) => (
              <HeadCell
                key={key}
                align={kind === 'text' ? 'start' : 'end'}
                aria-colindex={index + 1}
                className={classNames('max-xl:px-2 max-lg:whitespace-normal', index === 0 && 'left-0 z-2')}
              >
                {label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <VirtualTableBody count={cards.length} rowHeightRem={GRID_ROW_HEIGHT_REM} renderRow={renderRow} />
      </DataTable>
      {moreAsidePx === null ? null : (
        // The last column may end just where the frame does: nothing else would say that there are more.
        <span
          aria-hidden
          data-more-aside
          className="pointer-events-none absolute inset-y-0 z-2 w-6 rounded-panel"
          style={{
            right: moreAsidePx,
            background: 'linear-gradient(to left, var(--shadow-color), transparent)',
          }}
        />
      )}
    </div>
  );
}

function furtherWidth(index: number) {
  const width = FURTHER_WIDTHS_REM[index - WIDTHS.length];
  return width === undefined ? undefined : { width: `${width}rem` };
}
