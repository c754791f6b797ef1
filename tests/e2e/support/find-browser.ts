import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const HEADLESS_COMMANDS = ['chromium-headless-shell', 'chrome-headless-shell'];
const WELL_KNOWN_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, an installed Chromium or Chrome, Playwright's own; else Playwright
 * installs one. Throws a sentence that says what to do: browser tests are never skipped silently.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const named = env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH указывает на «${named}», но такого файла нет.`);
  }
  const found = installedBrowser(env) ?? playwrightBrowser();
  if (found) return found;
  spawnSync(
    process.execPath,
    [join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'],
    {
      stdio: 'inherit',
    },
  );
  const installed = playwrightBrowser();
  if (installed) return installed;
  throw new Error(
    'Не найден Chromium для браузерных тестов, и установить его не удалось. ' +
      'Установите Chromium или Chrome (в Debian и Ubuntu: apt-get install chromium) ' +
      'или укажите путь к нему в CHROMIUM_PATH.',
  );
}

/**
 * The same Chromium without a window to draw, which takes a third less of the processor; where it is not installed, the browser itself.
 * It has no camera.
 */
export function findHeadlessBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const shell = env['CHROMIUM_PATH'] ? undefined : commandsOnPath(env, HEADLESS_COMMANDS).find(isBrowser);
  return shell ?? findBrowser(env);
}

function installedBrowser(env: NodeJS.ProcessEnv): string | undefined {
  return [...commandsOnPath(env, COMMANDS), ...WELL_KNOWN_PATHS].find(isBrowser);
}

function commandsOnPath(env: NodeJS.ProcessEnv, commands: readonly string[]): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

const isBrowser = (path: string) => existsSync(path) && printsVersion(path);

/** Some systems keep a `chromium` command that only says to install it: ask it before believing it. */
function printsVersion(path: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    return /Chrom/.test(execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 }));
  } catch {
    return false;
  }
}

function playwrightBrowser(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
