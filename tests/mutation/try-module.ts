import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MutatedModule } from './modules.ts';
import type { Mutant } from './mutants.ts';
import { PLAN_VARIABLE, readProgress, type Plan } from './progress.ts';
import { switchedSource } from './switched-source.ts';

/** Longer than the start and a test file without mutants take. */
const START_SILENCE_MS = 120_000;
/** Longer than the slowest test may take: what is silent for so long hangs. */
const SILENCE_MS = 25_000;
const LOOK_EVERY_MS = 200;

/** Tries the mutants; those that no test has noticed come back. */
export async function survivorsOf(module: MutatedModule, mutants: readonly Mutant[]): Promise<Mutant[]> {
  if (module.tests.length === 0) return [...mutants];
  const source = switchedSource(readFileSync(module.file, 'utf8'), mutants);
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  const survivors = new Set<number>();
  try {
    let ids = mutants.map(({ id }) => id);
    while (ids.length > 0) {
      const { file, environment, tests } = module;
      const tried = await tryInProcess(folder, { file, environment, tests: [...tests], source, ids });
      for (const { id, isKilled } of tried) if (!isKilled) survivors.add(id);
      ids = ids.slice(tried.length);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return mutants.filter(({ id }) => survivors.has(id));
}

/** Those that were tried before the process ended; the one it hung at is among them, and killed. */
async function tryInProcess(
  folder: string,
  plan: Omit<Plan, 'progressFile'>,
): Promise<{ id: number; isKilled: boolean }[]> {
  const [planFile, progressFile] = [join(folder, 'plan.json'), join(folder, 'progress')];
  writeFileSync(planFile, JSON.stringify({ ...plan, progressFile } satisfies Plan));
  writeFileSync(progressFile, '');
  const output = await runWatched(planFile, progressFile);
  const lines = readProgress(progressFile);
  const failure = lines.find((line) => line.event === 'tests failed');
  if (failure) throw new Error(`Tests of ${plan.file} fail without any mutant: ${failure.names.join(', ')}`);
  const begun = lines.filter((line) => line.event === 'begun');
  if (begun.length === 0) throw new Error(`Tests of ${plan.file} did not run:\n${output}`);
  const ended = new Map(lines.flatMap((line) => (line.event === 'ended' ? [[line.id, line.isKilled]] : [])));
  return begun.map(({ id }) => ({ id, isKilled: ended.get(id) ?? true }));
}

async function runWatched(planFile: string, progressFile: string): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/mutation/try-mutants.ts'], {
    env: { ...process.env, [PLAN_VARIABLE]: planFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const isOver = new Promise<void>((done) => child.once('close', () => done()));
  const watch = new AbortController();
  void isOver.then(() => watch.abort());
  while (!watch.signal.aborted) {
    await delay(LOOK_EVERY_MS, undefined, { signal: watch.signal }).catch(() => undefined);
    const { mtimeMs, size } = statSync(progressFile);
    if (Date.now() - mtimeMs > (size === 0 ? START_SILENCE_MS : SILENCE_MS)) child.kill('SIGKILL');
  }
  return output;
}
