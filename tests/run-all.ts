import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { findHeadlessBrowser } from './e2e/support/find-browser.ts';
import { readPlaywright, readVitest, type Tally } from './support/test-reports.ts';

/**
 * Everything that a newcomer needs to trust the project, in the order of how fast it fails: types, lint, unused code,
 * unit and page and server tests, then the production build and browser tests on it; what takes long is left to
 * `npm run test:long`. Ends with what failed, by name, and `N passed, N failed`.
 */

const VITEST_REPORT = 'test-results/vitest.json';
const E2E_REPORT = 'test-results/e2e.json';
const total: Tally = { passed: 0, failed: [] };

process.stdout.write(`Браузер для тестов: ${findHeadlessBrowser()}\n`);

// Side by side: none of them keeps a second core busy all the time.
await Promise.all([
  (async () => {
    await check('Типы', ['tsc', '-p', 'tsconfig.web.json']);
    await check('Типы service worker', ['tsc', '-p', 'tsconfig.sw.json']);
    await check('Типы сервера', ['tsc', '-p', 'tsconfig.server.json']);
    await check('Типы симулятора', ['tsc', '-p', 'tsconfig.simulator.json']);
    await check('Типы тестов', ['tsc', '-p', 'tsconfig.test.json']);
    await check('Линтер', ['oxlint', '--deny-warnings']);
  })(),
  (async () => {
    await check('Форматирование', ['prettier', '--check', '--log-level', 'warn', '.']);
    await check('Неиспользуемый код', ['knip']);
  })(),
]);

rmSync('test-results', { recursive: true, force: true });
const vitestStatus = run([
  'vitest',
  'run',
  '--project=!long',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${VITEST_REPORT}`,
]);
addReport('Модульные, страничные и серверные тесты', VITEST_REPORT, readVitest, vitestStatus);

if (npmRun('build')) {
  const e2eStatus = run(['playwright', 'test']);
  addReport('Браузерные тесты', E2E_REPORT, readPlaywright, e2eStatus);
} else {
  total.failed.push('Сборка');
  process.stdout.write('✗ Сборка\n');
}

// Last, where it is seen without reading ten thousand lines.
for (const failure of total.failed) process.stdout.write(`\n✗ ${failure}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed.length} failed\n`);
process.exitCode = total.failed.length === 0 ? 0 : 1;

function run([command, ...args]: string[]): number {
  const result = spawnSync('npx', ['--no-install', command ?? '', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return result.status ?? 1;
}

function npmRun(script: string): boolean {
  return (
    spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit', shell: process.platform === 'win32' })
      .status === 0
  );
}

/** What it says stands together, above its result. */
async function check(name: string, command: string[]): Promise<void> {
  const child = spawn('npx', ['--no-install', ...command], { shell: process.platform === 'win32' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await once(child, 'close');
  const isGood = child.exitCode === 0;
  if (isGood) total.passed += 1;
  else total.failed.push(name);
  process.stdout.write(`${output}${isGood ? '✓' : '✗'} ${name}\n`);
}

/** A runner that failed without a failed test (a crash, an unhandled rejection), or ran none, is one failure. */
function addReport(name: string, file: string, read: (report: unknown) => Tally, status: number): void {
  let tally: Tally;
  try {
    tally = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    tally = { passed: 0, failed: [`${name}: нет отчёта`] };
  }
  if (tally.failed.length === 0 && (status !== 0 || tally.passed === 0)) {
    tally.failed.push(`${name}: завершились с кодом ${status}`);
  }
  total.passed += tally.passed;
  total.failed.push(...tally.failed);
  process.stdout.write(
    `${tally.failed.length === 0 ? '✓' : '✗'} ${name}: ${tally.passed} passed, ${tally.failed.length} failed\n`,
  );
}
