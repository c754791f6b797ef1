import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Backend } from '#tests/e2e/support/backend.ts';
import { type Figure, median } from './figures.ts';

const ROUNDS = 5;

/** One figure of two builds, measured in turns. */
export interface Comparison {
  name: string;
  unit: string;
  before: number;
  now: number;
  goal: number;
  better: Figure['better'];
}

/**
 * The same measurement of this build and of an earlier one, in turns within one run, so that the machine's moods meet both
 * alike: a gain is a gain. Medians of {@link ROUNDS} rounds. `ref` is anything that git can name.
 */
export async function compareWith(
  ref: string,
  measure: (backend: Backend) => Promise<Figure[]>,
): Promise<Comparison[]> {
  const folder = buildOf(ref);
  const taken = { before: new Map<string, number[]>(), now: new Map<string, number[]>() };
  const latest = new Map<string, Figure>();
  const builds = {
    before: await Backend.create({ entry: join(folder, 'dist/server/main.js') }),
    now: await Backend.create(),
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const build of ['before', 'now'] as const) {
        for (const figure of await measure(builds[build])) {
          latest.set(figure.name, figure);
          taken[build].set(figure.name, [...(taken[build].get(figure.name) ?? []), figure.value]);
        }
      }
    }
  } finally {
    await builds.before.remove();
    await builds.now.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  return [...latest.values()].map(({ name, unit, goal, better }) => ({
    name,
    unit,
    goal,
    better,
    before: median(taken.before.get(name) ?? []),
    now: median(taken.now.get(name) ?? []),
  }));
}

/** The sources of `ref` in a folder of their own, built there. Packages are shared while the lock file is the same. */
function buildOf(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'prilavok-against-'));
  const archive = execFileSync('git', ['archive', ref], { maxBuffer: 1024 ** 3 });
  run('tar', ['-x', '-C', folder], folder, archive);
  const isSameLock =
    readFileSync('package-lock.json', 'utf8') === readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (isSameLock) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
  run(process.execPath, ['scripts/build.mjs'], folder);
  return folder;
}

function run(command: string, args: string[], cwd: string, input?: Buffer): void {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    ...(input && { input }),
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${String(stderr)}`);
}

export function printComparisons(ref: string, comparisons: readonly Comparison[]): void {
  const head = ['figure', ref, 'now', 'of before', 'goal'];
  const rows = comparisons.map(({ name, unit, before, now, goal, better }) => [
    name,
    `${round(before)} ${unit}`,
    `${round(now)} ${unit}`,
    `${round(now / before)}×`,
    `${better === 'smaller' ? '≤' : '≥'} ${goal} ${unit}`,
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of [head, ...rows]) {
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
  }
  process.stdout.write(`\n${JSON.stringify(comparisons)}\n`);
}

function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}
