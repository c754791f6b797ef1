import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const ASSETS = 'dist/web/assets';
const OWN_CODE = /^(?:catalogue-worker|start-catalogue)-[\w-]+\.js$/;

/** What of the build is there for the replica alone, and what it weighs with brotli. */
export function replicaCode(): { files: string[]; kib: number } {
  const files = readdirSync(ASSETS).filter((name) => OWN_CODE.test(name));
  const bytes = files.map((name) => brotliCompressSync(readFileSync(join(ASSETS, name))).length);
  return { files, kib: bytes.reduce((sum, one) => sum + one, 0) / 1024 };
}
