import { createState, type Card, type Seller, type State } from './state.ts';
import type { StateStorage } from './state-storage.ts';
import { newSigningKey } from './tokens.ts';

const SAVE_DELAY_MS = 200;
const FORMAT = 1;

interface Snapshot extends Omit<State, 'sellers' | 'revokedTokenIds' | 'signingKey' | 'orderedPromotions'> {
  format: number;
  /** Earlier versions had none. */
  signingKey?: string;
  orderedPromotions?: State['orderedPromotions'];
  revokedTokenIds: string[];
  sellers: (Omit<
    Seller,
    | 'cards'
    | 'effectCounters'
    | 'moves'
    | 'tagLinks'
    | 'leftPromotions'
    | 'automaticDiscounts'
    | 'promotionsFollowedMs'
  > & {
    cards: Card[];
    /** Earlier versions had none. */
    moves?: Seller['moves'];
    tagLinks?: Seller['tagLinks'];
    leftPromotions?: Seller['leftPromotions'];
    automaticDiscounts?: Seller['automaticDiscounts'];
    promotionsFollowedMs?: Seller['promotionsFollowedMs'];
    effectCounters: [string, number][];
  })[];
}

export interface LoadedState {
  state: State;
  /** Where a snapshot that could not be understood lies now; its sellers and cards are not in the state. */
  setAsideAs?: string;
}

/** The state of an earlier run, or a new one when there is none or it is broken; a broken one is kept beside. */
export async function loadState(storage: StateStorage | undefined, seed: number): Promise<LoadedState> {
  const text = await storage?.read();
  if (storage === undefined || text === undefined) return { state: createState(seed) };
  try {
    return { state: readSnapshot(text, seed) };
  } catch {
    return { state: createState(seed), setAsideAs: await storage.setAside(text) };
  }
}

/** Throws when the text is not a whole snapshot of this format. */
function readSnapshot(text: string, seed: number): State {
  const snapshot = JSON.parse(text) as Snapshot;
  if (snapshot.format !== FORMAT) throw new Error('Unknown format');
  const { format: _format, ...rest } = snapshot;
  return {
    ...createState(seed),
    ...rest,
    signingKey: snapshot.signingKey ?? newSigningKey(),
    revokedTokenIds: new Set(snapshot.revokedTokenIds),
    sellers: new Map(
      snapshot.sellers.map((seller) => [
        seller.sid,
        {
          ...seller,
          moves: seller.moves ?? [],
          tagLinks: seller.tagLinks ?? [],
          leftPromotions: seller.leftPromotions ?? {},
          automaticDiscounts: seller.automaticDiscounts ?? {},
          promotionsFollowedMs: seller.promotionsFollowedMs ?? null,
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

export function createStateSaver(state: State, storage: StateStorage | undefined): StateSaver {
  if (storage === undefined) return { changed: () => undefined, close: () => Promise.resolve() };
  let timer: NodeJS.Timeout | undefined;
  let isDirty = false;
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    timer = undefined;
    isDirty = false;
    const text = serialise(state);
    const attempt = () => storage.write(text);
    // After a write that failed, too.
    writing = writing.then(attempt, attempt);
    // A full disk must not end the process: the next change tries again, and close() does and reports the failure.
    writing.catch(() => {
      isDirty = true;
    });
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
        await storage.write(serialise(state));
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
