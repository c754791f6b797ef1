import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { hatchedRuns, lonePoints, type ChartPoint } from './chart-paths.ts';
import { LineChart } from './line-chart.tsx';

const point = (label: string, current: number | null, isHatched = false): ChartPoint => ({
  label,
  current,
  isHatched,
});

function draw(points: readonly ChartPoint[]) {
  const { container } = render(
    <LineChart label="Прибыль по дням" points={points} currentName="Ноябрь" hatchName="предварительно" />,
  );
  return container;
}

describe('the chart', () => {
  it('of one day shows its point and its value', () => {
    const chart = draw([point('6', 1200)]);
    expect(chart.querySelectorAll('circle')).toHaveLength(1);
    expect(screen.getByText('1 200', { selector: 'span' })).toBeInTheDocument();
  });

  it('shows a point between two gaps, and none where a line leads', () => {
    const points = [point('1', 5), point('2', 6), point('3', null), point('4', 7), point('5', null)];
    expect(lonePoints(points, 'current')).toEqual([3]);
    expect(draw(points).querySelectorAll('circle')).toHaveLength(1);
  });

  it('hatches what is preliminary and says so', () => {
    const points = [point('1', 5), point('2', 6, true), point('3', 7, true)];
    expect(hatchedRuns(points)).toEqual([{ first: 1, last: 2 }]);
    expect(draw(points).querySelectorAll('rect[fill^="url("]')).toHaveLength(2);
    expect(screen.getByText('предварительно')).toBeInTheDocument();
  });

  it('leaves room for the longest number of its axis', () => {
    const axisEnd = (current: number) =>
      Number(
        draw([point('1', current), point('2', 0)])
          .querySelector('g text')
          ?.getAttribute('x'),
      );
    expect(axisEnd(60_000)).toBe(axisEnd(60));
    expect(axisEnd(60_000_000_000)).toBeGreaterThan(axisEnd(60_000) + 30);
  });

  it('of final values has no hatching', () => {
    expect(draw([point('1', 5), point('2', 6)]).querySelectorAll('pattern')).toHaveLength(0);
    expect(screen.queryByText('предварительно')).toBeNull();
  });
});
