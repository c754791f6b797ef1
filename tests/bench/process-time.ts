import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Linux counts time in these. */
const TICKS_PER_SECOND = 100;
const LOOK_MS = 5_000;
const RESTING_SHARE = 0.05;
const LONGEST_WAIT_MS = 15 * 60_000;

/** User and system time: the 14th and 15th field, counted behind the name, which may have spaces. */
export function cpuSecondsOf(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * A server that was just started reads the demonstration's sales, goes on with its shipments and looks through all cards: for minutes
 * each call waits for that. Where there is no /proc nothing is waited for.
 */
export async function untilAtRest(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const until = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const before = cpuSecondsOf(pid);
    await sleep(LOOK_MS);
    if (cpuSecondsOf(pid) - before < RESTING_SHARE * (LOOK_MS / 1000)) return;
    if (Date.now() > until) throw new Error('The server does not come to rest');
  }
}
