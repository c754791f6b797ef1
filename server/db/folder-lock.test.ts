import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'prilavok-lock-'))));
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  rmSync(folder, { recursive: true, force: true });
});

const HOLDER = `
  const { lockFolder } = await import('#server/db/folder-lock.ts');
  try {
    await lockFolder(process.env.FOLDER);
    console.log('held');
    setInterval(() => {}, 1000);
  } catch (error) { console.log(error.message); }
`;

/** Another process that takes the folder; answers what it says. */
async function startHolder(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HOLDER], {
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the lock of a data folder', () => {
  it('refuses a second process and names the owner', async () => {
    const { child, said } = await startHolder();
    expect(said).toBe('held');
    await expect(lockFolder(folder)).rejects.toThrow(`занята процессом ${child.pid}`);
  });

  it('is free at once after its owner was killed', async () => {
    const { child } = await startHolder();
    await kill(child);
    const lock = await lockFolder(folder);
    await lock.release();
  });

  it('is given to exactly one of several that start at once over a dead one’s remains', async () => {
    const { child } = await startHolder();
    await kill(child);
    const starts = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(folder)));
    const held = starts.filter((start) => start.status === 'fulfilled');
    expect(held).toHaveLength(1);
    for (const { value } of held) await value.release();
  });

  it('can be taken again after it was released', async () => {
    await (await lockFolder(folder)).release();
    await (await lockFolder(folder)).release();
  });

  it('is not held up for ever by a start that was killed while it looked', async () => {
    const guard = join(folder, 'lock.guard');
    writeFileSync(guard, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(guard, longAgo, longAgo);
    await (await lockFolder(folder)).release();
  });
});
