import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { bundleServer } from '#scripts/build.mjs';
import { SHORT_LIVED } from '#tests/support/short-lived.ts';

/** The production server, built anew: a test of today's code must not meet yesterday's. */
export interface ServerProgram {
  entry: string;
  remove(): void;
}

/** Inside the project, because modules are looked for from the program's folder upwards. */
const BUNDLES = resolve('node_modules/.cache');

export async function buildServerProgram(): Promise<ServerProgram> {
  mkdirSync(BUNDLES, { recursive: true });
  const folder = mkdtempSync(join(BUNDLES, 'prilavok-server-'));
  const target = join(folder, 'server');
  await bundleServer(target);
  return {
    entry: join(target, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One operating-system process of the server. It may be killed at any time, also while it starts. */
export interface ServerProcess {
  readonly pid: number;
  /** Its address, when it answers; rejected when it ends before. */
  readonly ready: Promise<string>;
  /** Of its end: the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** SIGKILL, the default, says goodbye to nobody. */
  kill(signal?: NodeJS.Signals): void;
  /** What it said, on both outputs. */
  output(): string;
}

export function startServerProcess(program: ServerProgram, variables: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [...SHORT_LIVED, '--enable-source-maps', program.entry], {
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const ready = readyUrl(child, ended, () => output);
  // Whoever kills a server that starts does not wait for its address.
  ready.catch(() => undefined);
  // Without a pid it was not started, and `ready` says so.
  const pid = child.pid ?? 0;
  return { pid, ready, ended, kill: (signal = 'SIGKILL') => void child.kill(signal), output: () => output };
}

async function readyUrl(
  child: ChildProcessByStdio<null, Readable, Readable>,
  ended: Promise<unknown>,
  output: () => string,
): Promise<string> {
  while (!output().includes('Остановить')) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server did not start: ${output()}`);
    }
    await Promise.race([once(child.stdout, 'data'), ended]);
  }
  return /Прилавок открыт: (\S+)/.exec(output())?.[1] ?? '';
}
