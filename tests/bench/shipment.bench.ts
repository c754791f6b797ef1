import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bucketOf, type LimitGroup } from '#server/marketplace/limit-rules.ts';
import { startSimulator } from '#simulator/start-simulator.ts';
import type { Figure } from './figures.ts';
import type { MemorySample, ShipmentRun } from './shipment-process.ts';

const SHOPS = 2;
const CARDS_PER_UPLOAD = 100;
const CARDS_PER_PAGE = 100;
const GOODS_PER_PRICE_TASK = 1000;
/** Ten shops, each at its limit of a hundred photos a minute. */
const WANTED_CARDS_PER_SECOND = 16;

/** A shipment to two shops: under the marketplace's limits against the least possible time, and as fast as it goes. */
export async function benchShipment(cards: number): Promise<Figure[]> {
  return [...(await benchLimited(cards)), ...(await benchUnlimited(cards))];
}

async function benchLimited(cards: number): Promise<Figure[]> {
  const run = await runShipment(cards);
  const leastMs = leastTimeMs(cards);
  const name = `shipment of ${cards.toLocaleString('ru-RU')} cards to ${SHOPS} shops`;
  return [
    {
      name: `${name}: time to the least that the limits allow`,
      value: run.tookMs / leastMs,
      unit: '',
      goal: 1.05,
      better: 'smaller',
      note:
        `${minutes(run.tookMs)} to ${minutes(leastMs)}; real: worker, queue, limits, client, database, HTTP; simulated: the ` +
        `marketplace and the clock, which stands still while they work (that took ${minutes(run.reallyTookMs)})`,
    },
    {
      name: `${name}: cards not done, or with an effect made twice`,
      value: failuresOf(run, cards),
      unit: '',
      goal: 0,
      better: 'smaller',
    },
  ];
}

/**
 * The least time from the documents' numbers, for one shop (shops have limits of their own): of each group of calls the burst
 * at once, then one call per interval; groups run side by side, so the slowest of them decides.
 */
function leastTimeMs(cards: number): number {
  const pages = Math.ceil(cards / CARDS_PER_PAGE);
  const priceTasks = Math.ceil(cards / GOODS_PER_PRICE_TASK);
  const calls: Partial<Record<LimitGroup, number>> = {
    'content-upload': Math.ceil(cards / CARDS_PER_UPLOAD),
    // Each card is read back once it is there, and once it has its photos.
    'content-list': 2 * pages,
    // Uploaded, asked about, read back.
    prices: 3 * priceTasks,
    'content-media': cards,
  };
  const times = Object.entries(calls).map(([group, count]) => {
    const { intervalMs, burst } = bucketOf(group as LimitGroup, 'PERSONAL'); // its keys are groups
    return Math.max(0, count - burst) * intervalMs;
  });
  return Math.max(...times);
}

async function benchUnlimited(cards: number): Promise<Figure[]> {
  // In this process: what is measured has one of its own.
  const simulator = await startSimulator({ host: '127.0.0.1', port: 0, limits: 'off', speed: 1000 });
  const run = await runShipment(cards, simulator.url);
  await simulator.close();
  const isEmbedded = process.env['DATABASE_URL'] === undefined;
  const where = isEmbedded ? 'embedded database' : 'PostgreSQL';
  const rss = Math.max(...run.memory.map((sample) => sample.rssMb));
  return [
    {
      name: 'a shipment is made, for each 10 000 of its rows',
      value: (run.createdInMs / 1000 / (cards * SHOPS)) * 10_000,
      unit: 's',
      goal: isEmbedded ? 1 : 0.5,
      better: 'smaller',
      note: `${(cards * SHOPS).toLocaleString('ru-RU')} rows in ${Math.round(run.createdInMs)} ms; ${where}`,
    },
    {
      name: 'the same without limits, cards of a shop',
      value: (cards * SHOPS) / (run.tookMs / 1000),
      unit: '/s',
      goal: WANTED_CARDS_PER_SECOND,
      better: 'larger',
      note: `${minutes(run.tookMs)}, all of it real; ${where}, one process; the simulator in another`,
    },
    {
      name: 'the same without limits: not done, or an effect made twice',
      value: failuresOf(run, cards),
      unit: '',
      goal: 0,
      better: 'smaller',
    },
    {
      name: 'heap in the last half of it to the first half',
      value: heapGrowth(run.memory),
      unit: '×',
      goal: 1.1,
      better: 'smaller',
      note: `${Math.round(slopeKb(run.memory))} KiB per thousand cards, peak ${Math.round(Math.max(...run.memory.map((one) => one.heapMb)))} MB after collection; RSS at most ${Math.round(rss)} MB`,
    },
  ];
}

async function runShipment(cards: number, simulatorUrl?: string): Promise<ShipmentRun> {
  const program = fileURLToPath(new URL('shipment-process.ts', import.meta.url));
  const parameters = [String(cards), String(SHOPS), ...(simulatorUrl === undefined ? [] : [simulatorUrl])];
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', program, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The shipment's process ended with ${String(code)}`);
  return JSON.parse(output) as ShipmentRun; // printed by shipment-process.ts
}

function failuresOf({ items, doubled }: ShipmentRun, cards: number): number {
  return cards * SHOPS - (items['done'] ?? 0) + doubled;
}

function heapGrowth(memory: readonly MemorySample[]): number {
  const middle = Math.floor(memory.length / 2);
  const peak = (samples: readonly MemorySample[]) => Math.max(...samples.map((sample) => sample.heapMb));
  return peak(memory.slice(middle)) / peak(memory.slice(0, Math.max(1, middle)));
}

/** Least squares. */
function slopeKb(memory: readonly MemorySample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanItems = mean(memory.map((sample) => sample.doneItems));
  const meanHeap = mean(memory.map((sample) => sample.heapMb));
  const above = memory.reduce(
    (sum, sample) => sum + (sample.doneItems - meanItems) * (sample.heapMb - meanHeap),
    0,
  );
  const below = memory.reduce((sum, sample) => sum + (sample.doneItems - meanItems) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 1000 * 1024;
}

function minutes(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}
