import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Backend } from './backend.ts';

/** Fills the demo once; every worker starts from a copy of it. Returns the clean-up. */
export default async function prepare(): Promise<() => void> {
  if (!existsSync('dist/server/main.js')) throw new Error('Сначала соберите проект: npm run build');
  const backend = await Backend.create();
  // The first sales sync is a job; a copy taken before it ended would start it again in every worker.
  await backend.stop();
  const template = mkdtempSync(join(tmpdir(), 'prilavok-template-'));
  rmSync(template, { recursive: true });
  // A slow machine's server is killed in the end, and leaves the socket that guards its folder.
  cpSync(backend.dataDir, template, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
  await backend.remove();
  process.env['E2E_TEMPLATE'] = template;
  return () => rmSync(template, { recursive: true, force: true });
}
