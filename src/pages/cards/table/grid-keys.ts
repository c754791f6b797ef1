import type { Size } from './range.ts';

/** What a key asks of the table. */
export type GridCommand =
  | { type: 'move'; by: Size; isExtending: boolean }
  /** To the next cell or the one before, row after row. */
  | { type: 'turn'; step: 1 | -1 }
  | { type: 'edit' }
  | { type: 'write'; text: string }
  /** Gives back what the cards have. */
  | { type: 'restore' }
  | { type: 'clear' | 'fillDown' | 'undo' | 'redo' | 'chooseAll' | 'leave' };

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const ARROWS: Record<string, Size> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};

/** By the place of the key where it is a letter: a Russian layout gives other characters. null: not for the table. */
export function commandOf(event: Key, pageRows: number): GridCommand | null {
  const { key, code, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  const by = stepOf(key, isControl, pageRows);
  if (by) return { type: 'move', by, isExtending: shiftKey };
  if (key === 'Tab' && !isControl) return { type: 'turn', step: shiftKey ? -1 : 1 };
  if (key === 'Enter' && !isControl) {
    return { type: 'move', by: { rows: shiftKey ? -1 : 1, columns: 0 }, isExtending: false };
  }
  if (key === 'F2') return { type: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { type: isControl ? 'restore' : 'clear' };
  if (key === 'Escape') return { type: 'leave' };
  if (isControl) return controlCommand(code, shiftKey);
  return key.length === 1 ? { type: 'write', text: key } : null;
}

function stepOf(key: string, isControl: boolean, pageRows: number): Size | null {
  const arrow = ARROWS[key];
  // To the edge: a step of no cells stays none.
  if (arrow) return isControl ? { rows: farther(arrow.rows), columns: farther(arrow.columns) } : arrow;
  if (key === 'PageUp') return { rows: -pageRows, columns: 0 };
  if (key === 'PageDown') return { rows: pageRows, columns: 0 };
  if (key === 'Home') return { rows: isControl ? -Infinity : 0, columns: -Infinity };
  if (key === 'End') return { rows: isControl ? Infinity : 0, columns: Infinity };
  return null;
}

function farther(step: number): number {
  return step === 0 ? 0 : step * Infinity;
}

function controlCommand(code: string, isShift: boolean): GridCommand | null {
  if (code === 'KeyZ') return { type: isShift ? 'redo' : 'undo' };
  if (isShift) return null;
  if (code === 'KeyY') return { type: 'redo' };
  if (code === 'KeyA') return { type: 'chooseAll' };
  if (code === 'KeyD') return { type: 'fillDown' };
  return null;
}
