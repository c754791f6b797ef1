import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { unavailable } from '#server/errors/http-error.ts';
import type { TableLimits, TableLine } from './open-table.ts';
import type { TablePart, TableReading } from './read-table-worker.ts';
import { TableFileError } from './table-file-error.ts';

/** Each has a thread and its memory. */
const READINGS_AT_ONCE = 2;
const RETRY_SECONDS = 5;
/** The next batch; the whole of a workbook's texts is read before its first. */
const LONGEST_PART_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Bundled, this module is a part of some file of the server's folder. */
const BUNDLED_WORKER = new URL('./table-files/read-table-worker.js', import.meta.url);
/** From sources it is bundled once: to read TypeScript, each thread would first load what reads it, for a second of the processor. */
let sourceWorker: Promise<string> | undefined;

export interface TableInParts {
  /** None for CSV. */
  sheets: string[];
  /** Its days that are kept as mere numbers are counted from 1904. */
  isSince1904: boolean;
  /** To be read to its end or returned: until then its thread is there. */
  batches: AsyncGenerator<TableLine[]>;
}

export interface ReadingOptions {
  limits: TableLimits;
  /** The first is 0. */
  sheet?: number;
  longestPartMs?: number;
  memory?: typeof MEMORY;
}

let readingCount = 0;

/**
 * Reads a table in a thread of its own: whatever is in the file, the server goes on meanwhile, and a thread that takes too
 * long or too much is ended. Throws {@link TableFileError}, also between two batches.
 */
export async function readTable(
  bytes: Uint8Array,
  { limits, sheet = 0, longestPartMs = LONGEST_PART_MS, memory = MEMORY }: ReadingOptions,
): Promise<TableInParts> {
  const isBundled = import.meta.url.endsWith('.js');
  const script = isBundled ? BUNDLED_WORKER : await (sourceWorker ??= bundleWorker());
  if (readingCount >= READINGS_AT_ONCE) {
    throw unavailable(RETRY_SECONDS, 'Сейчас читаются другие файлы. Повторите через несколько секунд');
  }
  readingCount += 1;
  const reading: TableReading = { bytes, sheet, limits };
  const worker = new Worker(script, {
    workerData: reading,
    resourceLimits: memory,
    // A crash is told by the event alone.
    stderr: true,
    eval: !isBundled,
    execArgv: [],
  });
  // Between two parts nobody listens, and an error without a listener ends the process.
  worker.on('error', () => undefined);
  const end = async () => {
    readingCount -= 1;
    await worker.terminate();
  };
  const next = async () => {
    const part = await nextPart(worker, longestPartMs);
    if ('refusal' in part) throw new TableFileError(part.refusal);
    return part;
  };
  try {
    const about = await next();
    const { sheets, isSince1904 } = 'sheets' in about ? about : { sheets: [], isSince1904: false };
    return { sheets, isSince1904, batches: batchesOf(next, end) };
  } catch (error) {
    await end();
    throw error;
  }
}

async function bundleWorker(): Promise<string> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./read-table-worker.ts', import.meta.url))],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

async function* batchesOf(next: () => Promise<TablePart>, end: () => Promise<void>) {
  try {
    for (;;) {
      const part = await next();
      if (!('lines' in part)) return;
      if (part.lines.length > 0) yield part.lines;
      if (part.isLast) return;
    }
  } finally {
    await end();
  }
}

async function nextPart(worker: Worker, longestMs: number): Promise<TablePart> {
  const timer = new AbortController();
  const late = setTimeout(() => timer.abort(), longestMs);
  try {
    worker.postMessage('next', []);
    const [part] = await once(worker, 'message', { signal: timer.signal });
    // What the thread of this module's own worker posts.
    return part as TablePart;
  } catch (error) {
    throw tooMuch(error);
  } finally {
    clearTimeout(late);
  }
}

const TOO_MUCH = new Set(['ABORT_ERR', 'ERR_WORKER_OUT_OF_MEMORY']);

function tooMuch(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!TOO_MUCH.has(code)) return error;
  return new TableFileError(
    'Таблица слишком большая или сложная: оставьте только нужные столбцы и строки и сохраните её ещё раз',
    { cause: error },
  );
}
