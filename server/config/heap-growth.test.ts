import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Made, kept for a while and let go, as what long work reads: it is among the old objects by then. */
const LONG_WORK = `
  const batch = () => Array.from({ length: 1_000 }, (_, at) => ({ at, title: 'Кружка ' + at, tags: [at] }));
  const latest = Array.from({ length: 300 }, batch);
  // From here on the limit is what the setting says, not what V8 begins with.
  gc();
  let most = 0;
  for (let made = 0; made < 3_000; made += 1) {
    latest[made % latest.length] = batch();
    most = Math.max(most, process.memoryUsage().heapUsed);
  }
  console.log(most);
`;
const SETTING = `
  const { collectBeforeHeapIsLarge } = await import('${pathToFileURL('server/config/heap-growth.ts').href}');
  collectBeforeHeapIsLarge();`;

/** In one thread, so that it does not matter what else the machine does. */
async function mostBytesOf(program: string): Promise<number> {
  const flags = ['--expose-gc', '--single-threaded-gc', '--import', 'tsx', '--input-type=module', '-e'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program]);
  return Number(stdout);
}

it('what is read and let go is collected sooner than V8 would by itself', async () => {
  // A half on Node 20, two thirds on 22 and 24.
  const most = await mostBytesOf(SETTING + LONG_WORK);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(0.8 * (await mostBytesOf(LONG_WORK)));
});
