import { expect, it } from 'vitest';
import { commandOf } from './grid-keys.ts';
import { inTurn, moved } from './range.ts';

const PAGE_ROWS = 20;
const table = { rows: 100, columns: 5 };

const press = (key: string, held: { ctrlKey?: boolean; shiftKey?: boolean; code?: string } = {}) =>
  commandOf(
    { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held },
    PAGE_ROWS,
  );

/** Where the keys lead from the middle. */
function placeAfter(...pressed: Parameters<typeof press>) {
  const command = press(...pressed);
  if (command?.type !== 'move') throw new Error('No move');
  const { row, column } = moved({ row: 50, column: 2 }, command.by, table);
  return [row, column];
}

it.each([
  ['ArrowUp', {}, [49, 2]],
  ['ArrowRight', {}, [50, 3]],
  ['ArrowDown', { ctrlKey: true }, [99, 2]],
  ['ArrowLeft', { ctrlKey: true }, [50, 0]],
  ['PageDown', {}, [70, 2]],
  ['PageUp', {}, [30, 2]],
  ['Home', {}, [50, 0]],
  ['End', {}, [50, 4]],
  ['Home', { ctrlKey: true }, [0, 0]],
  ['End', { ctrlKey: true }, [99, 4]],
  ['Enter', {}, [51, 2]],
  ['Enter', { shiftKey: true }, [49, 2]],
])('%s %o leads to %o', (key, held, expected) => {
  expect(placeAfter(key, held)).toEqual(expected);
});

it('Shift makes what is chosen grow', () => {
  expect(press('ArrowDown', { shiftKey: true })).toMatchObject({ type: 'move', isExtending: true });
});

it('letters are known by their place: in a Russian layout too', () => {
  expect(press('я', { ctrlKey: true, code: 'KeyZ' })).toEqual({ type: 'undo' });
  expect(press('Я', { ctrlKey: true, shiftKey: true, code: 'KeyZ' })).toEqual({ type: 'redo' });
  expect(press('н', { ctrlKey: true, code: 'KeyY' })).toEqual({ type: 'redo' });
  expect(press('в', { ctrlKey: true, code: 'KeyD' })).toEqual({ type: 'fillDown' });
  expect(press('ф', { ctrlKey: true, code: 'KeyA' })).toEqual({ type: 'chooseAll' });
});

it('what the browser does with keys is left to it', () => {
  expect(press('с', { ctrlKey: true, code: 'KeyC' })).toBeNull();
  expect(press('r', { ctrlKey: true, code: 'KeyR' })).toBeNull();
  expect(press('F5')).toBeNull();
  expect(press('Shift', { shiftKey: true })).toBeNull();
});

it('Delete and Backspace empty a cell, and with Control give back what the card has', () => {
  for (const key of ['Delete', 'Backspace']) {
    expect(press(key)).toEqual({ type: 'clear' });
    expect(press(key, { ctrlKey: true })).toEqual({ type: 'restore' });
  }
});

it('a character is typed, whatever it is', () => {
  expect(press('7')).toEqual({ type: 'write', text: '7' });
  expect(press(' ')).toEqual({ type: 'write', text: ' ' });
});

it('Tab goes through the cells row after row, and out of the table at its ends', () => {
  expect(inTurn({ row: 0, column: 4 }, 1, table)).toEqual({ row: 1, column: 0 });
  expect(inTurn({ row: 1, column: 0 }, -1, table)).toEqual({ row: 0, column: 4 });
  expect(inTurn({ row: 0, column: 0 }, -1, table)).toBeNull();
  expect(inTurn({ row: 99, column: 4 }, 1, table)).toBeNull();
});
