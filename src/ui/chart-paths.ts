export interface ChartPoint {
  /** The point on the axis, as «6» or «6 ноя». */
  label: string;
  /** The point in full, as «6 ноября»; the label by default. */
  title?: string;
  current: number | null;
  previous?: number | null | undefined;
  /** Its ground is hatched: the value is not what it will be. */
  isHatched?: boolean;
}

/** A gap in the data is a gap in the line. */
export function linePath(
  points: readonly ChartPoint[],
  series: 'current' | 'previous',
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isPenDown = false;
  return points
    .map((point, index) => {
      const value = point[series] ?? null;
      if (value === null) {
        isPenDown = false;
        return '';
      }
      const command = isPenDown ? 'L' : 'M';
      isPenDown = true;
      return `${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

/** The ground under the current line; none when the line has gaps. */
export function areaPath(
  points: readonly ChartPoint[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  if (points.length < 2 || points.some(({ current }) => current === null)) return '';
  const base = y(0).toFixed(1);
  return `${linePath(points, 'current', x, y)}L${x(points.length - 1).toFixed(1)} ${base}L${x(0).toFixed(1)} ${base}Z`;
}

/** Points without a neighbour: a line of one point has no length, so they are drawn as dots. */
export function lonePoints(points: readonly ChartPoint[], series: 'current' | 'previous'): number[] {
  const hasValue = (index: number) => (points[index]?.[series] ?? null) !== null;
  return [...points.keys()].filter(
    (index) => hasValue(index) && !hasValue(index - 1) && !hasValue(index + 1),
  );
}

/** Runs of hatched points, first and last of each. */
export function hatchedRuns(points: readonly ChartPoint[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const [index, { isHatched }] of points.entries()) {
    if (!isHatched) continue;
    const run = runs.at(-1);
    if (run && run.last === index - 1) run.last = index;
    else runs.push({ first: index, last: index });
  }
  return runs;
}
