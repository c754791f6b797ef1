export interface ChartPoint {
  /** The point on the axis, as «6» or «6 ноя». */
  label: string;
  /** The point in full, as «6 ноября»; the label by default. */
  title?: string;
  current: number | null;
  previous?: number | null | undefined;
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
