import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

const WINDOW_SECONDS = 15 * 60;
const PER_LOGIN = 10;
const PER_NETWORK = 50;
const EVERYWHERE = 1000;
/** From this failure on, each one doubles the wait before the next try. */
const FIRST_DELAYED_FAILURE = 5;

export interface LoginPlace {
  login: string;
  network: string;
  /** The user has signed in from this network before: somebody else's guesses do not lock it out. */
  isKnownNetwork: boolean;
}

export type Attempt =
  { isAllowed: true; succeed(): Promise<void> } | { isAllowed: false; retryAfterSeconds: number };

interface Rule {
  key: string;
  limit: number;
  isGrowing: boolean;
}

/**
 * Counts a try before its password is looked at, so that a hundred tries at once cannot slip through together. A try
 * that is refused is not counted: hammering does not make the wait longer. A right password clears the pair's failures.
 */
export async function beginAttempt(db: Db, place: LoginPlace): Promise<Attempt> {
  const rules = rulesFor(place);
  const own = await db
    .insertInto('login_attempts')
    .values(rules.map((rule) => ({ key: rule.key })))
    .returning('id')
    .execute();
  const ids = own.map((row) => row.id);
  const waits = await Promise.all(rules.map((rule) => waitSeconds(db, rule, ids)));
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds > 0) {
    await db.deleteFrom('login_attempts').where('id', 'in', ids).execute();
    return { isAllowed: false, retryAfterSeconds };
  }
  return {
    isAllowed: true,
    succeed: async () => {
      await db
        .deleteFrom('login_attempts')
        .where((eb) => eb.or([eb('id', 'in', ids), eb('key', '=', pairKey(place))]))
        .execute();
    },
  };
}

function rulesFor(place: LoginPlace): Rule[] {
  const rules = [
    { key: pairKey(place), limit: PER_LOGIN, isGrowing: true },
    { key: `network ${place.network}`, limit: PER_NETWORK, isGrowing: false },
    { key: 'everywhere', limit: EVERYWHERE, isGrowing: false },
  ];
  if (!place.isKnownNetwork) rules.push({ key: `login ${place.login}`, limit: PER_LOGIN, isGrowing: false });
  return rules;
}

const pairKey = (place: LoginPlace) => `pair ${place.login} ${place.network}`;

/** How long the newest of the attempts has to wait; 0 when it may go on. */
async function waitSeconds(db: Db, rule: Rule, own: number[]): Promise<number> {
  const { failures, since_last, to_oldest_end } = await db
    .selectFrom('login_attempts')
    .where('key', '=', rule.key)
    .where('id', '<', Math.max(...own))
    .where('id', 'not in', own)
    .where('at', '>', sql<Date>`now() - make_interval(secs => ${WINDOW_SECONDS})`)
    .select([
      sql<number>`count(*)`.as('failures'),
      sql<number | null>`extract(epoch FROM now() - max(at))::float8`.as('since_last'),
      sql<number | null>`${WINDOW_SECONDS} - extract(epoch FROM now() - min(at))::float8`.as('to_oldest_end'),
    ])
    .executeTakeFirstOrThrow();
  if (failures >= rule.limit) return Math.max(1, Math.ceil(to_oldest_end ?? 1));
  if (!rule.isGrowing || failures < FIRST_DELAYED_FAILURE) return 0;
  const delay = 2 ** (failures - FIRST_DELAYED_FAILURE);
  return Math.max(0, Math.ceil(delay - (since_last ?? delay)));
}
