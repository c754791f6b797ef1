import '#tests/setup/browser-gaps.ts';
import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Column } from './column.ts';
import { COLUMNS } from './columns.ts';
import { isDrawn, useColumnsInSight } from './columns-in-sight.ts';

const WIDTH_PX = 100;
const FRAME_PX = 4 * WIDTH_PX;

/** The drawn columns of the table, by their places. */
function Table({ columns, kept = null }: { columns: readonly Column[]; kept?: number | null }) {
  const ref = useRef<HTMLTableElement>(null);
  const drawn = useColumnsInSight(ref, columns, kept);
  return (
    <div>
      <table ref={ref}>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key}>{label}</th>
            ))}
          </tr>
        </thead>
      </table>
      <output>{columns.flatMap((_, at) => (isDrawn(at, drawn) ? at : [])).join(' ')}</output>
    </div>
  );
}

/** As a browser would: every column of one width. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH_PX);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(FRAME_PX);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function left(this: HTMLElement) {
    return this instanceof HTMLTableCellElement ? this.cellIndex * WIDTH_PX : 0;
  });
}

afterEach(() => vi.restoreAllMocks());

const columns = COLUMNS.slice(0, 12);
const drawnIn = (container: HTMLElement) => container.querySelector('output')?.textContent;
function scrollTo(container: HTMLElement, leftPx: number) {
  const frame = container.querySelector('table')?.parentElement;
  if (!frame) throw new Error('No frame');
  frame.scrollLeft = leftPx;
  act(() => void frame.dispatchEvent(new Event('scroll')));
}

describe('the columns that are drawn', () => {
  it('are the first one, which stays, those in sight, and two on each side', () => {
    layOut();
    const { container } = render(<Table columns={columns} />);
    expect(drawnIn(container)).toBe('0 1 2 3 4 5');
    scrollTo(container, 500);
    expect(drawnIn(container)).toBe('0 4 5 6 7 8 9 10');
    scrollTo(container, 800);
    expect(drawnIn(container)).toBe('0 7 8 9 10 11');
  });

  it('are those of the table as it is, when columns have come', () => {
    layOut();
    const { container, rerender } = render(<Table columns={columns.slice(0, 4)} />);
    expect(drawnIn(container)).toBe('0 1 2 3');
    rerender(<Table columns={columns} />);
    expect(drawnIn(container)).toBe('0 1 2 3 4 5');
  });

  it('reach to the one that is typed into, wherever it is scrolled to', () => {
    layOut();
    const { container } = render(<Table columns={columns} kept={2} />);
    scrollTo(container, 800);
    expect(drawnIn(container)).toBe('0 2 3 4 5 6 7 8 9 10 11');
  });

  it('are all where nothing is laid out', () => {
    const { container } = render(<Table columns={columns.slice(0, 4)} />);
    expect(drawnIn(container)).toBe('0 1 2 3');
  });
});
