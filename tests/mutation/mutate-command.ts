import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compilingMutants } from './compiles.ts';
import { isEquivalent } from './equivalent.ts';
import { modules, type MutatedModule } from './modules.ts';
import { findMutants } from './mutants.ts';
import { printModule, printTotal, type ModuleScore } from './report.ts';
import { survivorsOf } from './try-module.ts';

/**
 * `npm run mutate`: how many small changes of the core its tests notice. `--only outbox` or `--only shipments` is one room,
 * `--module path` is one module. A figure, not a check: it ends with 0 whatever it finds.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, module: { type: 'string' } },
});

const chosen = modules.filter(
  ({ room, file }) => (values.only ?? room) === room && file.includes(values.module ?? ''),
);
if (chosen.length === 0) throw new Error('No such module: see tests/mutation/modules.ts');

const found = chosen.map(({ file }) => ({
  file,
  mutants: findMutants(readFileSync(file, 'utf8')).filter((mutant) => !isEquivalent(file, mutant)),
}));
const compiling = compilingMutants(found);
const scores: ModuleScore[] = [];
for (const [index, module] of chosen.entries()) scores.push(await scoreOf(module, index));
printTotal(scores);

async function scoreOf(module: MutatedModule, index: number): Promise<ModuleScore> {
  const mutants = compiling[index] ?? [];
  const score = { module, total: mutants.length, survivors: await survivorsOf(module, mutants) };
  printModule(score);
  return score;
}
