import { act, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useGridPointer } from './use-grid-pointer.ts';

const onFill = vi.fn();

function Grid() {
  const table = useRef<HTMLTableElement>(null);
  const { fillTo, onPointerDown } = useGridPointer(
    table,
    { row: 0, column: 0 },
    { onGo: () => undefined, onExtend: () => undefined, onEdit: () => undefined, onFill },
  );
  return (
    <table ref={table} data-fill-to={fillTo ?? ''} onPointerDown={onPointerDown}>
      <tbody>
        {[0, 1, 2].map((row) => (
          <tr key={row} data-row={row}>
            <td data-column="0">{row === 0 && <span data-fill-handle="" />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The handle of the first cell is taken; the pointer is over the cell of a row. */
function takeHandle() {
  const { container } = render(<Grid />);
  const cells = [...container.querySelectorAll('td')];
  let row = 0;
  // The environment lays nothing out.
  document.elementFromPoint = () => cells[row] ?? null;
  fireEvent.pointerDown(container.querySelector('[data-fill-handle]')!, { button: 0 });
  return {
    moveTo: (next: number) => {
      row = next;
      fireEvent.pointerMove(document.body);
    },
    drawnTo: () => container.querySelector('table')!.dataset['fillTo'],
  };
}

afterEach(() => {
  onFill.mockClear();
  Reflect.deleteProperty(document, 'elementFromPoint');
});

it('L-46: a fill goes down to where the hand let go, though its last move is not drawn yet', () => {
  const handle = takeHandle();
  handle.moveTo(1);
  expect(handle.drawnTo()).toBe('1');
  act(() => {
    handle.moveTo(2);
    fireEvent.pointerUp(document.body);
  });
  expect(onFill.mock.calls).toEqual([[2]]);
  expect(handle.drawnTo()).toBe('');
});

it('fills nothing when the browser takes the finger for itself, and when the handle was only pressed', () => {
  const handle = takeHandle();
  handle.moveTo(2);
  fireEvent.pointerCancel(document.body);
  expect(handle.drawnTo()).toBe('');
  fireEvent.pointerUp(document.body);
  expect(onFill).not.toHaveBeenCalled();
});
