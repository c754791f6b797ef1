import type { Database } from '#server/db/database.ts';
import type { Session } from '#server/http/session.ts';

/** Another process may end a session: it is believed to go on for this long without asking. */
const TRUSTED_MS = 2000;
const MAX_REMEMBERED = 10_000;

/** Which sessions go on. Asked with every request, so an answer is remembered for a moment. */
export interface LiveSessions {
  find(sessionId: number): Promise<Session | undefined>;
  /** To be called when this process ends a session. */
  forget(sessionId: number): void;
}

export function createLiveSessions(database: Database, now: () => number = Date.now): LiveSessions {
  const remembered = new Map<number, { session: Session; until: number }>();
  let endedCount = 0;
  return {
    async find(sessionId) {
      const known = remembered.get(sessionId);
      if (known && known.until > now()) return known.session;
      remembered.delete(sessionId);
      const endedBefore = endedCount;
      const session = await readSession(database, sessionId);
      // What was read before an end is not worth remembering after it.
      if (!session || endedCount !== endedBefore) return session;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(sessionId, { session, until: now() + TRUSTED_MS });
      return session;
    },
    forget(sessionId) {
      endedCount += 1;
      remembered.delete(sessionId);
    },
  };
}

async function readSession(database: Database, sessionId: number): Promise<Session | undefined> {
  const row = await database.db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'account_id'])
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', (eb) => eb.fn<Date>('now'))
    .executeTakeFirst();
  return row && { userId: row.user_id, accountId: row.account_id, sessionId: row.id };
}
