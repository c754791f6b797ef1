import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Puts the emergency worker in the place of the service worker of a built web app; a running server gives it out at
 * once. The next build of the web app puts the ordinary worker back.
 */
export async function placeKillSwitch(web) {
  if (!existsSync(join(web, 'index.html'))) throw new Error('Сначала соберите проект: npm run build');
  const { build: bundle } = await import('esbuild');
  await bundle({
    absWorkingDir: root,
    entryPoints: ['sw/kill-switch.ts'],
    outfile: join(web, 'sw.js'),
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
  // The compressed copies are of the worker that was replaced, and would be given out instead of this one.
  for (const left of ['sw.js.br', 'sw.js.gz']) rmSync(join(web, left), { force: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await placeKillSwitch(join(root, 'dist/web'));
  process.stdout.write('Аварийный воркер на месте: dist/web/sw.js. Вернуть обычный: npm run build\n');
}
