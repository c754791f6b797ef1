import { availableParallelism, loadavg } from 'node:os';

/** One measured figure against its goal. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  goal: number;
  /** Ratios of throughput are better when larger; everything else when smaller. */
  better: 'smaller' | 'larger';
  /** The best that a comparable product was measured at, where one was. */
  bestPeer?: number;
  note?: string;
}

/** A figure, and how many processes wanted to run on how many cores while it was taken. */
export type TakenFigure = Figure & { load: number; cores: number };

/** To be called as soon as figures are there: the load is that of the last minute. */
export function withLoad(figures: readonly Figure[]): TakenFigure[] {
  const [load = Number.NaN] = loadavg();
  return figures.map((figure) => ({ ...figure, load, cores: availableParallelism() }));
}

/** What could not be measured, in its place in the table. */
export function failedFigure(name: string, error: unknown): Figure {
  const note = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  return { name, value: Number.NaN, unit: '', goal: 0, better: 'smaller', note: `not measured: ${note}` };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1);
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** How far the goal is: 1 is reached, 2 is twice too much (or half of what is wanted). */
export function ratioToGoal({ value, goal, better }: Figure): number {
  // A goal of nothing at all has no other ratio.
  if (value === goal) return 1;
  return better === 'smaller' ? value / goal : goal / value;
}

export function printFigures(figures: readonly TakenFigure[]): void {
  const rows = figures.map((figure) => [
    ratioToGoal(figure) <= 1 ? '✓' : '✗',
    figure.name,
    `${round(figure.value)} ${figure.unit}`,
    `${figure.better === 'smaller' ? '≤' : '≥'} ${figure.goal} ${figure.unit}`,
    figure.bestPeer === undefined ? '–' : `${figure.bestPeer} ${figure.unit}`,
    `${round(ratioToGoal(figure))}×`,
    `${round(figure.load)}${figure.load > figure.cores ? ' !' : ''}`,
    figure.note ?? '',
  ]);
  const head = ['', 'figure', 'now', 'goal', 'best peer', 'of goal', 'load', 'note'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of [head, ...rows]) {
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  }
  const cores = figures[0]?.cores ?? availableParallelism();
  process.stdout.write(
    `\nload: what wanted to run on ${cores} cores in the minute before, the measurement itself included; with «!» it was ` +
      `more than they can run at once, and times are longer than the app's own.\n`,
  );
  process.stdout.write(`\n${JSON.stringify(figures)}\n`);
}

function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}
