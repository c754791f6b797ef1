import { act, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rangeInSight, VirtualTableBody } from './virtual-rows.tsx';

const ROW_PX = 56;

describe('the rows in sight', () => {
  it('are all drawn, wherever the window is scrolled to', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 0, max: 12_000_000 }),
        fc.integer({ min: 200, max: 3_000 }),
        (count, topPx, heightPx) => {
          const { first, last } = rangeInSight(topPx, heightPx, count, ROW_PX);
          const top = Math.min(count - 1, Math.floor(topPx / ROW_PX));
          const bottom = Math.min(count - 1, Math.floor((topPx + heightPx) / ROW_PX));
          expect(first).toBeLessThanOrEqual(top);
          expect(last).toBeGreaterThanOrEqual(bottom);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(last).toBeLessThan(count);
        },
      ),
    );
  });

  it('are few, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), fc.integer({ max: 12_000_000 }), (count, topPx) => {
        const { first, last } = rangeInSight(topPx, 900, count, ROW_PX);
        expect(last - first + 1).toBeLessThanOrEqual(Math.ceil(900 / ROW_PX) + 26);
      }),
    );
  });

  it('are those above the window’s end where the first one stands lower than the window’s top', () => {
    expect(rangeInSight(-300, 900, 100, ROW_PX)).toEqual({ first: 0, last: Math.floor(600 / ROW_PX) });
    expect(rangeInSight(-2000, 900, 100, ROW_PX)).toEqual({ first: 0, last: 0 });
  });

  it('of nothing are none', () => {
    expect(rangeInSight(0, 900, 0, ROW_PX)).toEqual({ first: 0, last: -1 });
  });
});

describe('a table of which only the rows in sight are drawn', () => {
  afterEach(() => vi.restoreAllMocks());

  const table = (count: number, onRangeChange?: (first: number, last: number) => void) => (
    <table>
      <VirtualTableBody
        count={count}
        rowHeightRem={ROW_PX / 16}
        {...(onRangeChange && { onRangeChange })}
        renderRow={(index) => (
          <tr>
            <td>Строка {index}</td>
          </tr>
        )}
      />
    </table>
  );
  const scrollTo = (topPx: number) => {
    vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, -topPx, 0, 0),
    );
    act(() => void window.dispatchEvent(new Event('scroll')));
  };

  it('follows the scrolling, and says what it needs', () => {
    const onRangeChange = vi.fn();
    render(table(10_000, onRangeChange));
    expect(screen.getByText('Строка 0')).toBeInTheDocument();
    expect(screen.queryByText('Строка 500')).not.toBeInTheDocument();
    scrollTo(500 * ROW_PX);
    expect(screen.getByText('Строка 500')).toBeInTheDocument();
    expect(screen.queryByText('Строка 0')).not.toBeInTheDocument();
    expect(onRangeChange).toHaveBeenLastCalledWith(498, 519);
  });

  it('draws what is in sight at once, and what is beyond it frame by frame', async () => {
    const { container } = render(table(10_000));
    const drawn = () => container.querySelectorAll('tr:not([aria-hidden])').length;
    scrollTo(500 * ROW_PX);
    const inSight = Math.ceil(window.innerHeight / ROW_PX);
    expect(drawn()).toBe(inSight);
    expect(await screen.findByText('Строка 498')).toBeInTheDocument();
    expect(await screen.findByText('Строка 519')).toBeInTheDocument();
    expect(drawn()).toBe(inSight + 8);
  });

  it('draws further in the direction of travel', async () => {
    render(table(10_000));
    scrollTo(600 * ROW_PX);
    scrollTo(500 * ROW_PX);
    expect(await screen.findByText('Строка 494')).toBeInTheDocument();
    expect(await screen.findByText('Строка 515')).toBeInTheDocument();
    expect(screen.queryByText('Строка 516')).not.toBeInTheDocument();
  });

  it('keeps the height of all rows, so that the scrollbar tells the truth', () => {
    const { container } = render(table(10_000));
    scrollTo(500 * ROW_PX);
    const rows = [...container.querySelectorAll('tr')];
    const spacers = rows.filter((row) => row.hasAttribute('aria-hidden'));
    const heights = spacers.map((row) => Number.parseFloat(row.querySelector('td')?.style.height ?? '0'));
    const sum = heights.reduce((all, height) => all + height, 0);
    expect(sum + (rows.length - spacers.length) * ROW_PX).toBe(10_000 * ROW_PX);
  });

  it('is drawn with its first rows, without a look at a page that has none of them yet', () => {
    const look = vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect');
    render(table(10_000));
    expect(screen.getByText('Строка 0')).toBeInTheDocument();
    expect(screen.getByText(`Строка ${Math.floor((window.innerHeight - 200) / ROW_PX)}`)).toBeInTheDocument();
    expect(look).not.toHaveBeenCalled();
  });

  it('draws more rows and fewer without a look at the page, which would be laid out for it first', () => {
    const { rerender } = render(table(3));
    const look = vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect');
    rerender(table(10_000));
    expect(screen.getByText('Строка 10')).toBeInTheDocument();
    rerender(table(2));
    expect(screen.getAllByText(/Строка/)).toHaveLength(2);
    expect(look).not.toHaveBeenCalled();
  });

  it('draws no row that is no more when a filter leaves fewer', () => {
    const { rerender } = render(table(10_000));
    scrollTo(500 * ROW_PX);
    rerender(table(3));
    expect(screen.getAllByText(/Строка/).map((cell) => cell.textContent)).toEqual([
      'Строка 0',
      'Строка 1',
      'Строка 2',
    ]);
  });
});
