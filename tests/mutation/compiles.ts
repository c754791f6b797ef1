import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mutated, type Mutant } from './mutants.ts';

/** Inside the project, for its aliases; outside of what is linted and kept. */
const FOLDER = 'test-results';
const ERROR_IN = /^(?:.*[\\/])?m(\d+)[\\/](\d+)\.ts\(/gm;

interface MutatedFile {
  file: string;
  mutants: readonly Mutant[];
}

/** Of each file the mutants that the type checker lets pass: others never reach a user. One run of it for all. */
export function compilingMutants(files: readonly MutatedFile[]): Mutant[][] {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'mutants-'));
  try {
    files.forEach((one, index) => writeMutants(join(folder, `m${index}`), one));
    const refused = refusedBy(folder);
    return files.map(({ mutants }, index) => mutants.filter(({ id }) => !refused.has(`${index} ${id}`)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeMutants(folder: string, { file, mutants }: MutatedFile): void {
  mkdirSync(folder);
  const source = readFileSync(file, 'utf8');
  for (const mutant of mutants)
    writeFileSync(join(folder, `${mutant.id}.ts`), withAliases(mutated(source, mutant), dirname(file)));
}

/** A neighbour is named from the project's root, for the mutant lives elsewhere. */
function withAliases(source: string, folder: string): string {
  const alias = folder.replace(/^src\//, '');
  return source.replaceAll(/ from '\.\//g, ` from '#${alias}/`);
}

function refusedBy(folder: string): Set<string> {
  const config = {
    extends: '../../tsconfig.test.json',
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false, allowUnreachableCode: true },
    include: ['./**/*.ts', '../../src/vite-env.d.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, status } = spawnSync('npx', ['--no-install', 'tsc', '-p', folder], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const refused = new Set([...stdout.matchAll(ERROR_IN)].map(([, module, id]) => `${module} ${id}`));
  if (status !== 0 && refused.size === 0) throw new Error(`The type checker did not run: ${stdout}`);
  return refused;
}
