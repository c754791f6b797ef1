import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createState, type Card, type Seller, type State } from './state.ts';

const SAVE_DELAY_MS = 200;
const FORMAT = 1;

interface Snapshot extends Omit<State, 'sellers' | 'revokedTokenIds'> {
  format: number;
  revokedTokenIds: string[];
  sellers: (Omit<Seller, 'cards' | 'effectCounters'> & {
    cards: Card[];
    effectCounters: [string, number][];
  })[];
}

/** The state of an earlier run, or a new one when there is no file. A file of another format is an error, not a loss. */
export async function loadState(stateFile: string | undefined, seed: number): Promise<State> {
  if (stateFile === undefined) return createState(seed);
  let text: string;
  try {
    text = await readFile(stateFile, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return createState(seed);
    throw error;
  }
  // The file is the simulator's own: written whole by saveState or not at all.
  const snapshot = JSON.parse(text) as Snapshot;
  if (snapshot.format !== FORMAT)
    throw new Error(`${stateFile}: snapshot format ${String(snapshot.format)} is not known`);
  const { format: _format, ...rest } = snapshot;
  return {
    ...rest,
    revokedTokenIds: new Set(snapshot.revokedTokenIds),
    sellers: new Map(
      snapshot.sellers.map((seller) => [
        seller.sid,
        {
          ...seller,
          cards: new Map(seller.cards.map((card) => [card.nmID, card])),
          effectCounters: new Map(seller.effectCounters),
        },
      ]),
    ),
  };
}

export interface StateSaver {
  /** Says that the state changed; it is on the disk a moment later. */
  changed(): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

export function createStateSaver(state: State, stateFile: string | undefined): StateSaver {
  if (stateFile === undefined) return { changed: () => undefined, close: () => Promise.resolve() };
  let timer: NodeJS.Timeout | undefined;
  let isDirty = false;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    timer = undefined;
    isDirty = false;
    const text = serialise(state);
    writing = writing.then(() => writeWhole(stateFile, text));
    // A full disk must not end the process; the next change tries again and close() reports the failure.
    writing.catch(() => undefined);
  };

  return {
    changed() {
      isDirty = true;
      timer ??= setTimeout(write, SAVE_DELAY_MS);
    },
    async close() {
      clearTimeout(timer);
      if (isDirty) {
        await writing.catch(() => undefined);
        await writeWhole(stateFile, serialise(state));
        return;
      }
      await writing;
    },
  };
}

function serialise(state: State): string {
  const snapshot: Snapshot = {
    ...state,
    format: FORMAT,
    revokedTokenIds: [...state.revokedTokenIds],
    sellers: [...state.sellers.values()].map((seller) => ({
      ...seller,
      cards: [...seller.cards.values()],
      effectCounters: [...seller.effectCounters],
    })),
  };
  return JSON.stringify(snapshot);
}

/** Either the old file or the new one is found after a crash, never a half. */
async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
