import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

const WINDOW_SECONDS = 15 * 60;
const PER_LOGIN = 10;
const PER_NETWORK = 50;
const PER_WIDE_NETWORK = 200;
/** From this failure on, each one doubles the wait before the next try. */
const FIRST_DELAYED_FAILURE = 5;
/** So many failures of everybody together slow each new try down by another second. Nobody is refused for them. */
const EVERYWHERE_PER_SECOND_OF_DELAY = 1000;
const LONGEST_DELAY_SECONDS = 5;

export interface LoginPlace {
  login: string;
  network: string;
  /** What a provider gives to one customer of IPv6: thousands of networks that are one guest. */
  wideNetwork?: string | undefined;
  /** The user has signed in from this network before: somebody else's guesses do not lock it out. */
  isKnownNetwork: boolean;
}

export interface AllowedAttempt {
  isAllowed: true;
  /** To be waited for before the password is looked at. */
  delayMs: number;
  /** What is forgotten when the password is right: the attempt itself, and failures of the pair. */
  ids: readonly number[];
  pairKey: string;
}

export type Attempt = AllowedAttempt | { isAllowed: false; retryAfterSeconds: number };

interface Rule {
  key: string;
  limit: number;
  isGrowing: boolean;
}

/**
 * Counts a try before its password is looked at, so that a hundred tries at once cannot slip through together. A try
 * that is refused is not counted: hammering does not make the wait longer.
 */
export async function beginAttempt(db: Db, place: LoginPlace): Promise<Attempt> {
  const rules = rulesFor(place);
  const keys = rules.map((rule) => rule.key);
  const own = await db
    .insertInto('login_attempts')
    .values((place.isKnownNetwork ? keys : [...keys, EVERYWHERE]).map((key) => ({ key })))
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
    delayMs: place.isKnownNetwork ? 0 : await delayOfEverybody(db),
    ids,
    pairKey: pairKeyOf(place),
  };
}

/** To be called when the password was right: it clears the pair's failures. */
export async function clearAttempts(db: Db, { ids, pairKey }: AllowedAttempt): Promise<void> {
  await db
    .deleteFrom('login_attempts')
    .where((eb) => eb.or([eb('id', 'in', ids), eb('key', '=', pairKey)]))
    .execute();
}

/** A known pair counts by itself alone: neither does it suffer from guesses of others, nor its typing mistakes them. */
function rulesFor(place: LoginPlace): Rule[] {
  const pair = { key: pairKeyOf(place), limit: PER_LOGIN, isGrowing: true };
  if (place.isKnownNetwork) return [pair];
  const rules = [
    pair,
    { key: `login ${place.login}`, limit: PER_LOGIN, isGrowing: false },
    { key: `network ${place.network}`, limit: PER_NETWORK, isGrowing: false },
  ];
  if (place.wideNetwork !== undefined) {
    rules.push({ key: `network ${place.wideNetwork}`, limit: PER_WIDE_NETWORK, isGrowing: false });
  }
  return rules;
}

const EVERYWHERE = 'everywhere';

async function delayOfEverybody(db: Db): Promise<number> {
  const { failures } = await db
    .selectFrom('login_attempts')
    .where('key', '=', EVERYWHERE)
    .where('at', '>', windowStart)
    .select(sql<number>`count(*)`.as('failures'))
    .executeTakeFirstOrThrow();
  return Math.min(LONGEST_DELAY_SECONDS, Math.floor(failures / EVERYWHERE_PER_SECOND_OF_DELAY)) * 1000;
}

const windowStart = sql<Date>`now() - make_interval(secs => ${WINDOW_SECONDS})`;

const pairKeyOf = (place: LoginPlace) => `pair ${place.login} ${place.network}`;

/** How long the newest of the attempts has to wait; 0 when it may go on. */
async function waitSeconds(db: Db, rule: Rule, own: number[]): Promise<number> {
  const { failures, since_last, to_oldest_end } = await db
    .selectFrom('login_attempts')
    .where('key', '=', rule.key)
    .where('id', '<', Math.max(...own))
    .where('id', 'not in', own)
    .where('at', '>', windowStart)
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
