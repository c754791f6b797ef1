import type { ClipboardEvent, Dispatch, KeyboardEvent, RefObject } from 'react';
import { inertText } from '#contract/csv-text.ts';
import { showToast } from '#ui/toast-store.ts';
import { fillDown, printBlock } from './block.ts';
import { isOpen, type GridContent } from './column.ts';
import { textAt, textsOf, type Writing } from './edits.ts';
import { commandOf, type GridCommand } from './grid-keys.ts';
import { chosenRange, type GridAction, type GridState } from './grid-state.ts';
import { blockAsHtml } from './html-block.ts';
import { remarkOn } from './paste-remark.ts';
import { pastingOf } from './paste.ts';
import { revealColumn, revealRow } from './reveal-cell.ts';
import { inTurn, moved, type Place, type Range } from './range.ts';

/** What the menu above and the foot below take of the window, in rows. */
const ROWS_OUT_OF_SIGHT = 6;

interface GridEvents {
  content: GridContent;
  state: GridState;
  dispatch: Dispatch<GridAction>;
  table: RefObject<HTMLTableElement | null>;
  /** Escape: to whatever is beside the table. */
  onLeave: () => void;
}

/** What keys and the clipboard do to the table. */
export function useGridEvents({ content, state, dispatch, table, onLeave }: GridEvents) {
  const { cards, columns } = content;
  const size = { rows: cards.length, columns: columns.length };
  const { active, end, editing } = state;
  const range = chosenRange(state);

  const go = (to: Place) => {
    dispatch({ type: 'go', to });
    revealRow(table.current, to.row);
  };
  const write = ({ writings, range: at }: { writings: readonly Writing[]; range: Range }) =>
    dispatch({ type: 'write', content, writings, range: at });
  const cellText = (row: number, column: number) => {
    const card = cards[row];
    const shown = columns[column];
    return card && shown ? textAt(card, state.history.edits.get(card.id), shown) : '';
  };
  const activeColumn = columns[active.column];
  const activeCard = cards[active.row];
  const canType = activeColumn !== undefined && activeCard !== undefined && isOpen(activeColumn, activeCard);
  const edit = () => {
    if (canType) dispatch({ type: 'edit', text: cellText(active.row, active.column) });
  };
  const blockOf = (of: Range) => {
    const shown = columns.slice(of.left, of.right + 1);
    return cards
      .slice(of.top, of.bottom + 1)
      .map((card) => textsOf(card, state.history.edits.get(card.id), shown));
  };
  /** Down from the range's first row over the others, or from all its rows to a row below. */
  const fill = (toRow: number) => {
    const isBelow = toRow > range.bottom;
    const source = isBelow ? range : { ...range, bottom: range.top };
    const last = isBelow ? Math.min(toRow, cards.length - 1) : range.bottom;
    write(fillDown(blockOf(source), source, last));
  };

  /** One row has nothing of its own to fill with. */
  const fillFromAbove = () => {
    if (range.top === 0) return;
    const above = { ...range, top: range.top - 1, bottom: range.top - 1 };
    write({ ...fillDown(blockOf(above), above, range.top), range });
  };

  /** False: the key is the browser's. */
  const run = (command: GridCommand): boolean => {
    switch (command.type) {
      case 'move': {
        const to = moved(command.isExtending ? end : active, command.by, size);
        if (!command.isExtending) go(to);
        else {
          dispatch({ type: 'extend', to });
          revealRow(table.current, to.row);
          revealColumn(table.current, to.column);
        }
        return true;
      }
      case 'turn': {
        const to = inTurn(active, command.step, size);
        if (to) go(to);
        return to !== null;
      }
      case 'edit':
        edit();
        return true;
      case 'write':
        if (canType) dispatch({ type: 'edit', text: command.text });
        return true;
      case 'clear':
        write({ writings: filledWith('', range), range });
        return true;
      case 'restore':
        write({ writings: filledWith(null, range), range });
        return true;
      case 'fillDown':
        if (range.top === range.bottom) fillFromAbove();
        else fill(range.bottom);
        return true;
      case 'undo':
      case 'redo':
        dispatch({ type: command.type, content });
        return true;
      case 'chooseAll':
        dispatch({
          type: 'choose',
          range: { top: 0, left: 0, bottom: size.rows - 1, right: size.columns - 1 },
        });
        return true;
      case 'leave':
        onLeave();
        return true;
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null) {
      const command = finishingCommand(event, activeColumn?.long != null);
      if (!command) return;
      event.preventDefault();
      if (command === 'cancel') dispatch({ type: 'cancel' });
      else {
        dispatch({ type: 'finish', content });
        run(command);
      }
      focusTable(event.currentTarget);
      return;
    }
    const pageRows = Math.max(1, Math.floor(window.innerHeight / ROW_HEIGHT_GUESS_PX) - ROWS_OUT_OF_SIGHT);
    const command = commandOf(event, pageRows);
    if (command && run(command)) event.preventDefault();
  };

  const copy = (event: ClipboardEvent) => {
    if (editing !== null) return false;
    event.preventDefault();
    const block = blockOf(range);
    // Another spreadsheet would run a vendor code that begins with «=».
    event.clipboardData.setData('text/plain', printBlock(block.map((cells) => cells.map(inertText))));
    const isWords = columns.slice(range.left, range.right + 1).map(({ kind }) => kind === 'text');
    const html = blockAsHtml(block, isWords);
    if (html !== null) event.clipboardData.setData('text/html', html);
    return true;
  };

  return {
    go,
    edit,
    fill,
    onKeyDown,
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) write({ writings: filledWith('', range), range });
    },
    onPaste: (event: ClipboardEvent) => {
      if (editing !== null) return;
      event.preventDefault();
      const pasting = pastingOf(content, range, event.clipboardData.getData('text/plain'));
      if (!pasting) return;
      write(pasting);
      const remark = remarkOn(pasting);
      if (remark) showToast({ type: 'warning', text: remark });
    },
  };
}

/** Of a usual font: a page is a page in any other too. */
const ROW_HEIGHT_GUESS_PX = 36;

function focusTable(target: EventTarget & Element): void {
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * What ends the typing; other keys are the field's. Up and down leave it, left and right move in it; a field of several lines
 * keeps them all.
 */
function finishingCommand(event: KeyboardEvent, isLong: boolean): GridCommand | 'cancel' | null {
  // Characters that are put together of several keys are not there yet.
  if (event.nativeEvent.isComposing) return null;
  if (event.key === 'Escape') return 'cancel';
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const isTurn = ['Enter', 'Tab'].includes(event.key);
  const isMove = /^Arrow(?:Up|Down)$|^Page/.test(event.key);
  return isPlain && (isTurn || (isMove && !isLong)) ? commandOf(event, 1) : null;
}

function filledWith(text: Writing['text'], { top, left, bottom, right }: Range): Writing[] {
  const writings: Writing[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) writings.push({ row, column, text });
  }
  return writings;
}
