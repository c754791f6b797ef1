import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { keepAssets } from './asset-history.mjs';
import { compressFolder } from './compress.mjs';
import { placeKillSwitch } from './kill-switch.mjs';
import { moveSourceMaps } from './source-maps.mjs';
import { serverDigest, webDigest } from './sources.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const stampPath = join(dist, 'build.json');

/** Builds what is missing or older than its sources; `force` builds everything. */
export async function build({ force = false, isQuiet = false, parts: wanted = ['web', 'server'] } = {}) {
  const stamp = readStamp();
  const parts = [
    { name: 'web', digest: webDigest(root), result: join(dist, 'web/index.html'), make: buildWeb },
    { name: 'server', digest: serverDigest(root), result: join(dist, 'server/main.js'), make: buildServer },
  ];
  const stale = parts.filter(
    (part) =>
      wanted.includes(part.name) && (force || stamp[part.name] !== part.digest || !existsSync(part.result)),
  );
  if (isQuiet && stale.length > 0) process.stdout.write('Собираю приложение…\n');
  for (const part of stale) {
    // A build that is interrupted must not pass for done.
    writeStamp({ ...stamp, [part.name]: undefined });
    await part.make(isQuiet);
    stamp[part.name] = part.digest;
    writeStamp(stamp);
  }
}

async function buildWeb(isQuiet) {
  keepAssets(join(dist, 'web'), join(dist, 'web-history'));
  await run('node_modules/vite/bin/vite.js', ['build', '--logLevel', isQuiet ? 'error' : 'info']);
  moveSourceMaps(join(dist, 'web'), join(dist, 'web-maps'));
  await compressFolder(join(dist, 'web'));
}

async function buildServer() {
  await bundleServer(join(dist, 'server'));
}

/** The server as it runs in production, in a folder of its own; modules are found from there upwards. */
export async function bundleServer(target) {
  const { build: bundle } = await import('esbuild');
  rmSync(target, { recursive: true, force: true });
  await bundle({
    absWorkingDir: root,
    entryPoints: [
      'server/main.ts',
      'server/add-user.ts',
      'server/remove-demo.ts',
      'server/table-files/read-table-worker.ts',
      'server/labels/label-worker.ts',
    ],
    outdir: target,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Bundled, the embedded database would not find its own files.
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
  cpSync(join(root, 'server/db/migrations'), join(target, 'migrations'), { recursive: true });
  cpSync(join(root, 'server/labels/label-font.ttf'), join(target, 'label-font.ttf'));
  cpSync(join(root, 'server/http/api-page.css'), join(target, 'api-page.css'));
}

function run(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${script} ${args.join(' ')} ended with ${code}`));
    });
  });
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampPath, 'utf8'));
  } catch {
    return {};
  }
}

function writeStamp(stamp) {
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampPath, JSON.stringify(stamp));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build({ force: true });
  if (process.argv.includes('--kill-switch')) await placeKillSwitch(join(dist, 'web'));
}
