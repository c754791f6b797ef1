import { tooManyRequests } from '#server/errors/http-error.ts';

/** Of the pool's connections one person takes no more than these, however many writes their devices send. */
const WRITES_AT_ONCE = 3;
/** These many wait for their turn here, where they hold nothing; the rest come back later. */
const WAITING_WRITES = 100;
const RETRY_SECONDS = 1;

/** Runs a write when it is its user's turn; throws 429 when too many wait already. */
export type TakeWriteTurn = <T>(userId: number, write: () => Promise<T>) => Promise<T>;

interface Turns {
  running: number;
  waiting: (() => void)[];
}

/** Counted in this process: each has a pool of its own. */
export function createWriteTurns(): TakeWriteTurn {
  const byUser = new Map<number, Turns>();
  return async (userId, write) => {
    const turns = byUser.get(userId) ?? { running: 0, waiting: [] };
    byUser.set(userId, turns);
    if (turns.running < WRITES_AT_ONCE) {
      turns.running += 1;
    } else {
      if (turns.waiting.length >= WAITING_WRITES) throw tooManyRequests(RETRY_SECONDS);
      await new Promise<void>((resolve) => turns.waiting.push(resolve));
    }
    try {
      return await write();
    } finally {
      passTurn(byUser, userId, turns);
    }
  };
}

/** The next one takes over, so that nobody who comes meanwhile gets ahead of it. */
function passTurn(byUser: Map<number, Turns>, userId: number, turns: Turns): void {
  const next = turns.waiting.shift();
  if (next) {
    next();
    return;
  }
  turns.running -= 1;
  if (turns.running === 0) byUser.delete(userId);
}
