import { readFileSync } from 'node:fs';

/** What a process has in memory now; not a number where there is no /proc. */
export function memoryMbOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
