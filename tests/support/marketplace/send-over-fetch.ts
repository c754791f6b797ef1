import type { Db } from '#server/db/database.ts';
import { createCircuit } from '#server/marketplace/circuit.ts';
import { createMarketplaceClock } from '#server/marketplace/clock.ts';
import { createUnlimited } from '#server/marketplace/limits.ts';
import { simulatorBaseUrls } from '#server/marketplace/marketplace.ts';
import type { Send } from '#server/marketplace/request.ts';
import { createSend } from '#server/marketplace/send-request.ts';

/** Test support: calls as they really go out, without a database, limits and waiting. */
export function sendOverFetch({ patienceMs = 0 } = {}): Send {
  return createSend({
    db: {} as Db, // without limits nobody asks it
    side: { isSandbox: false, baseUrls: simulatorBaseUrls('http://marketplace.test') },
    limiter: createUnlimited(),
    circuit: createCircuit(),
    clock: createMarketplaceClock(),
    patienceMs,
    pickToken: () => Promise.resolve({ id: undefined, secret: 'token', sid: 'sid', type: 'PERSONAL' }),
    replaceToken: () => Promise.resolve(undefined),
  });
}
