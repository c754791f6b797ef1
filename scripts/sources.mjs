import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What each half is built from, below the project's folder. */
export const WEB_SOURCES = [
  'src',
  'sw',
  'contract',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
];
export const SERVER_SOURCES = ['server', 'simulator', 'contract', 'package.json', 'package-lock.json'];

/** Read by the web app's build; a change of one is a change of the app. */
const WEB_VARIABLES = /^VITE_/;
const ENV_FILES = /^\.env(\..+)?$/;
const CONFIG_FILES = /\.config\.ts$|^tsconfig.*\.json$/;
const TESTS = /\.test\.tsx?$/;

/** A digest of the content: dates of files change with every checkout, content does not. */
export function webDigest(root) {
  const atTop = readdirSync(root).filter((name) => ENV_FILES.test(name) || CONFIG_FILES.test(name));
  const names = Object.keys(process.env).filter((name) => WEB_VARIABLES.test(name));
  const variables = names.sort().map((name) => [name, process.env[name]]);
  return digest(root, [...WEB_SOURCES, ...atTop], JSON.stringify(variables));
}

export function serverDigest(root) {
  return digest(root, SERVER_SOURCES, '');
}

function digest(root, paths, salt) {
  const hash = createHash('sha256').update(salt);
  for (const path of paths.flatMap((name) => filesOf(root, name)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return TESTS.test(path) ? [] : [path];
  return readdirSync(full).flatMap((name) => filesOf(root, join(path, name)));
}
