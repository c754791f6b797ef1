import { useCallback, useEffect, useEffectEvent } from 'react';
import type { Dispatch, RefObject } from 'react';
import { classNames } from '#lib/class-names.ts';
import { DataTable, HeadCell } from '#ui/data-table.tsx';
import { VirtualTableBody } from '#ui/virtual-rows.tsx';
import type { Column, GridContent } from './column.ts';
import { useColumnsInSight } from './columns-in-sight.ts';
import { cellId, GRID_ROW_HEIGHT_REM, GridRow } from './grid-row.tsx';
import { chosenRange, type GridAction, type GridState } from './grid-state.ts';
import { keepRowInSight, revealColumn } from './reveal-cell.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useMoreAside } from './use-more-aside.ts';

/** With room for the title; a narrower window scrolls, as it does to the columns beyond its edge. */
const LEAST_WIDTH_REM = 52.5;

interface CardGridProps {
  content: GridContent;
  state: GridState;
  dispatch: Dispatch<GridAction>;
  tableRef: RefObject<HTMLTableElement | null>;
  onLeave: () => void;
}

/**
 * The cells. The focus is the table's and says which cell it means: a cell that is scrolled out of sight is not drawn, and
 * a focus that it had would be lost.
 */
export function CardGrid({ content, state, dispatch, tableRef, onLeave }: CardGridProps) {
  const { cards, columns } = content;
  const { active, editing, history } = state;
  const range = chosenRange(state);
  const events = useGridEvents({ content, state, dispatch, table: tableRef, onLeave });
  useEffect(() => revealColumn(tableRef.current, active.column), [tableRef, active.column]);
  const activeRow = useEffectEvent(() => active.row);
  useEffect(() => keepRowInSight(tableRef.current, () => activeRow()), [tableRef]);
  const finish = useCallback(() => dispatch({ type: 'finish', content }), [content, dispatch]);
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
  const moreAside = useMoreAside(tableRef);
  const drawn = useColumnsInSight(tableRef, columns, editing === null ? null : active.column);

  const renderRow = (index: number) => {
    const card = cards[index];
    if (!card) return null;
    const isToBeFilled = fillTo !== null && index > range.bottom && index <= fillTo;
    const isChosen = (index >= range.top && index <= range.bottom) || isToBeFilled;
    const isActive = index === active.row;
    return (
      <GridRow
        card={card}
        columns={columns}
        edits={history.edits.get(card.id)}
        index={index}
        drawn={drawn}
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
        aria-colcount={columns.length}
        aria-activedescendant={cellId(active.row, active.column)}
        aria-describedby="table-hint"
        scroll="inside"
        style={{ width: `calc(max(100%, ${LEAST_WIDTH_REM}rem) + ${furtherRem(columns)}rem)` }}
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
          {columns.map(({ key, width }) => (
            <col
              key={key}
              className={typeof width === 'string' ? width : undefined}
              style={typeof width === 'string' ? undefined : { width: `${width.rem}rem` }}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ key, label, above, kind, width }, index) => (
              <HeadCell
                key={key}
                align={kind === 'text' ? 'start' : 'end'}
                aria-colindex={index + 1}
                title={typeof width === 'string' ? undefined : label}
                className={classNames('max-xl:px-2 max-lg:whitespace-normal', index === 0 && 'left-0 z-2')}
              >
                {typeof width === 'string' ? (
                  label
                ) : (
                  // Of shops and characteristics there are names of any length.
                  <>
                    {above === null ? null : <span className="block text-xs leading-4">{above}</span>}{' '}
                    <span className="block truncate leading-4">{label}</span>
                  </>
                )}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <VirtualTableBody count={cards.length} rowHeightRem={GRID_ROW_HEIGHT_REM} renderRow={renderRow} />
      </DataTable>
      {moreAside === null ? null : (
        // The last column may end just where the frame does: nothing else would say that there are more.
        <span
          aria-hidden
          data-more-aside
          className="pointer-events-none absolute top-0 z-2 w-6 rounded-panel"
          style={{
            right: moreAside.insetPx,
            height: moreAside.heightPx,
            background: 'linear-gradient(to left, var(--shadow-color), transparent)',
          }}
        />
      )}
    </div>
  );
}

function furtherRem(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + (typeof width === 'string' ? 0 : width.rem), 0);
}
