import { parseArgs } from 'node:util';
import { bundleCore } from './core-bundle.ts';
import { worldOf } from './guard.ts';
import { guards } from './guards.ts';
import { invariants, type Invariant } from './judge.ts';
import { firstViolation, runSeed, type SeedResult } from './run-seed.ts';
import { createTally, type Tally } from './tally.ts';

/**
 * `npm run simulate`: many seeds (`--seeds N`, from `--from K`), one of them with its trace (`--seed K`), or the core
 * without each of its guards (`--guards`). Seeds of guards that are older than the replica: `--without-replica`. Whether cards are taken
 * along, whether tabs are looked away from and whether pages of the feed come late the seed says, or `--with-takings`,
 * `--without-takings`, `--with-hidden`, `--without-hidden`, `--with-late-pages`, `--without-late-pages`.
 */
/** Where a pause was waited out, each within its own bound. */
const LATE = ['known later than soon', 'served later than soon'];
const PROGRESS_EVERY = 1_000;
const GUARD_SEEDS = 1_000;
const RARE_GUARD_SEEDS = 30_000;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    guards: { type: 'boolean', default: false },
    'without-replica': { type: 'boolean', default: false },
    'with-takings': { type: 'boolean' },
    'without-takings': { type: 'boolean' },
    'with-hidden': { type: 'boolean' },
    'without-hidden': { type: 'boolean' },
    'with-late-pages': { type: 'boolean' },
    'without-late-pages': { type: 'boolean' },
  },
});

const hasReplica = !values['without-replica'];
const isTaking = values['with-takings'] ?? (values['without-takings'] ? false : undefined);
const isHiding = values['with-hidden'] ?? (values['without-hidden'] ? false : undefined);
const arePagesLate = values['with-late-pages'] ?? (values['without-late-pages'] ? false : undefined);
const play = {
  hasReplica,
  ...(isTaking !== undefined && { hasTakings: isTaking }),
  ...(isHiding !== undefined && { hasHidden: isHiding }),
  ...(arePagesLate !== undefined && { hasLatePages: arePagesLate }),
};

if (values.guards) await tryWithoutGuards();
else if (values.seed !== undefined) await replay(Number(values.seed));
else await runMany(Number(values.from), Number(values.seeds));

async function replay(seed: number): Promise<void> {
  const result = await runSeed(seed, await bundleCore(), { ...play, onTrace: print });
  print(`\nСид ${seed}: событий ${result.events}, след ${result.traceDigest}`);
  print(result.violation ? violationText(result) : 'Все инварианты выдержаны');
  if (result.violation) process.exitCode = 1;
}

async function runMany(from: number, count: number): Promise<void> {
  const core = await bundleCore();
  const tally = createTally();
  const startedAt = performance.now();
  let first: SeedResult | undefined;
  let broken = 0;
  const late: string[] = [];
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await runSeed(seed, core, play);
    tally.add(result);
    for (const kind of LATE) if (result.faults.has(kind)) late.push(`${seed} (${kind})`);
    if (result.violation) {
      print(`✗ сид ${seed}: ${violationText(result)}`);
      first ??= result;
      broken += 1;
    }
    if (tally.seeds % PROGRESS_EVERY === 0) print(`… ${tally.seeds} сидов, нарушений ${broken}`);
  }
  printTally(tally, (performance.now() - startedAt) / 1000);
  if (late.length > 0) print(`Позже 5 с, в свой срок: ${late.join(', ')}`);
  if (!first) {
    print('Все инварианты выдержаны');
    return;
  }
  print(`Нарушений: ${broken}. Первое — сид ${first.seed}: ${violationText(first)}`);
  print(`Повторить: npm run simulate -- --seed ${first.seed}`);
  process.exitCode = 1;
}

function printTally({ seeds, events, faults, checks }: Tally, seconds: number): void {
  print(`Сидов: ${seeds}, событий: ${events}, ${(seeds / seconds).toFixed(1)} сидов в секунду`);
  print('Что случалось:');
  for (const [kind, count] of [...faults].toSorted(([, a], [, b]) => b - a)) print(`  ${count}  ${kind}`);
  print('Проверено:');
  for (const [name, text] of Object.entries(invariants)) {
    print(`  ${checks.get(name as Invariant) ?? 0}  ${name}: ${text}`);
  }
}

/**
 * Each guard is taken out of the source in turn: its promise must fall, or the simulation would not notice; with the guard it must hold at
 * that seed, or something else was noticed.
 */
async function tryWithoutGuards(): Promise<void> {
  const whole = await bundleCore();
  for (const guard of guards) {
    const core = await bundleCore(guard.mutations);
    const found = await firstViolation(core, guard.invariant, {
      fromSeed: 1,
      count: guard.heldBy === undefined ? GUARD_SEEDS : RARE_GUARD_SEEDS,
      ...worldOf(guard),
    });
    print(`${guard.name}: ${found ? `сид ${found.seed}, ${violationText(found)}` : 'НЕ ЗАМЕЧЕНО'}`);
    const isHeldWhole = found && !(await runSeed(found.seed, whole, worldOf(guard))).violation;
    if (found && !isHeldWhole) print('  ПАДАЕТ И С ЗАЩИТОЙ');
    if (!isHeldWhole) process.exitCode = 1;
  }
}

function violationText({ violation }: SeedResult): string {
  return violation ? `${violation.invariant} — ${violation.what.slice(0, 300)}` : '';
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
