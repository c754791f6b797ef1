import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServerProgram, startServerProcess } from '#tests/kill/server-process.ts';
import { onPostgres } from './bench-database.ts';
import { failedFigure, type Figure } from './figures.ts';
import { memoryMbOf } from './process-memory.ts';
import { cpuSecondsOf } from './process-time.ts';

/** The demonstration's first jobs end meanwhile, and its shipments come to where they wait. */
const SETTLE_MS = 180_000;
const MEASURED_MS = 120_000;
const GOAL_PERCENT = 1;
const GOALS_MB = { embedded: 350, postgres: 200 };

/** What a server costs that nobody asks anything: share of one core and memory; on PostgreSQL with TEST_DATABASE_URL. */
export async function benchIdle(): Promise<Figure[]> {
  if (process.platform !== 'linux') return [failedFigure('idle', new Error('read from /proc: Linux only'))];
  const figures = await measure('embedded', GOALS_MB.embedded, {});
  const onServer = await onPostgres((url) => measure('PostgreSQL', GOALS_MB.postgres, { DATABASE_URL: url }));
  return [...figures, ...onServer];
}

async function measure(kind: string, goalMb: number, variables: Record<string, string>): Promise<Figure[]> {
  const program = await buildServerProgram();
  const dataDir = mkdtempSync(join(tmpdir(), 'prilavok-idle-'));
  const server = startServerProcess(program, {
    DATA_DIR: dataDir,
    DEMO: '1',
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...variables,
  });
  try {
    await server.ready;
    await sleep(SETTLE_MS);
    const before = cpuSecondsOf(server.pid);
    await sleep(MEASURED_MS);
    const percent = ((cpuSecondsOf(server.pid) - before) / (MEASURED_MS / 1000)) * 100;
    const smaller = { better: 'smaller' as const };
    return [
      {
        name: `idle server, ${kind}: share of a core`,
        value: percent,
        unit: '%',
        goal: GOAL_PERCENT,
        ...smaller,
      },
      {
        name: `idle server, ${kind}: memory`,
        value: memoryMbOf(server.pid),
        unit: 'MB',
        goal: goalMb,
        ...smaller,
      },
    ];
  } finally {
    server.kill();
    await server.ended;
    rmSync(dataDir, { recursive: true, force: true });
    program.remove();
  }
}
