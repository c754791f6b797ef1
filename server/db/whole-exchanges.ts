import type { PGlite } from '@electric-sql/pglite';
import { PassThrough } from 'node:stream';
import { parse } from 'pg-protocol';

/** Parse, Bind, Describe, Execute and Close: nothing is due before the Sync that follows them. */
const WAITING = new Set(Buffer.from('PBDEC'));

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

/**
 * The driver hands over a query in five messages, and each would enter the engine, flush and be read for itself: they go
 * in together, as they do in one packet to a server. What comes back is taken apart by the driver's own parser: the engine's
 * makes a buffer of its own of every single value, and ten thousand short rows took four times as long.
 */
export function sendInWholeExchanges(engine: PGlite): void {
  const received = new PassThrough();
  let messages: Messages = [];
  void parse(received, (message) => messages.push(message));
  let waiting: Uint8Array[] = [];
  engine.execProtocolStream = async (message) => {
    waiting.push(message);
    if (WAITING.has(message[0] ?? 0)) return [];
    const whole = waiting.length === 1 ? message : Buffer.concat(waiting);
    waiting = [];
    // What the engine hands over is its own memory, which it writes over.
    const onRawData = (data: Uint8Array) => void received.emit('data', Buffer.from(data));
    messages = [];
    await engine.execProtocolRawStream(whole, { onRawData });
    return messages;
  };
}
