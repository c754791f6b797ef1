import { readPortion, type Portion } from './portions.ts';

/** A device asks for the next portion as soon as it has read where that begins. */
const KEPT_MS = 2_000;
/** Of one and a half megabytes each: more devices than these in their first fill at once wait as without. */
const MOST_KEPT = 8;

export type ReadPortion = typeof readPortion;

interface Ahead {
  portion: Promise<Portion>;
  forget: NodeJS.Timeout;
}

/**
 * Reads the next portion of a walk while the last one is compressed and on its way: a first fill asks for thirty, one after another. Only
 * within a walk, whose end asks for what has changed since its beginning, so that a portion may be of a moment before its question. Each
 * is handed out once, to the account it was read for.
 *
 * @param read how a portion is read; errors are those of the question that it is read for
 */
export function readPortionsAhead(read: ReadPortion = readPortion): ReadPortion {
  const kept = new Map<string, Ahead>();

  const take = (key: string): Promise<Portion> | undefined => {
    const ahead = kept.get(key);
    if (!ahead) return undefined;
    clearTimeout(ahead.forget);
    kept.delete(key);
    return ahead.portion;
  };

  const keep = (key: string, portion: Promise<Portion>) => {
    // Nobody may come for it.
    portion.catch(() => undefined);
    const forget = setTimeout(() => kept.delete(key), KEPT_MS);
    forget.unref();
    kept.set(key, { portion, forget });
  };

  return async (db, accountId, since, portionCards) => {
    const ahead = since === undefined ? undefined : take(keyOf(accountId, since));
    // What failed ahead is asked anew: its reason may have passed.
    const portion = (await ahead?.catch(() => undefined)) ?? (await read(db, accountId, since, portionCards));
    const next = keyOf(accountId, portion.cursor);
    if (portion.isWithinWalk && kept.size < MOST_KEPT && !kept.has(next))
      keep(next, read(db, accountId, portion.cursor, portionCards));
    return portion;
  };
}

function keyOf(accountId: number, since: string): string {
  return `${accountId} ${since}`;
}
