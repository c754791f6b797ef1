import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { Profile, rememberSession } from './browser.ts';
import { type Figure, median } from './figures.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Lighthouse wants a newer Node than this project does. */
const NODE = '24';
const CATEGORIES = { performance: 98, accessibility: 100, 'best-practices': 100 } as const;

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.nullable(z.number()) })),
  audits: z.object({ 'total-blocking-time': z.object({ numericValue: z.number() }) }),
});

/** Lighthouse's mobile marks of the sign-in page, and of the list as a signed-in user finds it with the worker in place. */
export async function benchLighthouse(backend: Backend, runs = 3): Promise<Figure[]> {
  const tool = await installTool();
  try {
    const guest = await audit(tool, runs, `${backend.url}/auth/login`, async () => undefined);
    const list = await audit(tool, runs, `${backend.url}/home/cards`, async (profile) => {
      const context = await profile.open();
      await rememberSession(context, backend.url);
      const page = await context.newPage();
      await page.goto(`${backend.url}/home/cards`);
      await page.waitForSelector('a[href^="/home/cards/edit"]');
      await page.waitForFunction(
        async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
      );
      await context.close();
    });
    return [...figuresOf('sign-in page', guest), ...figuresOf('card list, worker in place', list)];
  } finally {
    rmSync(tool.folder, { recursive: true, force: true });
  }
}

interface Tool {
  folder: string;
  node: string;
  script: string;
}

async function installTool(): Promise<Tool> {
  const folder = mkdtempSync(join(tmpdir(), 'prilavok-lighthouse-'));
  const platform = `node-${process.platform}-${process.arch}`;
  await run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--force',
    `${platform}@${NODE}`,
    LIGHTHOUSE,
  ]);
  return {
    folder,
    node: join(folder, 'node_modules', platform, 'bin/node'),
    script: join(folder, 'node_modules/lighthouse/cli/index.js'),
  };
}

type Report = z.infer<typeof reportSchema>;

async function audit(
  { folder, node, script }: Tool,
  runs: number,
  url: string,
  prepare: (profile: Profile) => Promise<void>,
): Promise<Report[]> {
  const reports: Report[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    const profile = new Profile();
    await prepare(profile);
    const port = await freePort();
    const context = await profile.open(undefined, [`--remote-debugging-port=${port}`]);
    const output = join(folder, 'report.json');
    await run(node, [
      script,
      url,
      `--port=${port}`,
      '--output=json',
      `--output-path=${output}`,
      // Signed in, with the worker and its copies: as somebody finds it who comes back.
      '--disable-storage-reset',
      `--only-categories=${Object.keys(CATEGORIES).join(',')}`,
      '--quiet',
    ]);
    await context.close();
    profile.remove();
    reports.push(reportSchema.parse(JSON.parse(readFileSync(output, 'utf8'))));
  }
  return reports;
}

function figuresOf(page: string, reports: readonly Report[]): Figure[] {
  const marks = Object.entries(CATEGORIES).map(([category, goal]) => {
    const scores = reports.map(({ categories }) => (categories[category]?.score ?? Number.NaN) * 100);
    return {
      name: `Lighthouse mobile, ${page}: ${category}`,
      value: median(scores),
      unit: '',
      goal,
      better: 'larger' as const,
      note: scores.map(Math.round).join(', '),
    };
  });
  const blocking = reports.map(({ audits }) => audits['total-blocking-time'].numericValue);
  return [
    ...marks,
    {
      name: `Lighthouse mobile, ${page}: blocking`,
      value: median(blocking),
      unit: 'ms',
      goal: 100,
      better: 'smaller',
    },
  ];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

/** Not the synchronous one: the browser stands still when nobody reads what it writes to us. */
async function run(command: string, args: string[]): Promise<void> {
  await promisify(execFile)(command, args, { shell: process.platform === 'win32' });
}
