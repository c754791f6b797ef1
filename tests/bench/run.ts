import { existsSync } from 'node:fs';
import { Backend } from '#tests/e2e/support/backend.ts';
import { addBigAccount } from '#tests/e2e/support/big-account.ts';
import { onPostgres } from './bench-database.ts';
import { compareWith, printComparisons } from './against.ts';
import { benchBeside } from './beside.bench.ts';
import { benchCatalogueEngine } from './catalogue-engine.bench.ts';
import { benchCatalogueFeed } from './catalogue-feed.bench.ts';
import { benchCatalogue } from './catalogue.bench.ts';
import { benchCopies } from './copies.bench.ts';
import { benchDay } from './day.bench.ts';
import { benchEndpoint } from './endpoint.bench.ts';
import { type Figure, printFigures, type TakenFigure, withLoad } from './figures.ts';
import { benchIdle } from './idle.bench.ts';
import { benchLighthouse } from './lighthouse.bench.ts';
import { benchList } from './list.bench.ts';
import { benchReliabilityCore } from './reliability-core.bench.ts';
import { benchReliability } from './reliability.bench.ts';
import { printModuleWeight } from './module-weight.ts';
import { benchProfit } from './profit.bench.ts';
import { benchShipment } from './shipment.bench.ts';
import { benchPageWeight, benchStart } from './start.bench.ts';
import { benchTables } from './tables.bench.ts';

/**
 * `npm run bench [-- --cards 10000] [--shipment-cards 10000] [--only server-start,weight,start,lighthouse,list,endpoint,beside,copies,tables,day,shipment,idle,catalogue,catalogue-engine,profit]`:
 * the figures of this machine, now, against the goals. Never part of the tests. `-- --reliability [--starts 67]`: the figures
 * R1–R11 of docs/faults.md; every start counts three loads. `-- --against REF`: weight, starts and Lighthouse of this
 * build and of that of a commit, in turns.
 */
const shipmentCards = Number(option('--shipment-cards') ?? 10_000);
const catalogueCards = Number(option('--cards') ?? 100_000);
const offlineStarts = Number(option('--starts') ?? 7);
const repeats = Number(option('--repeats') ?? 5);
const isReliability = process.argv.includes('--reliability');
const groups =
  option('--only')?.split(',') ??
  (isReliability
    ? ['reliability-core', 'reliability', 'weight', 'start']
    : ['server-start', 'weight', 'start', 'list', 'endpoint', 'beside', 'shipment']);
const isWanted = (group: string) => groups.includes(group);

/** The replica is for big lists; the rest goes on for many minutes with them. */
const bigListCards = Number(option('--cards') ?? (isWanted('catalogue') ? 100_000 : 10_000));
const onBothDatabases = ['endpoint', 'beside', 'copies', 'tables', 'catalogue'];
const COMPARED = ['weight', 'start', 'lighthouse'];
// These make their own processes of the sources.
const ownBuild = ['shipment', 'idle', 'catalogue-engine', 'profit'];
if (groups.some((group) => !ownBuild.includes(group)) && !existsSync('dist/server/main.js'))
  throw new Error('Сначала соберите проект: npm run build');
const figures: TakenFigure[] = [];
const against = option('--against');
const take = (...found: Figure[]) => void figures.push(...withLoad(found));
try {
  if (against !== undefined) await compareBuilds(against);
  else await measure();
} finally {
  if (figures.length > 0) printFigures(figures);
}

async function measure(): Promise<void> {
  if (isWanted('reliability-core')) take(...(await benchReliabilityCore()));
  if (isWanted('reliability')) await benchReliability({ offlineStarts, repeats }, take);
  if (['server-start', 'weight', 'start', 'lighthouse', 'day'].some(isWanted)) await benchSmallAccount();
  if (['list', ...onBothDatabases].some(isWanted)) await benchBigAccount();
  if (isWanted('shipment')) take(...(await benchShipment(shipmentCards)));
  if (isWanted('idle')) take(...(await benchIdle()));
  if (['catalogue', 'catalogue-engine'].some(isWanted)) take(...benchCatalogueEngine(catalogueCards));
  if (isWanted('profit')) take(...(await onPostgres((url) => benchProfit(url, catalogueCards))));
}

async function compareBuilds(ref: string): Promise<void> {
  if (!COMPARED.some(isWanted))
    throw new Error(`С другой сборкой сравниваются только ${COMPARED.join(', ')}`);
  const comparisons = await compareWith(ref, async (backend) => [
    ...(isWanted('weight') ? await benchPageWeight(backend) : []),
    ...(isWanted('start') ? await benchStart(backend, 1) : []),
    ...(isWanted('lighthouse') ? await benchLighthouse(backend, 1) : []),
  ]);
  printComparisons(ref, comparisons);
}

async function benchSmallAccount(): Promise<void> {
  const startedAt = performance.now();
  const backend = await Backend.create();
  const firstStartS = (performance.now() - startedAt) / 1000;
  await backend.stop();
  const restartedAt = performance.now();
  await backend.start();
  const laterStartS = (performance.now() - restartedAt) / 1000;
  if (isWanted('server-start')) {
    take(
      {
        name: 'npm start to a page that answers, first time',
        value: firstStartS,
        unit: 's',
        goal: 30,
        better: 'smaller',
        note: 'after the build',
      },
      {
        name: 'npm start to a page that answers, later',
        value: laterStartS,
        unit: 's',
        goal: 5,
        better: 'smaller',
      },
    );
  }
  if (isWanted('weight')) take(...(await benchPageWeight(backend, printModuleWeight)));
  if (isWanted('start')) take(...(await benchStart(backend)));
  if (isWanted('day')) take(...(await benchDay(backend)));
  if (isWanted('lighthouse')) take(...(await benchLighthouse(backend)));
  await backend.remove();
}

async function benchBigAccount(): Promise<void> {
  // Calls per minute are limited; a measurement makes more.
  const backend = await Backend.create({ env: { RATE_LIMIT_SCALE: '1000' } });
  await addBigAccount(backend, bigListCards);
  if (isWanted('list')) take(...(await benchList(backend, bigListCards)));
  if (isWanted('catalogue')) {
    take(...(await benchCatalogueFeed(backend, 'embedded', bigListCards)));
    take(...(await benchCatalogue(backend, bigListCards)));
  }
  if (isWanted('endpoint')) take(...(await benchEndpoint(backend, 'embedded', bigListCards)));
  if (isWanted('beside')) take(...(await benchBeside(backend, 'embedded', bigListCards)));
  if (isWanted('copies')) take(...(await benchCopies(backend, 'embedded', bigListCards)));
  if (isWanted('tables')) take(...(await benchTables(backend, 'embedded', bigListCards)));
  await backend.remove();
  if (onBothDatabases.some(isWanted)) take(...(await onPostgres(benchBigAccountOnPostgres)));
}

async function benchBigAccountOnPostgres(databaseUrl: string): Promise<Figure[]> {
  const backend = await Backend.create({ env: { RATE_LIMIT_SCALE: '1000', DATABASE_URL: databaseUrl } });
  await addBigAccount(backend, bigListCards, databaseUrl);
  try {
    return [
      ...(isWanted('catalogue') ? await benchCatalogueFeed(backend, 'PostgreSQL', bigListCards) : []),
      ...(isWanted('endpoint') ? await benchEndpoint(backend, 'PostgreSQL', bigListCards) : []),
      ...(isWanted('beside') ? await benchBeside(backend, 'PostgreSQL', bigListCards) : []),
      ...(isWanted('copies') ? await benchCopies(backend, 'PostgreSQL', bigListCards) : []),
      ...(isWanted('tables') ? await benchTables(backend, 'PostgreSQL', bigListCards) : []),
    ];
  } finally {
    await backend.remove();
  }
}

function option(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index > 0 ? process.argv[index + 1] : undefined;
}
