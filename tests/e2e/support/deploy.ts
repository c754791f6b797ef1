import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Fixtures } from '@playwright/test';
import { keepAssets } from '#scripts/asset-history.mjs';
import { placeKillSwitch } from '#scripts/kill-switch.mjs';
import type { WorkerFixtures } from './test.ts';

const TEXT = /\.(js|css|html|webmanifest)$/;
/** `index-CRPb5Bw2.js`: the hash of a built file's name. */
const HASHED = /^(.+)-([\w-]{8})(\.(?:js|css|woff2))$/;

/** A copy of the build that a test may replace by «newer» ones, as a deploy does. */
export class Deploy {
  readonly #folder: string;
  #number = 1;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'prilavok-deploy-'));
    cpSync(resolve('dist/server'), join(this.#folder, 'dist/server'), { recursive: true });
    // The server's packages are found from its own folder upwards.
    symlinkSync(resolve('node_modules'), join(this.#folder, 'node_modules'));
    this.reset();
  }

  /** Back to the first build, with nothing before it. */
  reset(): void {
    this.#number = 1;
    rmSync(this.#web, { recursive: true, force: true });
    this.forgetHistory();
    cpSync(resolve('dist/web'), this.#web, { recursive: true });
  }

  get entry(): string {
    return join(this.#folder, 'dist/server/main.js');
  }

  get #web(): string {
    return join(this.#folder, 'dist/web');
  }

  get #history(): string {
    return join(this.#folder, 'dist/web-history');
  }

  /** A newer build: the same app, but every hashed file has another name, so that nothing of the old one is left. */
  newBuild(): void {
    keepAssets(this.#web, this.#history);
    dropCompressed(this.#web);
    this.#number += 1;
    const assets = join(this.#web, 'assets');
    const suffix = String(this.#number).padStart(2, '0');
    const renamed = new Map<string, string>();
    for (const name of readdirSync(assets)) {
      const [, start, hash] = HASHED.exec(name) ?? [];
      if (hash === undefined) rmSync(join(assets, name));
      else renamed.set(`${start}-${hash}`, `${start}-${otherHash(hash, suffix)}`);
    }
    for (const path of textFilesOf(this.#web)) {
      let text = readFileSync(path, 'utf8');
      for (const [old, next] of renamed) text = text.replaceAll(old, next);
      // The page's own revision in the worker's list.
      if (path.endsWith('sw.js'))
        text = text.replace(/"revision":"\w{30}\w*"/g, `"revision":"build-${suffix}"`);
      writeFileSync(path, text);
    }
    for (const name of readdirSync(assets)) {
      const [, start, hash, extension] = HASHED.exec(name) ?? [];
      const next = renamed.get(`${start}-${hash}`);
      if (next !== undefined) renameSync(join(assets, name), join(assets, next + extension));
    }
  }

  /** What earlier builds left is gone, as after more builds than are kept. */
  forgetHistory(): void {
    rmSync(this.#history, { recursive: true, force: true });
  }

  /** What the server gives out as the service worker; without a source nothing. */
  replaceWorker(source?: string): void {
    for (const name of ['sw.js', 'sw.js.br', 'sw.js.gz']) rmSync(join(this.#web, name), { force: true });
    if (source !== undefined) writeFileSync(join(this.#web, 'sw.js'), source);
  }

  /** A hole in the newest build. */
  removeAssets(start: string): void {
    const assets = join(this.#web, 'assets');
    for (const name of readdirSync(assets)) if (name.startsWith(start)) rmSync(join(assets, name));
  }

  async placeKillSwitch(): Promise<void> {
    await placeKillSwitch(this.#web);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** One hash in four thousand ends with the suffix by itself: its file would keep its name and lead to the build before. */
function otherHash(hash: string, suffix: string): string {
  const next = hash.slice(0, 6) + suffix;
  return next === hash ? `${hash.slice(0, 5)}${hash[5] === 'A' ? 'B' : 'A'}${suffix}` : next;
}

function dropCompressed(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.(br|gz|map)$/.test(name)) rmSync(join(folder, name));
  }
}

function textFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => TEXT.test(name))
    .map((name) => join(folder, name));
}

/** For a test's `extend`: its server serves a web app that is replaced by other builds. */
export const deployFixtures: Fixtures<object, { deploy: Deploy }, object, WorkerFixtures> = {
  deploy: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const deploy = new Deploy();
      await use(deploy);
      deploy.remove();
    },
    { scope: 'worker' },
  ],
  backendOptions: [
    ({ backendOptions, deploy }, use) => use({ ...backendOptions, entry: deploy.entry }),
    { scope: 'worker' },
  ],
};
