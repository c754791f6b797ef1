import type { PGlite } from '@electric-sql/pglite';

/** Parse, Bind, Describe, Execute and Close: nothing is due before the Sync that follows them. */
const WAITING = new Set(Buffer.from('PBDEC'));

/**
 * The driver hands over a query in five messages, and each would enter the engine, flush and be read for itself: they go
 * in together, as they do in one packet to a server.
 */
export function sendInWholeExchanges(engine: PGlite): void {
  const send = engine.execProtocolStream.bind(engine);
  let waiting: Uint8Array[] = [];
  engine.execProtocolStream = async (message, options) => {
    waiting.push(message);
    if (WAITING.has(message[0] ?? 0)) return [];
    const whole = waiting.length === 1 ? message : Buffer.concat(waiting);
    waiting = [];
    return send(whole, options);
  };
}
