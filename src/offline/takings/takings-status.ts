import { createListeners } from '#lib/listeners.ts';
import {
  idsLeft,
  isAtWork,
  KEEP_TAKEN_FOR_MS,
  unitKey,
  type Taking,
  type TakingSource,
  type Units,
} from './taking.ts';
import { isSmallCover } from './taken-photos.ts';
import { userTakings } from './user-takings.ts';

/** A taking as a screen shows it. */
export interface ShownTaking {
  id: string;
  source: TakingSource;
  /** Of cards, or shipments. */
  total: number;
  /** On the device, maybe of an earlier time. */
  hereCount: number;
  /** Still to be fetched; also those that are here and are fetched again. */
  leftCount: number;
  photoCount: number;
  bytes: number;
  goneCount: number;
  /** When the oldest of what is here left the server; null: nothing is. */
  oldestAtMs: number | null;
  /** When it is let go by itself. */
  keptUntilMs: number;
  isStopped: boolean;
  isOutOfRoom: boolean;
  isAtWork: boolean;
}

interface TakingsState {
  /** Undefined until it is read. */
  takings: readonly ShownTaking[] | undefined;
  /** Pictures that this tab has fetched for the part under way; they are counted in the taking when the part is there. */
  photosOfPart: number;
  problem: 'impossible' | null;
}

const NONE: TakingsState = { takings: undefined, photosOfPart: 0, problem: null };
const listeners = createListeners();
let state = NONE;
let looks = 0;
/** Whoever takes has given up until the next start: that the device can be read does not change it. */
let hasGivenUp = false;

function change(next: Partial<TakingsState>) {
  state = { ...state, ...next };
  listeners.tell();
}

/** What this tab knows of takings. Reads the device when it is told to; what another tab does is told by `start-takings.ts`. */
export const takingsStatus = {
  get: (): TakingsState => state,
  subscribe: listeners.subscribe,
  /** Never rejects. */
  async look(): Promise<void> {
    const of = userTakings();
    if (!of) return;
    looks += 1;
    const look = looks;
    try {
      const { takings, units } = await of.store.read();
      if (look === looks && !of.isOver()) {
        change({
          takings: takings.map((taking) => toShown(taking, units)),
          photosOfPart: 0,
          problem: hasGivenUp ? 'impossible' : null,
        });
      }
    } catch {
      if (look === looks && !of.isOver()) change({ takings: [], problem: 'impossible' });
    }
  },
  countPhoto(path: string): void {
    if (!isSmallCover(path)) change({ photosOfPart: state.photosOfPart + 1 });
  },
  giveUp(): void {
    hasGivenUp = true;
    change({ problem: 'impossible' });
  },
  clear(): void {
    looks += 1;
    hasGivenUp = false;
    state = NONE;
    listeners.tell();
  },
};

function toShown(taking: Taking, units: Units): ShownTaking {
  const here = taking.ids.flatMap((id) => units.get(unitKey(taking, id)) ?? []);
  return {
    id: taking.id,
    source: taking.source,
    total: taking.ids.length,
    hereCount: here.length,
    leftCount: idsLeft(taking, units).length,
    photoCount: here.reduce(
      (sum, { photos }) => sum + photos.filter((path) => !isSmallCover(path)).length,
      0,
    ),
    bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
    goneCount: taking.goneCount,
    oldestAtMs: here.length > 0 ? Math.min(...here.map(({ fetchedAtMs }) => fetchedAtMs)) : null,
    keptUntilMs: taking.beganAtMs + KEEP_TAKEN_FOR_MS,
    isStopped: taking.isStopped,
    isOutOfRoom: taking.isOutOfRoom,
    isAtWork: isAtWork(taking, units),
  };
}
