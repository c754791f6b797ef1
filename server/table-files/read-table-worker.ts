import { parentPort, workerData } from 'node:worker_threads';
import { openTable, type TableLimits, type TableLine } from './open-table.ts';
import { TableFileError } from './table-file-error.ts';

/** A thread that reads one table, a batch each time it is asked, and is ended by whoever asks. */

export interface TableReading {
  bytes: Uint8Array;
  sheet: number;
  limits: TableLimits;
}

export type TablePart =
  | { sheets: string[]; isSince1904: boolean }
  /** Fewer than a whole batch: the last. */
  | { lines: TableLine[]; isLast: boolean }
  | { refusal: string };

const LINES_AT_ONCE = 250;

const port = parentPort;
// Handed over by `read-table.ts`, which alone starts this thread.
const { bytes, sheet, limits } = workerData as TableReading;

async function* parts(): AsyncGenerator<TablePart> {
  try {
    const table = openTable(bytes, sheet, limits);
    yield { sheets: table.sheets, isSince1904: table.isSince1904 };
    let lines: TableLine[] = [];
    for await (const line of table.lines) {
      lines.push(line);
      if (lines.length < LINES_AT_ONCE) continue;
      yield { lines, isLast: false };
      lines = [];
    }
    yield { lines, isLast: true };
  } catch (error) {
    if (!(error instanceof TableFileError)) throw error;
    yield { refusal: error.message };
  }
}

const reading = parts();
port?.on('message', () => {
  void reading.next().then(({ value }) => port.postMessage(value));
});
